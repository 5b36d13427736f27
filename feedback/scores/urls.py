from django.urls import include, path

from feedback.scores import api, views

scoreboard_urls = [
    path("", views.scoreboard, name="scoreboard"),
    path("screen/", views.screen, name="scoreboard_screen"),
    path("standings/", views.standings, name="standings"),
    path("own/", views.own_standing, name="own_standing"),
    path("final/", views.declare, name="declare_final"),
    path("history/<slug:whose>/<slug:measure>/", views.history, name="score_history"),
]
api_urls = [
    path("", api.ScoreboardView.as_view(), name="api_scoreboard"),
    path("history/", api.ScoreHistoryView.as_view(), name="api_score_history"),
]
urlpatterns = [
    path("contests/<int:contest_id>/scoreboard/", include(scoreboard_urls)),
    path("api/contests/<int:contest_id>/scoreboard/", include(api_urls)),
]
