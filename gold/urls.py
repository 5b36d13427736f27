from django.urls import URLPattern

app_name = "gold"
urlpatterns: list[URLPattern] = []
