from django.urls import include, path

from gold.releases.access import frozen_release
from gold.splits import api, views
from jobs.views import reloading

splits_urls = [
    path("", views.splits, name="splits"),
    path("<int:split_id>/", views.split, name="split"),
    path("<int:split_id>/charts/<str:part>/", views.chart, name="split_chart"),
    path("<int:split_id>/progress/", reloading(frozen_release), name="split_progress"),
]
api_urls = [
    path("", api.SplitsView.as_view(), name="api_splits"),
    path("<int:split_id>/", api.SplitView.as_view(), name="api_split"),
]
urlpatterns = [
    path("releases/<int:release_id>/splits/", include(splits_urls)),
    path("api/releases/<int:release_id>/splits/", include(api_urls)),
]
