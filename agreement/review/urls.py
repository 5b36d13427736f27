from django.urls import include, path

from agreement.review.views import around, corrections, items, queue

review_urls = [
    path("", queue.queue, name="review"),
    path("waiting/", queue.waiting, name="review_waiting"),
    path("filter/", queue.narrow, name="review_filter"),
    path("first/", queue.first, name="review_first"),
    path("undo/", queue.undo, name="review_undo"),
    path("<int:input_id>/", items.item, name="review_item"),
    path("<int:input_id>/around/", around.around, name="review_around"),
    path("<int:input_id>/effects/", items.effects, name="review_effects"),
    path("<int:input_id>/identical/", items.identical, name="review_identical"),
    path("<int:input_id>/skip/", items.skip, name="review_skip"),
    path("<int:input_id>/leave/", items.leave_as_it_is, name="review_leave"),
    path("<int:input_id>/objections/<int:dispute_id>/", items.answer, name="review_answer"),
]
corrections_urls = [
    path("", corrections.corrections, name="corrections"),
    path("export/", corrections.export, name="export_corrections"),
    path("<uuid:thread>/revoke/", corrections.revoke, name="revoke_correction"),
    path("<uuid:thread>/restore/", corrections.restore, name="restore_correction"),
]
urlpatterns = [
    path("contests/<int:contest_id>/review/", include(review_urls)),
    path("contests/<int:contest_id>/corrections/", include(corrections_urls)),
]
