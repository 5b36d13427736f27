from django.urls import URLPattern, URLResolver, include, path

from agreement.review.views import corrections, items
from agreement.review.views import items as identical
from agreement.review.views import queue as review
from agreement.runs import api
from agreement.runs import views as runs
from agreement.runs import views as weighing

app_name = "agreement"
item_urls: list[URLPattern | URLResolver] = [
    path("", items.item, name="review_item"),
    path("effects/", items.effects, name="review_effects"),
    path("identical/", identical.identical, name="review_identical"),
    path("skip/", items.skip, name="review_skip"),
    path("leave/", items.leave_as_it_is, name="review_leave"),
    path("objections/<int:dispute_id>/", items.answer, name="review_answer"),
]
contest_urls: list[URLPattern | URLResolver] = [
    path("review/", review.queue, name="review"),
    path("review/waiting/", review.waiting, name="review_waiting"),
    path("review/filter/", review.narrow, name="review_filter"),
    path("review/first/", review.first, name="review_first"),
    path("review/undo/", review.undo, name="review_undo"),
    path("review/<int:input_id>/", include(item_urls)),
    path("corrections/", corrections.corrections, name="corrections"),
    path("corrections/export/", corrections.export, name="export_corrections"),
    path("corrections/<uuid:thread>/revoke/", corrections.revoke, name="revoke_correction"),
    path("corrections/<uuid:thread>/restore/", corrections.restore, name="restore_correction"),
    path("runs/", runs.runs, name="runs"),
    path("runs/progress/", runs.progress, name="run_progress"),
    path("runs/start/", runs.start, name="start_run"),
    path("runs/<int:number>/cancel/", runs.cancel, name="cancel_run"),
    path("votes/", weighing.differing, name="differing"),
    path("setup/teams/pairs/proposed/", weighing.pairs, name="proposed_pairs"),
]
api_urls: list[URLPattern | URLResolver] = [
    path("runs/", api.RunsView.as_view(), name="api_runs"),
    path("runs/<int:number>/", api.RunView.as_view(), name="api_run"),
    path("agreement/", api.AgreementView.as_view(), name="api_agreement"),
    path("agreement/inputs/", api.InputsAgreementView.as_view(), name="api_agreement_inputs"),
]
urlpatterns = [
    path("contests/<int:contest_id>/", include(contest_urls)),
    path("api/contests/<int:contest_id>/", include(api_urls)),
]
