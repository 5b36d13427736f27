from django.urls import include, path

from feedback.reports import views

feedback_urls = [
    path("", views.report, name="report"),
    path("seen/", views.mark_all_seen, name="mark_all_seen"),
    path("by-mail/", views.choose_mail, name="choose_mail"),
    path("of/<int:member_id>/", views.report_of, name="report_of"),
    path("inputs/<int:input_id>/<int:start>-<int:end>/", views.object_to, name="object"),
    path("objections/", views.objections, name="objections"),
    path("objections/<int:dispute_id>/reply/", views.reply, name="reply"),
    path("objections/<int:dispute_id>/withdraw/", views.withdraw, name="withdraw"),
]
urlpatterns = [path("contests/<int:contest_id>/feedback/", include(feedback_urls))]
