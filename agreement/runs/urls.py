from django.urls import include, path

from agreement.runs import api, views

contest_urls = [
    path("runs/", views.runs, name="runs"),
    path("runs/progress/", views.progress, name="run_progress"),
    path("runs/start/", views.start, name="start_run"),
    path("runs/<int:number>/cancel/", views.cancel, name="cancel_run"),
    path("votes/", views.differing, name="differing"),
    path("setup/teams/pairs/proposed/", views.pairs, name="proposed_pairs"),
]
api_urls = [
    path("runs/", api.RunsView.as_view(), name="api_runs"),
    path("runs/<int:number>/", api.RunView.as_view(), name="api_run"),
    path("agreement/", api.AgreementView.as_view(), name="api_agreement"),
    path("agreement/inputs/", api.InputsAgreementView.as_view(), name="api_agreement_inputs"),
]
urlpatterns = [
    path("contests/<int:contest_id>/", include(contest_urls)),
    path("api/contests/<int:contest_id>/", include(api_urls)),
]
