from django.urls import include, path

from contests.contest.access import managed_contest
from gold.evaluations.views import contest
from jobs.views import reloading

evaluation_urls = [
    path("", contest.evaluation, name="evaluation"),
    path("run/", contest.evaluate, name="evaluate"),
    path("progress/", reloading(managed_contest), name="evaluation_progress"),
    path("file/", contest.evaluate_file, name="evaluate_file"),
    path("scores.csv", contest.download_evaluation, {"form": "csv"}, name="evaluation_csv"),
    path("scores.json", contest.download_evaluation, {"form": "json"}, name="evaluation_json"),
]
urlpatterns = [
    path("contests/<int:contest_id>/pre-annotation/evaluation/", include(evaluation_urls))
]
