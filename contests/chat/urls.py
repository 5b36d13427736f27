from django.urls import include, path

from contests.chat import api, views

chat_urls = [
    path("", views.chat, name="chat"),
    path("links/", views.links, name="chat_links"),
    path("<uuid:message_id>/text/", views.linked_input, name="chat_input"),
]
api_urls = [
    path("", api.MessagesView.as_view(), name="api_chat"),
    path("reading/", api.ReadingView.as_view(), name="api_chat_read"),
    path("<uuid:message_id>/remove/", api.RemoveMessageView.as_view(), name="api_chat_remove"),
    path("<uuid:message_id>/pin/", api.PinMessageView.as_view(), name="api_chat_pin"),
]
urlpatterns = [
    path("contests/<int:contest_id>/chat/", include(chat_urls)),
    path("api/contests/<int:contest_id>/chat/", include(api_urls)),
]
