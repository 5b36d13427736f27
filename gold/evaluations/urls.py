from django.urls import include, path

from gold.evaluations.views import history, release
from gold.releases.access import frozen_release
from jobs.views import reloading

detector_urls = [
    path("", release.detector, name="detector"),
    path("run/", release.evaluate, name="evaluate"),
    path("progress/", reloading(frozen_release), name="detector_progress"),
    path("history/", history.history, name="detector_history"),
    path("<int:evaluation_id>/", release.evaluation, name="evaluation"),
    path("<int:evaluation_id>/errors.csv", release.download_errors, name="errors_csv"),
    path(
        "<int:evaluation_id>/scores.csv",
        release.download_figures,
        {"form": "csv"},
        name="figures_csv",
    ),
    path(
        "<int:evaluation_id>/scores.json",
        release.download_figures,
        {"form": "json"},
        name="figures_json",
    ),
    path(
        "<int:evaluation_id>/since/<int:other_id>/",
        history.difference,
        name="evaluation_difference",
    ),
]
urlpatterns = [path("releases/<int:release_id>/detector/", include(detector_urls))]
