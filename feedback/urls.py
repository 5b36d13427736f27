from django.urls import include, path

from feedback.views import monitoring, scoreboard

app_name = "feedback"
urlpatterns = [
    path(
        "contests/<int:contest_id>/",
        include(
            [
                path("monitoring/", monitoring.monitoring, name="monitoring"),
                path("monitoring/<slug:name>/", monitoring.chart, name="monitoring_chart"),
                path("scoreboard/", scoreboard.scoreboard, name="scoreboard"),
                path("scoreboard/screen/", scoreboard.screen, name="scoreboard_screen"),
                path("scoreboard/standings/", scoreboard.standings, name="standings"),
                path("scoreboard/final/", scoreboard.declare, name="declare_final"),
                path(
                    "scoreboard/history/<slug:whose>/<slug:measure>/",
                    scoreboard.history,
                    name="score_history",
                ),
            ]
        ),
    ),
]
