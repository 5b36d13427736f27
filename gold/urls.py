from django.urls import path

from gold.views import exports, releases, splits

app_name = "gold"
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
    path("releases/<int:release_id>/readers/", releases.add_reader, name="add_reader"),
    path(
        "releases/<int:release_id>/readers/<int:user_id>/remove/",
        releases.remove_reader,
        name="remove_reader",
    ),
]
