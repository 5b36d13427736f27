from django.urls import URLPattern, URLResolver, include, path

from contests.contest.access import managed_contest
from gold.evaluations.views import evaluations, files, history
from gold.releases.access import frozen_release
from jobs.views import reloading

# The same for every gold set; views get the ids of a contest and of a release, of which one is 0.
pages = [
    path("", evaluations.present, name="detector"),
    path("run/", evaluations.evaluate, name="evaluate"),
    path("history/", history.history, name="detector_history"),
    path("history/chart/", history.chart, name="detector_chart"),
    path("<int:evaluation_id>/", evaluations.evaluation, name="evaluation"),
    path("<int:evaluation_id>/errors.csv", evaluations.errors, name="errors_csv"),
    path(
        "<int:evaluation_id>/scores.csv", evaluations.figures, {"form": "csv"}, name="figures_csv"
    ),
    path(
        "<int:evaluation_id>/scores.json",
        evaluations.figures,
        {"form": "json"},
        name="figures_json",
    ),
    path(
        "<int:evaluation_id>/since/<int:other_id>/",
        history.difference,
        name="evaluation_difference",
    ),
]
of_release = include(
    [*pages, path("progress/", reloading(frozen_release), name="detector_progress")]
)
urlpatterns = [path("releases/<int:release_id>/detector/", of_release, {"contest_id": 0})]

# Among the pages of contests, which know nothing of this stage: annotation_platform.urls adds them.
of_contest = include(
    [
        *pages,
        path("", evaluations.present, name="evaluation"),
        path("progress/", reloading(managed_contest), name="evaluation_progress"),
        path("scores.csv", evaluations.latest_figures, {"form": "csv"}, name="evaluation_csv"),
        path("scores.json", evaluations.latest_figures, {"form": "json"}, name="evaluation_json"),
    ]
)
contest_urls: list[URLPattern | URLResolver] = [
    path("contests/<int:contest_id>/pre-annotation/evaluation/", of_contest, {"release_id": 0}),
    path(
        "contests/<int:contest_id>/pre-annotation/evaluation/file/",
        files.evaluate_file,
        name="evaluate_file",
    ),
]
