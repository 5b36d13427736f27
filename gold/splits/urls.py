from django.urls import include, path

from gold.splits import api, views

splits_urls = [
    path("", views.splits, name="splits"),
    path("<int:split_id>/", views.split, name="split"),
    path("<int:split_id>/progress/", views.split_progress, name="split_progress"),
]
api_urls = [
    path("", api.SplitsView.as_view(), name="api_splits"),
    path("<int:split_id>/", api.SplitView.as_view(), name="api_split"),
]
urlpatterns = [
    path("releases/<int:release_id>/splits/", include(splits_urls)),
    path("api/releases/<int:release_id>/splits/", include(api_urls)),
]
