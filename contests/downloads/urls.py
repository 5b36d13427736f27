from django.urls import include, path

from contests.downloads import api, views

contest_urls = [
    path("", views.answer_files, name="answer_files"),
    path("<int:file_id>/", views.download, name="answer_file"),
]
api_urls = [
    path("", api.AnswerFilesView.as_view(), name="api_answer_files"),
    path("<int:file_id>/", api.AnswerFileView.as_view(), name="api_answer_file"),
    path("<int:file_id>/content/", api.AnswerFileContentView.as_view(), name="api_answer_content"),
]
urlpatterns = [
    path("contests/<int:contest_id>/answer-files/", include(contest_urls)),
    path("api/contests/<int:contest_id>/answer-files/", include(api_urls)),
]
