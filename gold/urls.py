from django.urls import include, path

app_name = "gold"
FEATURES = ("releases", "splits", "exports", "evaluations", "withdrawals")
urlpatterns = [path("", include(f"gold.{feature}.urls")) for feature in FEATURES]
