from django.urls import include, path

app_name = "gold"
FEATURES = ("releases", "splits", "exports", "evaluations")
urlpatterns = [path("", include(f"gold.{feature}.urls")) for feature in FEATURES]
