from django.urls import include, path

from contests.setup import views

contest_urls = [
    path("setup/", views.overview, name="setup"),
    path("setup/about/", views.about, name="setup_about"),
    path("setup/schedule/", views.schedule, name="setup_schedule"),
    path("setup/scoring/", views.scoring, name="setup_scoring"),
    path("state/", views.change, name="change_state"),
    path("copy/", views.copy, name="copy"),
    path("erase/", views.erase, name="erase"),
]
urlpatterns = [
    path("contests/new/", views.new_contest, name="new"),
    path("contests/<int:contest_id>/", include(contest_urls)),
]
