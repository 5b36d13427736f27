from django.urls import include, path

app_name = "agreement"
urlpatterns = [
    path("", include(f"agreement.{feature}.urls")) for feature in ("runs", "checks", "review")
]
