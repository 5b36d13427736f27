from django.urls import URLPattern

app_name = "feedback"
urlpatterns: list[URLPattern] = []
