from django.urls import include, path

from gold.exports import api, views
from gold.releases.access import frozen_release
from jobs.views import reloading

exports_urls = [
    path("", views.exports, name="exports"),
    path("progress/", reloading(frozen_release), name="exports_progress"),
    path("<int:export_id>/zip/", views.download, name="download"),
]
api_urls = [
    path("", api.ExportsView.as_view(), name="api_exports"),
    path("<int:export_id>/", api.ExportView.as_view(), name="api_export"),
    path("<int:export_id>/zip/", api.ArchiveView.as_view(), name="api_archive"),
]
urlpatterns = [
    path("releases/<int:release_id>/exports/", include(exports_urls)),
    path("api/releases/<int:release_id>/exports/", include(api_urls)),
]
