from django.urls import include, path

from feedback.views import experiments, monitoring, scoreboard

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
                path("scoreboard/own/", scoreboard.own_standing, name="own_standing"),
                path("scoreboard/final/", scoreboard.declare, name="declare_final"),
                path(
                    "scoreboard/history/<slug:whose>/<slug:measure>/",
                    scoreboard.history,
                    name="score_history",
                ),
                path("experiments/", experiments.experiments, name="experiments"),
                path("experiments/durations.csv", experiments.durations_csv, name="durations_csv"),
                path("experiments/penalties.csv", experiments.penalties_csv, name="penalties_csv"),
                path("experiments/data.json", experiments.data_json, name="data_json"),
                path("experiments/power/", experiments.power, name="power"),
            ]
        ),
    ),
]
