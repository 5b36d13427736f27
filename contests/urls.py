from django.urls import include, path

app_name = "contests"
FEATURES = (
    "home", "setup", "people", "teams", "categories", "guidelines", "drawing", "proposals",
    "training", "annotating", "downloads", "chat",
)  # fmt: skip
urlpatterns = [path("", include(f"contests.{feature}.urls")) for feature in FEATURES]
