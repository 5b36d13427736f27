from django.urls import URLPattern

app_name = "agreement"
urlpatterns: list[URLPattern] = []
