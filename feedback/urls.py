from django.urls import include, path

app_name = "feedback"
FEATURES = ("reports", "mails", "monitoring", "scores", "experiments")
urlpatterns = [
    *(path("", include(f"feedback.{feature}.urls")) for feature in FEATURES),
    # Their page is reached from the feedback's, and has its names since it was part of it.
    path("", include("agreement.disputes.urls")),
]
