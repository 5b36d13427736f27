"""The set-up step by step: each saved and checked on its own, with an overview of what is missing."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.audit import Actor
from accounts.models import AuditEvent
from contests.categories.domain.presets import PRESETS
from contests.categories.services import apply_preset, change_category
from contests.contest.models import Contest
from contests.setup.selectors import missing_steps
from contests.setup.services import create_draft
from contests.training.models import TrainingTask
from tests.factories import add_marked_inputs, publish_guidelines

SCORING = {
    "weighs_votes": "no",
    "run_every_minutes": "10",
    "tasks_weight": "20",
    "annotations_weight": "20",
    "throughput_weight": "20",
    "quality_weight": "40",
    "voting": "majority",
    "alpha": "1",
    "beta": "1",
    "delta_empty": "1",
    "single_quality_threshold": "85",
}
SCHEDULE = {
    "goal_per_annotator": "500",
    "collective_goal": "",
    "first_day": "",
    "last_day": "",
    "prizes": "",
    "routing": "sequence",
    "annotators_per_input": "3",
}
TEAM = {
    "name": "penne",
    "group": "1",
    "arm": "experimental",
    "retention": "50",
    "perturbation": "0",
    "places": "",
}


@pytest.fixture
def draft(carl):
    return create_draft(
        name="Palio nuovo", manager=carl, preset=PRESETS["swiss_hospital"], actor=Actor(carl)
    )


@pytest.fixture
def manager(client, carl):
    client.force_login(carl)
    return client


def post(client, contest, step, data):
    return client.post(f"/contests/{contest.pk}/setup/{step}/", data)


def codes(contest, *, blocking=True):
    return [each.code for each in missing_steps(contest) if bool(each.blocks) is blocking]


def test_a_new_contest_begins_with_a_training_for_its_categories(draft):
    assert draft.training_tasks.in_use().count() == 20
    assert draft.requires_training


def test_a_preset_without_ready_made_tasks_begins_without_training(carl):
    draft = create_draft(name="x", manager=carl, preset=PRESETS["hipaa"], actor=Actor(carl))
    assert not draft.training_tasks.exists()
    assert not draft.requires_training


def test_the_overview_says_what_is_missing_with_a_link_to_it(manager, draft):
    page = manager.get(f"/contests/{draft.pk}/setup/").content.decode()
    for words in ("There are no guidelines yet.", "There are no inputs", "There is no team"):
        assert words in page
    for path in ("setup/teams/", "inputs/", "guidelines/", "setup/scoring/", "people/"):
        assert f'href="/contests/{draft.pk}/{path}"' in page


def test_what_is_missing_shrinks_step_by_step_until_the_contest_can_open(manager, draft):
    assert codes(draft) == ["no-guidelines", "no-inputs", "no-teams"]
    publish_guidelines(draft)
    add_marked_inputs(draft, "Vu le [18#03#2022](TEMPORAL:DATE).")
    post(manager, draft, "teams", TEAM)
    assert codes(draft) == []
    state = f"/contests/{draft.pk}/state/"
    manager.post(state, {"target": "training"})
    manager.post(state, {"target": "open", "confirmed": "1"})
    draft.refresh_from_db()
    assert draft.state == "open"


def test_name_language_and_description_are_saved_and_written_down(manager, draft):
    data = {"name": "Palio d’été", "language": "en", "description": "Bienvenue."}
    assert post(manager, draft, "about", data).status_code == 302
    draft.refresh_from_db()
    assert (draft.name, draft.language, draft.description) == ("Palio d’été", "en", "Bienvenue.")
    event = AuditEvent.objects.filter(object_type="contest").latest("pk")
    assert sorted(event.details["fields"]) == ["description", "language", "name"]


def test_the_language_stays_once_there_are_inputs(manager, contest):
    data = {"name": contest.name, "language": "en", "description": ""}
    post(manager, contest, "about", data)
    contest.refresh_from_db()
    assert contest.language == "fr"


@pytest.mark.parametrize("name", ["", " ", "x" * 121])
def test_a_contest_needs_a_name(manager, draft, name):
    data = {"name": name, "language": "fr", "description": ""}
    assert post(manager, draft, "about", data).status_code == 200
    draft.refresh_from_db()
    assert draft.name == "Palio nuovo"


def test_the_last_day_counts_to_its_end(manager, draft):
    day = timezone.localdate() + timedelta(days=10)
    post(manager, draft, "schedule", SCHEDULE | {"last_day": day.isoformat()})
    draft.refresh_from_db()
    assert timezone.localdate(draft.ends_at) == day
    assert timezone.localtime(draft.ends_at).hour == 23
    assert draft.goal_per_annotator == 500


def test_the_goal_of_all_together_can_be_set_and_left_to_the_opening(manager, draft):
    for typed, stored in (("9000", 9000), ("", None)):
        post(manager, draft, "schedule", SCHEDULE | {"collective_goal": typed})
        draft.refresh_from_db()
        assert draft.collective_goal == stored


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"last_day": "2001-01-01"}, "This day has passed."),
        ({"first_day": "2998-01-02", "last_day": "2998-01-01"}, "before the first one"),
        ({"last_day": "9999-12-31"}, "less than or equal"),
        ({"last_day": "yesterday"}, "valid date"),
        ({"goal_per_annotator": "0"}, "greater than or equal"),
        ({"collective_goal": "0"}, "greater than or equal"),
        ({"annotators_per_input": "0"}, "greater than or equal"),
        ({"routing": "random"}, "valid choice"),
    ],
)
def test_a_wrong_schedule_is_refused_with_words_that_help(manager, draft, wrong, words):
    page = post(manager, draft, "schedule", SCHEDULE | wrong).content.decode()
    assert words in page
    draft.refresh_from_db()
    assert (draft.goal_per_annotator, draft.ends_at) == (2000, None)


def test_the_weights_are_stored_as_shares(manager, draft):
    weights = {"tasks_weight": "12.5", "quality_weight": "47.5", "single_quality_threshold": "90"}
    post(
        manager, draft, "scoring", SCORING | weights | {"voting": "plurality", "delta_empty": "0.5"}
    )
    draft.refresh_from_db()
    assert (draft.weights["tasks"], draft.weights["quality"]) == (0.125, 0.475)
    assert (draft.voting, draft.delta_empty) == ("plurality", 0.5)
    assert draft.single_quality_threshold == 0.9


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"quality_weight": "41"}, "they sum up to 101 %"),
        ({"quality_weight": "-1"}, "greater than or equal"),
        ({"quality_weight": "nan"}, "Enter a number"),
        ({"alpha": "0", "beta": "0"}, "cannot both be 0"),
        ({"delta_empty": "0"}, "greater than or equal"),
        ({"single_quality_threshold": "101"}, "less than or equal"),
    ],
)
def test_a_wrong_scoring_is_refused_with_words_that_help(manager, draft, wrong, words):
    assert words in post(manager, draft, "scoring", SCORING | wrong).content.decode()
    draft.refresh_from_db()
    assert (draft.weights["quality"], draft.alpha) == (0.4, 1)


def test_weights_that_do_not_sum_up_keep_a_contest_from_opening(draft):
    Contest.objects.update(weights=draft.weights | {"quality": 0.5})
    draft.refresh_from_db()
    assert "weights-off" in codes(draft)


def test_teams_are_added_with_group_arm_and_places(manager, draft):
    post(manager, draft, "teams", TEAM | {"places": "4"})
    post(manager, draft, "teams", TEAM | {"name": "ziti", "arm": "control", "retention": "0"})
    teams = draft.teams.values_list("name", "group__number", "arm", "retention", "places")
    assert list(teams) == [("penne", 1, "experimental", 0.5, 4), ("ziti", 1, "control", 0, None)]
    page = manager.get(f"/contests/{draft.pk}/setup/teams/").content.decode()
    assert "retention experiment" in page


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"arm": "control", "perturbation": "10"}, "A control team sees no mistakes"),
        ({"retention": "101"}, "less than or equal"),
        ({"name": ""}, "required"),
        ({"group": "0"}, "greater than or equal"),
    ],
)
def test_a_wrong_team_is_refused(manager, draft, wrong, words):
    assert words in post(manager, draft, "teams", TEAM | wrong).content.decode()
    assert not draft.teams.exists()


def test_an_invalid_experiment_is_named_where_it_is(manager, draft):
    post(manager, draft, "teams", TEAM)
    post(manager, draft, "teams", TEAM | {"name": "ziti", "arm": "control", "retention": "20"})
    page = manager.get(f"/contests/{draft.pk}/setup/teams/").content.decode()
    assert "“ziti” is the control of a retention experiment" in page


def test_pairs_are_added_once_and_removed(manager, draft):
    pair = {"first": "NOM:PATIENT_E", "second": "ORGANISATION"}
    path = f"/contests/{draft.pk}/setup/teams/pairs/"
    manager.post(path, pair)
    draft.refresh_from_db()
    assert ["NOM:PATIENT_E", "ORGANISATION"] in draft.confusable_pairs
    twice = {"first": "ORGANISATION", "second": "NOM:PATIENT_E"}
    assert "already there" in manager.post(path, twice).content.decode()
    assert (
        "another category"
        in manager.post(path, pair | {"second": "NOM:PATIENT_E"}).content.decode()
    )
    manager.post(path + "remove/", twice)
    draft.refresh_from_db()
    assert ["NOM:PATIENT_E", "ORGANISATION"] not in draft.confusable_pairs


def test_training_tasks_are_written_pasted_moved_and_removed(manager, draft):
    TrainingTask.objects.all().delete()
    base = f"/contests/{draft.pk}/setup/training/"
    manager.post(base + "add/", {"marked": "Vu à [9h](TEMPORAL:TEMPS).", "note": "N."})
    lines = "Né à [Nyon](EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE).\n> Without “à”.\nRien."
    manager.post(base + "add-many/", {"lines": lines})
    tasks = list(draft.training_tasks.in_use())
    assert [task.text for task in tasks] == ["Vu à 9h.", "Né à Nyon.", "Rien."]
    assert [task.note for task in tasks] == ["N.", "Without “à”.", ""]
    manager.post(f"{base}{tasks[2].pk}/move/", {"direction": "up"})
    assert [task.text for task in draft.training_tasks.in_use()][1] == "Rien."
    assert "Remove this task" in manager.post(f"{base}{tasks[0].pk}/remove/").content.decode()
    manager.post(f"{base}{tasks[0].pk}/remove/", {"confirmed": "1"})
    assert draft.training_tasks.in_use().count() == 2


def test_a_wrong_line_is_named_and_nothing_is_added(manager, draft):
    lines = "Fine.\n[x](NO:SUCH)"
    path = f"/contests/{draft.pk}/setup/training/add-many/"
    page = manager.post(path, {"lines": lines}).content.decode()
    assert "Line 2:" in page
    assert draft.training_tasks.in_use().count() == 20


def test_a_category_that_was_archived_is_missed_in_the_training(draft):
    draft.categories.filter(label="CONTACT:FAX").update(archived_at=timezone.now())
    assert "training-label-gone" in codes(draft)


def test_a_renamed_category_keeps_its_name_in_the_training(draft):
    category = draft.categories.get(label="CONTACT:FAX")
    change_category(
        category=category,
        supercategory=category.supercategory,
        name="TÉLÉCOPIE",
        shortcut="",
        description="",
        actor=Actor(),
    )
    labels = {unit.label for task in draft.training_tasks.all() for unit in task.known_units}
    assert "CONTACT:TÉLÉCOPIE" in labels
    assert "training-label-gone" not in codes(draft)


def test_another_preset_takes_the_ready_made_training_with_it(draft, carl):
    apply_preset(contest=draft, preset=PRESETS["hipaa"], actor=Actor(carl), is_replacing=True)
    assert not draft.training_tasks.exists()
    assert "no-training-tasks" in codes(draft)


def test_an_input_with_a_known_answer_becomes_a_training_task(manager, contest):
    Contest.objects.update(state="draft")
    item = contest.inputs.get(text__startswith="Contrôle")
    item.gold = item.proposals
    item.save()
    base = f"/contests/{contest.pk}/setup/training/inputs/"
    page = manager.get(base).content.decode()
    assert f"{base}{item.pk}/" in page
    assert "Pas d&#x27;allergie" not in page
    form = manager.get(f"{base}{item.pk}/").context["form"]
    marked = form.initial["marked"]
    assert marked == "Contrôle le [18#03#2022](TEMPORAL:DATE)."
    refused = manager.post(f"{base}{item.pk}/", {"marked": marked + " plus", "note": ""})
    assert "its text was changed" in refused.content.decode()
    manager.post(f"{base}{item.pk}/", {"marked": marked, "note": ""})
    assert contest.training_tasks.get().units == [[12, 22, "TEMPORAL:DATE"]]
    assert not contest.inputs.filter(pk=item.pk).exists()


PAGES = ["", "about/", "schedule/", "scoring/", "teams/", "training/", "training/inputs/"]


@pytest.mark.parametrize("path", [f"setup/{page}" for page in PAGES] + ["copy/", "people/list/"])
def test_strangers_and_annotators_see_nothing_of_the_set_up(
    client, contest, ana, eve, ana_in_contest, path
):
    for person in (ana, eve):
        client.force_login(person)
        assert client.get(f"/contests/{contest.pk}/{path}").status_code == 404
        assert client.post(f"/contests/{contest.pk}/{path}").status_code in (404, 405)


def test_the_manager_home_says_what_comes_next(manager, draft):
    page = manager.get(f"/contests/{draft.pk}/").content.decode()
    assert "What to do next" in page
    assert "There is no team" in page
