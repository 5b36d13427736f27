from django.urls import path

from contests.api import views as api
from contests.views import (
    annotating,
    audit,
    categories,
    creation,
    families,
    guidelines,
    guidelines_editing,
    inputs,
    joining,
    pages,
    people,
)

app_name = "contests"
urlpatterns = [
    path("contests/", pages.contest_list, name="list"),
    path("contests/new/", creation.new_contest, name="new"),
    path("contests/<int:contest_id>/", pages.contest_home, name="home"),
    path("contests/<int:contest_id>/annotate/", annotating.annotate, name="annotate"),
    path("contests/<int:contest_id>/inputs/", inputs.inputs, name="inputs"),
    path("contests/<int:contest_id>/inputs/summary/", inputs.inputs_summary, name="inputs_summary"),
    path(
        "contests/<int:contest_id>/inputs/progress/", inputs.inputs_progress, name="inputs_progress"
    ),
    path("contests/<int:contest_id>/inputs/remove/", inputs.remove_inputs, name="remove_inputs"),
    path("contests/<int:contest_id>/colours.css", pages.colours, name="colours"),
    path("contests/<int:contest_id>/categories/", categories.categories, name="categories"),
    path("contests/<int:contest_id>/categories/preset/", categories.apply_preset, name="preset"),
    path("contests/<int:contest_id>/categories/sort/", categories.sort, name="sort_categories"),
    path(
        "contests/<int:contest_id>/categories/shortcuts/",
        categories.renew_shortcuts,
        name="renew_shortcuts",
    ),
    path("contests/<int:contest_id>/categories/new/", categories.new_category, name="new_category"),
    path(
        "contests/<int:contest_id>/categories/<int:category_id>/",
        categories.edit_category,
        name="edit_category",
    ),
    path(
        "contests/<int:contest_id>/categories/<int:category_id>/move/",
        categories.move_category,
        name="move_category",
    ),
    path(
        "contests/<int:contest_id>/categories/<int:category_id>/archive/",
        categories.archive_category,
        name="archive_category",
    ),
    path(
        "contests/<int:contest_id>/categories/<int:category_id>/restore/",
        categories.restore_category,
        name="restore_category",
    ),
    path(
        "contests/<int:contest_id>/categories/<int:category_id>/delete/",
        categories.delete_category,
        name="delete_category",
    ),
    path("contests/<int:contest_id>/families/new/", families.new_family, name="new_family"),
    path("contests/<int:contest_id>/families/colour/", families.judge_colour, name="judge_colour"),
    path(
        "contests/<int:contest_id>/families/<int:family_id>/",
        families.edit_family,
        name="edit_family",
    ),
    path(
        "contests/<int:contest_id>/families/<int:family_id>/move/",
        families.move_family,
        name="move_family",
    ),
    path(
        "contests/<int:contest_id>/families/<int:family_id>/delete/",
        families.delete_family,
        name="delete_family",
    ),
    path("contests/<int:contest_id>/guidelines/", guidelines.guidelines, name="guidelines"),
    path(
        "contests/<int:contest_id>/guidelines/versions/",
        guidelines.versions,
        name="guideline_versions",
    ),
    path(
        "contests/<int:contest_id>/guidelines/compare/",
        guidelines.compare,
        name="compare_guidelines",
    ),
    path(
        "contests/<int:contest_id>/guidelines/start/",
        guidelines_editing.start,
        name="start_guidelines",
    ),
    path(
        "contests/<int:contest_id>/guidelines/discard/",
        guidelines_editing.discard,
        name="discard_guidelines",
    ),
    path(
        "contests/<int:contest_id>/guidelines/publish/",
        guidelines_editing.publish,
        name="publish_guidelines",
    ),
    path(
        "contests/<int:contest_id>/guidelines/edit/<str:language>/",
        guidelines_editing.edit,
        name="edit_guidelines",
    ),
    path(
        "contests/<int:contest_id>/guidelines/edit/<str:language>/preview/",
        guidelines_editing.preview,
        name="preview_guidelines",
    ),
    path(
        "contests/<int:contest_id>/guidelines/<str:version>/",
        guidelines.guideline_version,
        name="guideline_version",
    ),
    path(
        "contests/<int:contest_id>/guidelines/<str:version>/guidelines.html",
        guidelines.download_html,
        name="guidelines_html",
    ),
    path(
        "contests/<int:contest_id>/guidelines/<str:version>/guidelines.pdf",
        guidelines.download_pdf,
        name="guidelines_pdf",
    ),
    path("contests/<int:contest_id>/people/", people.people, name="people"),
    path(
        "contests/<int:contest_id>/people/<int:member_id>/remove/",
        people.remove_member,
        name="remove_member",
    ),
    path(
        "contests/<int:contest_id>/invitations/<int:invitation_id>/revoke/",
        people.revoke_invitation,
        name="revoke_invitation",
    ),
    path("contests/<int:contest_id>/audit/", audit.audit, name="audit"),
    path("invitations/<str:token>/", joining.join, name="join"),
    path("api/contests/<int:contest_id>/", api.ContestView.as_view(), name="api_contest"),
    path("api/contests/<int:contest_id>/history/", api.HistoryView.as_view(), name="api_history"),
    path(
        "api/contests/<int:contest_id>/answers/<uuid:answer_id>/withdraw/",
        api.WithdrawView.as_view(),
        name="api_withdraw",
    ),
    path("api/contests/<int:contest_id>/tasks/", api.NextTasksView.as_view(), name="api_tasks"),
    path("api/contests/<int:contest_id>/answers/", api.AnswersView.as_view(), name="api_answers"),
]
