from django.urls import include, path

from feedback.mails import views

mails_urls = [
    path("", views.mails, name="mails"),
    path("send/", views.send, name="send"),
    path("<int:mail_id>/again/", views.send_again, name="send_again"),
    path("preview/", views.preview, name="preview"),
    path("preview/<int:member_id>/<str:language>/", views.preview_html, name="preview_html"),
]
urlpatterns = [
    path("contests/<int:contest_id>/feedback/mails/", include(mails_urls)),
    path("feedback/unsubscribe/<str:token>/", views.unsubscribe, name="unsubscribe"),
]
