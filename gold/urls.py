from django.urls import URLPattern, URLResolver, include, path

from gold.evaluations.views import history as detector_history
from gold.evaluations.views import release as detector
from gold.exports import api as exports_api
from gold.exports import views as exports
from gold.releases import api as releases_api
from gold.releases import views as releases
from gold.splits import api as splits_api
from gold.splits import views as splits

app_name = "gold"
api_urls: list[URLPattern | URLResolver] = [
    path("", releases_api.ReleaseView.as_view(), name="api_release"),
    path("card.md", releases_api.CardView.as_view(), name="api_card"),
    path("records.jsonl", releases_api.RecordsView.as_view(), name="api_records"),
    path("since/<int:other_id>/", releases_api.DifferenceView.as_view(), name="api_difference"),
    path("splits/", splits_api.SplitsView.as_view(), name="api_splits"),
    path("splits/<int:split_id>/", splits_api.SplitView.as_view(), name="api_split"),
    path("exports/", exports_api.ExportsView.as_view(), name="api_exports"),
    path("exports/<int:export_id>/", exports_api.ExportView.as_view(), name="api_export"),
    path("exports/<int:export_id>/zip/", exports_api.ArchiveView.as_view(), name="api_archive"),
]
detector_urls: list[URLPattern | URLResolver] = [
    path("", detector.detector, name="detector"),
    path("run/", detector.evaluate, name="evaluate"),
    path("progress/", detector.detector_progress, name="detector_progress"),
    path("history/", detector_history.history, name="detector_history"),
    path("<int:evaluation_id>/", detector.evaluation, name="evaluation"),
    path(
        "<int:evaluation_id>/scores.csv",
        detector.download_figures,
        {"form": "csv"},
        name="figures_csv",
    ),
    path(
        "<int:evaluation_id>/scores.json",
        detector.download_figures,
        {"form": "json"},
        name="figures_json",
    ),
    path("<int:evaluation_id>/errors.csv", detector.download_errors, name="errors_csv"),
    path(
        "<int:evaluation_id>/since/<int:other_id>/",
        detector_history.difference,
        name="evaluation_difference",
    ),
]
urlpatterns = [
    path("releases/", releases.release_list, name="list"),
    path("releases/new/", releases.new_release, name="new"),
    path("releases/<int:release_id>/", releases.release, name="release"),
    path("releases/<int:release_id>/progress/", releases.release_progress, name="progress"),
    path("releases/<int:release_id>/colours.css", releases.colours, name="colours"),
    path("releases/<int:release_id>/delete/", releases.delete_release, name="delete"),
    path("releases/<int:release_id>/verify/", releases.verify, name="verify"),
    path("releases/<int:release_id>/card/", releases.card, name="card"),
    path("releases/<int:release_id>/since/<int:other_id>/", releases.difference, name="difference"),
    path("releases/<int:release_id>/exports/", exports.exports, name="exports"),
    path(
        "releases/<int:release_id>/exports/progress/",
        exports.exports_progress,
        name="exports_progress",
    ),
    path(
        "releases/<int:release_id>/exports/<int:export_id>/zip/", exports.download, name="download"
    ),
    path("releases/<int:release_id>/splits/", splits.splits, name="splits"),
    path("releases/<int:release_id>/splits/<int:split_id>/", splits.split, name="split"),
    path(
        "releases/<int:release_id>/splits/<int:split_id>/progress/",
        splits.split_progress,
        name="split_progress",
    ),
    path("releases/<int:release_id>/detector/", include(detector_urls)),
    path("releases/<int:release_id>/readers/", releases.add_reader, name="add_reader"),
    path(
        "releases/<int:release_id>/readers/<int:user_id>/remove/",
        releases.remove_reader,
        name="remove_reader",
    ),
    path("api/releases/", releases_api.ReleasesView.as_view(), name="api_releases"),
    path("api/releases/<int:release_id>/", include(api_urls)),
]
