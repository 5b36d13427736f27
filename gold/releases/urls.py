from django.urls import include, path

from gold.releases import api, views
from gold.releases.access import visible_release
from jobs.views import reloading

release_urls = [
    path("", views.release, name="release"),
    path("progress/", reloading(visible_release), name="progress"),
    path("colours.css", views.colours, name="colours"),
    path("delete/", views.delete_release, name="delete"),
    path("verify/", views.verify, name="verify"),
    path("card/", views.card, name="card"),
    path("since/<int:other_id>/", views.difference, name="difference"),
    path("readers/", views.add_reader, name="add_reader"),
    path("readers/<int:user_id>/remove/", views.remove_reader, name="remove_reader"),
]
api_urls = [
    path("", api.ReleaseView.as_view(), name="api_release"),
    path("card.md", api.CardView.as_view(), name="api_card"),
    path("records.jsonl", api.RecordsView.as_view(), name="api_records"),
    path("since/<int:other_id>/", api.DifferenceView.as_view(), name="api_difference"),
]
urlpatterns = [
    path("releases/", views.release_list, name="list"),
    path("releases/new/", views.new_release, name="new"),
    path("releases/<int:release_id>/", include(release_urls)),
    path("api/releases/", api.ReleasesView.as_view(), name="api_releases"),
    path("api/releases/<int:release_id>/", include(api_urls)),
]
