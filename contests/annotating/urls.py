from django.urls import include, path

from contests.annotating import api, views

contest_urls = [
    path("annotate/", views.annotate, name="annotate"),
    path("keys/", views.choose_keys, name="own_keys"),
]
api_urls = [
    path("", api.ContestView.as_view(), name="api_contest"),
    path("history/", api.HistoryView.as_view(), name="api_history"),
    path("tasks/", api.NextTasksView.as_view(), name="api_tasks"),
    path("answers/", api.AnswersView.as_view(), name="api_answers"),
    path("answers/<uuid:answer_id>/withdraw/", api.WithdrawView.as_view(), name="api_withdraw"),
]
urlpatterns = [
    path("api/contests/", api.ContestsView.as_view(), name="api_contests"),
    path("contests/<int:contest_id>/", include(contest_urls)),
    path("api/contests/<int:contest_id>/", include(api_urls)),
]
