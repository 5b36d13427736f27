from django.urls import include, path

from contests.annotating import api
from contests.annotating import views as annotating
from contests.annotating import views as own_keys
from contests.categories.views import categories
from contests.categories.views import supercategories as families
from contests.categories.views import supercategories as pages_supercategories
from contests.chat import api as chat_api
from contests.chat import views as chat
from contests.drawing import views as inputs
from contests.guidelines.views import editing as guidelines_editing
from contests.guidelines.views import reading as guidelines
from contests.home import views as audit
from contests.home import views as pages
from contests.people.views import joining
from contests.people.views import joining as link_joining
from contests.people.views import members as inviting
from contests.people.views import members as people
from contests.proposals.views import lexicons
from contests.proposals.views import proposals as detection
from contests.proposals.views import proposals as rules
from contests.setup import views as copying
from contests.setup import views as creation
from contests.setup import views as setup
from contests.setup import views as states
from contests.teams import views as teams
from contests.training import api as training_api
from contests.training.views import preparing as training_setup
from contests.training.views import training
from gold.evaluations.views import contest as evaluation

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
    path(
        "contests/<int:contest_id>/inputs/<int:input_id>/", evaluation.find_input, name="find_input"
    ),
    path(
        "contests/<int:contest_id>/pre-annotation/", detection.pre_annotation, name="pre_annotation"
    ),
    path("contests/<int:contest_id>/pre-annotation/run/", detection.detect, name="detect"),
    path(
        "contests/<int:contest_id>/pre-annotation/labels/",
        detection.choose_labels,
        name="choose_labels",
    ),
    path(
        "contests/<int:contest_id>/pre-annotation/progress/",
        detection.detection_progress,
        name="detection_progress",
    ),
    path(
        "contests/<int:contest_id>/pre-annotation/preview/",
        detection.preview,
        name="preview_detection",
    ),
    path("contests/<int:contest_id>/pre-annotation/rules/", rules.rules, name="rules"),
    path("contests/<int:contest_id>/pre-annotation/words/", lexicons.lexicons, name="lexicons"),
    path(
        "contests/<int:contest_id>/pre-annotation/words/<slug:kind>/", lexicons.words, name="words"
    ),
    path(
        "contests/<int:contest_id>/pre-annotation/words/<slug:kind>/search/",
        lexicons.search_words,
        name="search_words",
    ),
    path(
        "contests/<int:contest_id>/pre-annotation/words/<slug:kind>/remove/",
        lexicons.remove_words,
        name="remove_words",
    ),
    path(
        "contests/<int:contest_id>/pre-annotation/words/<slug:kind>/download/",
        lexicons.download_words,
        name="download_words",
    ),
    path(
        "contests/<int:contest_id>/pre-annotation/formats/new/",
        lexicons.add_format,
        name="add_format",
    ),
    path(
        "contests/<int:contest_id>/pre-annotation/formats/try/",
        lexicons.try_format,
        name="try_format",
    ),
    path(
        "contests/<int:contest_id>/pre-annotation/formats/<int:format_id>/remove/",
        lexicons.remove_format,
        name="remove_format",
    ),
    path(
        "contests/<int:contest_id>/pre-annotation/evaluation/",
        evaluation.evaluation,
        name="evaluation",
    ),
    path(
        "contests/<int:contest_id>/pre-annotation/evaluation/run/",
        evaluation.evaluate,
        name="evaluate",
    ),
    path(
        "contests/<int:contest_id>/pre-annotation/evaluation/progress/",
        evaluation.evaluation_progress,
        name="evaluation_progress",
    ),
    path(
        "contests/<int:contest_id>/pre-annotation/evaluation/file/",
        evaluation.evaluate_file,
        name="evaluate_file",
    ),
    path(
        "contests/<int:contest_id>/pre-annotation/evaluation/scores.csv",
        evaluation.download_evaluation,
        {"form": "csv"},
        name="evaluation_csv",
    ),
    path(
        "contests/<int:contest_id>/pre-annotation/evaluation/scores.json",
        evaluation.download_evaluation,
        {"form": "json"},
        name="evaluation_json",
    ),
    path("contests/<int:contest_id>/colours.css", pages_supercategories.colours, name="colours"),
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
    path(
        "contests/<int:contest_id>/",
        include(
            [
                path("setup/", setup.overview, name="setup"),
                path("setup/about/", setup.about, name="setup_about"),
                path("setup/schedule/", setup.schedule, name="setup_schedule"),
                path("setup/scoring/", setup.scoring, name="setup_scoring"),
                path("setup/teams/", teams.teams, name="setup_teams"),
                path("setup/teams/design/", teams.use_design, name="use_design"),
                path("setup/teams/joining/", teams.set_assigning, name="set_assigning"),
                path("setup/teams/pairs/", teams.add_pair, name="add_pair"),
                path("setup/teams/pairs/remove/", teams.remove_pair, name="remove_pair"),
                path("setup/teams/<int:team_id>/", teams.edit_team, name="edit_team"),
                path("setup/teams/<int:team_id>/delete/", teams.delete_team, name="delete_team"),
                path("setup/training/", training_setup.training, name="setup_training"),
                path("setup/training/add/", training_setup.add_task, name="add_training_task"),
                path(
                    "setup/training/add-many/", training_setup.add_many, name="add_training_tasks"
                ),
                path(
                    "setup/training/ready-made/",
                    training_setup.add_ready_made,
                    name="add_ready_made",
                ),
                path("setup/training/inputs/", training_setup.choose_input, name="training_inputs"),
                path(
                    "setup/training/inputs/<int:input_id>/",
                    training_setup.take_input,
                    name="take_input",
                ),
                path(
                    "setup/training/<int:task_id>/",
                    training_setup.edit_task,
                    name="edit_training_task",
                ),
                path(
                    "setup/training/<int:task_id>/remove/",
                    training_setup.remove_task,
                    name="remove_training_task",
                ),
                path(
                    "setup/training/<int:task_id>/move/",
                    training_setup.move_task,
                    name="move_training_task",
                ),
                path("state/", states.change, name="change_state"),
                path("copy/", copying.copy, name="copy"),
                path("people/", people.people, name="people"),
                path("people/list/", inviting.roster, name="roster"),
                path("people/link/", inviting.make_link, name="make_link"),
                path(
                    "people/link/<int:link_id>/withdraw/",
                    inviting.withdraw_link,
                    name="withdraw_link",
                ),
                path("people/<int:member_id>/remove/", people.remove_member, name="remove_member"),
                path("people/<int:member_id>/team/", people.move_member, name="move_member"),
                path("people/<int:member_id>/alias/", people.refuse_alias, name="refuse_alias"),
                path(
                    "invitations/<int:invitation_id>/revoke/",
                    people.revoke_invitation,
                    name="revoke_invitation",
                ),
                path("alias/", link_joining.own_alias, name="own_alias"),
                path("keys/", own_keys.own_keys, name="own_keys"),
                path("training/", training.training, name="training"),
                path("training/repeat/", training.repeat, name="repeat_training"),
                path("training/<uuid:answer_id>/", training.result, name="training_result"),
            ]
        ),
    ),
    path("contests/<int:contest_id>/audit/", audit.audit, name="audit"),
    path("contests/<int:contest_id>/chat/", chat.chat, name="chat"),
    path("contests/<int:contest_id>/chat/links/", chat.links, name="chat_links"),
    path(
        "contests/<int:contest_id>/chat/<uuid:message_id>/text/",
        chat.linked_input,
        name="chat_input",
    ),
    path("invitations/<str:token>/", joining.join, name="join"),
    path("join/<str:token>/", link_joining.join_link_joining, name="join_by_link"),
    path("api/contests/<int:contest_id>/", api.ContestView.as_view(), name="api_contest"),
    path("api/contests/<int:contest_id>/history/", api.HistoryView.as_view(), name="api_history"),
    path(
        "api/contests/<int:contest_id>/answers/<uuid:answer_id>/withdraw/",
        api.WithdrawView.as_view(),
        name="api_withdraw",
    ),
    path("api/contests/<int:contest_id>/tasks/", api.NextTasksView.as_view(), name="api_tasks"),
    path("api/contests/<int:contest_id>/answers/", api.AnswersView.as_view(), name="api_answers"),
    path(
        "api/contests/<int:contest_id>/training/tasks/",
        training_api.TrainingTasksView.as_view(),
        name="api_training_tasks",
    ),
    path(
        "api/contests/<int:contest_id>/training/answers/",
        training_api.TrainingAnswersView.as_view(),
        name="api_training_answers",
    ),
    path("api/contests/<int:contest_id>/chat/", chat_api.MessagesView.as_view(), name="api_chat"),
    path(
        "api/contests/<int:contest_id>/chat/reading/",
        chat_api.ReadingView.as_view(),
        name="api_chat_read",
    ),
    path(
        "api/contests/<int:contest_id>/chat/<uuid:message_id>/remove/",
        chat_api.RemoveMessageView.as_view(),
        name="api_chat_remove",
    ),
    path(
        "api/contests/<int:contest_id>/chat/<uuid:message_id>/pin/",
        chat_api.PinMessageView.as_view(),
        name="api_chat_pin",
    ),
]
