from django.urls import include, path

from agreement.disputes import views as disputes
from feedback.experiments import views as experiments
from feedback.mails import views as mails
from feedback.mails import views as unsubscribing
from feedback.monitoring import views as monitoring
from feedback.reports import views as objections
from feedback.reports import views as reports
from feedback.scores import views as scoreboard
from feedback.scores.api import ScoreboardView, ScoreHistoryView

app_name = "feedback"
urlpatterns = [
    path(
        "contests/<int:contest_id>/",
        include(
            [
                path("feedback/", reports.report, name="report"),
                path("feedback/seen/", reports.mark_all_seen, name="mark_all_seen"),
                path("feedback/by-mail/", reports.choose_mail, name="choose_mail"),
                path(
                    "feedback/of/<int:member_id>/",
                    reports.report_of,
                    name="report_of",
                ),
                path(
                    "feedback/inputs/<int:input_id>/<int:start>-<int:end>/",
                    objections.object_to,
                    name="object",
                ),
                path("feedback/objections/", objections.objections, name="objections"),
                path(
                    "feedback/objections/<int:dispute_id>/reply/",
                    objections.reply,
                    name="reply",
                ),
                path(
                    "feedback/objections/<int:dispute_id>/withdraw/",
                    objections.withdraw,
                    name="withdraw",
                ),
                path("feedback/disputes/", disputes.disputes, name="disputes"),
                path(
                    "feedback/disputes/<int:dispute_id>/",
                    disputes.answer,
                    name="answer",
                ),
                path("feedback/mails/", mails.mails, name="mails"),
                path("feedback/mails/send/", mails.send, name="send"),
                path(
                    "feedback/mails/<int:mail_id>/again/",
                    mails.send_again,
                    name="send_again",
                ),
                path("feedback/mails/preview/", mails.preview, name="preview"),
                path(
                    "feedback/mails/preview/<int:member_id>/<str:language>/",
                    mails.preview_html,
                    name="preview_html",
                ),
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
    path(
        "api/contests/<int:contest_id>/scoreboard/",
        ScoreboardView.as_view(),
        name="api_scoreboard",
    ),
    path(
        "api/contests/<int:contest_id>/scoreboard/history/",
        ScoreHistoryView.as_view(),
        name="api_score_history",
    ),
    path("feedback/unsubscribe/<str:token>/", unsubscribing.unsubscribe, name="unsubscribe"),
]
