"""Copying a contest: what was prepared comes along, people and answers stay behind."""

import pytest

from accounts.audit import Actor
from contests.annotating.models import Answer
from contests.annotating.services.answers import hand_out, take_answer
from contests.contest.models import Contest
from contests.contest.services import change_settings
from contests.inputs.models import InputPlace
from contests.setup.services import copy_contest, create_contest
from contests.setup.tasks import copy_all_inputs
from contests.training.services import add_ready_made
from jobs import services as jobs
from jobs.models import Job
from jobs.runs import JobRun
from tests.factories import publish_guidelines, submission


@pytest.fixture
def source(contest, ana_in_contest):
    publish_guidelines(contest)
    add_ready_made(contest=contest, actor=Actor())
    change_settings(
        contest=contest, actor=Actor(), weights={"tasks": 0.1, "quality": 0.9}, prizes="A cake."
    )
    task = hand_out(annotator=ana_in_contest, count=1)[0]
    take_answer(annotator=ana_in_contest, task_id=task.pk, submission=submission())
    return contest


def copy(source, carl, *, with_inputs=False):
    return copy_contest(
        source=source, name="Copie", with_inputs=with_inputs, manager=carl, actor=Actor(carl)
    )


def test_categories_settings_teams_and_training_come_along(source, carl):
    target = copy(source, carl).contest
    assert (target.state, target.name) == ("draft", "Copie")
    assert (target.weights, target.prizes) == ({"tasks": 0.1, "quality": 0.9}, "A cake.")
    labels = "label", "shortcut", "supercategory__name", "supercategory__colour", "description"
    assert list(target.categories.values_list(*labels)) == list(
        source.categories.values_list(*labels)
    )
    arms = "name", "key", "group__number", "arm", "retention"
    assert list(target.teams.values_list(*arms)) == list(source.teams.values_list(*arms))
    texts = [
        list(each.training_tasks.in_use().values_list("text", "units")) for each in (source, target)
    ]
    assert texts[0] == texts[1]
    assert target.seed != source.seed


def test_the_guidelines_come_along_as_a_draft(source, carl):
    target = copy(source, carl).contest
    draft = target.guidelines.get()
    assert draft.published_at is None
    published = source.guidelines.get().texts.get(language="fr").markdown
    assert draft.texts.get(language="fr").markdown == published


def test_people_answers_and_inputs_stay_behind(source, carl):
    target = copy(source, carl).contest
    assert [member.user for member in target.memberships.all()] == [carl]
    assert not target.inputs.exists()
    assert not Answer.objects.filter(task__input__contest=target).exists()


def run(job):
    copy_all_inputs(JobRun.of(jobs.claim_job(job_id=job.pk, worker="host:1")))


def test_inputs_are_copied_on_request_with_places_and_order(source, carl, monkeypatch):
    monkeypatch.setattr("contests.setup.tasks.BATCH_SIZE", 3)
    copied = copy(source, carl, with_inputs=True)
    run(copied.job)
    values = "text", "tokens", "proposals", "gold"
    assert list(copied.contest.inputs.values_list(*values)) == list(
        source.inputs.values_list(*values)
    )
    assert set(copied.contest.inputs.values_list("times_given", flat=True)) == {0}
    assert InputPlace.objects.filter(input__contest=copied.contest).count() == 4
    assert [group.sequence.count() for group in copied.contest.groups.all()] == [4]


def test_a_contest_of_no_inputs_needs_no_job(carl):
    empty = create_contest(name="x", manager=carl, actor=Actor(carl))
    assert copy(empty, carl, with_inputs=True).job is None


def test_the_page_makes_a_copy_and_leads_to_its_set_up(client, source, carl):
    client.force_login(carl)
    response = client.post(f"/contests/{source.pk}/copy/", {"name": "Copie", "with_inputs": "on"})
    target = Contest.objects.get(name="Copie")
    assert response["Location"] == f"/contests/{target.pk}/setup/"
    assert Job.objects.get(kind="contests.copy_inputs").contest_id == target.pk
