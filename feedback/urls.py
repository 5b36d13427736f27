from django.urls import path

from feedback.views import objections, reports

app_name = "feedback"
urlpatterns = [
    path("contests/<int:contest_id>/feedback/", reports.report, name="report"),
    path("contests/<int:contest_id>/feedback/seen/", reports.mark_all_seen, name="mark_all_seen"),
    path("contests/<int:contest_id>/feedback/by-mail/", reports.choose_mail, name="choose_mail"),
    path("contests/<int:contest_id>/feedback/of/<int:member_id>/", reports.report_of, name="report_of"),
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
]
