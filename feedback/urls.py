from django.urls import path

from feedback.views import disputes, mails, objections, reports, unsubscribing

app_name = "feedback"
urlpatterns = [
    path("contests/<int:contest_id>/feedback/", reports.report, name="report"),
    path("contests/<int:contest_id>/feedback/seen/", reports.mark_all_seen, name="mark_all_seen"),
    path("contests/<int:contest_id>/feedback/by-mail/", reports.choose_mail, name="choose_mail"),
    path(
        "contests/<int:contest_id>/feedback/of/<int:member_id>/",
        reports.report_of,
        name="report_of",
    ),
    path(
        "contests/<int:contest_id>/feedback/inputs/<int:input_id>/<int:start>-<int:end>/",
        objections.object_to,
        name="object",
    ),
    path(
        "contests/<int:contest_id>/feedback/objections/", objections.objections, name="objections"
    ),
    path(
        "contests/<int:contest_id>/feedback/objections/<int:dispute_id>/reply/",
        objections.reply,
        name="reply",
    ),
    path(
        "contests/<int:contest_id>/feedback/objections/<int:dispute_id>/withdraw/",
        objections.withdraw,
        name="withdraw",
    ),
    path("contests/<int:contest_id>/feedback/disputes/", disputes.disputes, name="disputes"),
    path(
        "contests/<int:contest_id>/feedback/disputes/<int:dispute_id>/",
        disputes.answer,
        name="answer",
    ),
    path("contests/<int:contest_id>/feedback/mails/", mails.mails, name="mails"),
    path("contests/<int:contest_id>/feedback/mails/send/", mails.send, name="send"),
    path(
        "contests/<int:contest_id>/feedback/mails/<int:mail_id>/again/",
        mails.send_again,
        name="send_again",
    ),
    path("contests/<int:contest_id>/feedback/mails/preview/", mails.preview, name="preview"),
    path(
        "contests/<int:contest_id>/feedback/mails/preview/<int:member_id>/<str:language>/",
        mails.preview_html,
        name="preview_html",
    ),
    path("feedback/unsubscribe/<str:token>/", unsubscribing.unsubscribe, name="unsubscribe"),
]
