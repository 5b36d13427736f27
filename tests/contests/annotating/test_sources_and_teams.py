"""Where an answer came from and for which team its task was handed out, also of what was there before."""

from importlib import import_module

import pytest
from django.apps import apps

from accounts.audit import Actor
from contests.annotating.models import AnnotationTask, Answer
from contests.annotating.services.answers import hand_out, take_answer
from contests.downloads.selectors import rows_of
from contests.drawing.services.imported import Decisions
from contests.people.services.members import assign_team
from tests.contests.annotating.test_api import answer, post
from tests.contests.drawing.drawing import add_document, annotate, create_corpus, draw
from tests.factories import submission
from tests.programs import program_of
from text.tokens import key_of

pytestmark = pytest.mark.django_db

migration = import_module("contests.migrations.0021_sources_and_teams")


@pytest.fixture
def imported(contest, carl, ana_in_contest):
    """One answer of Ana's that came with a file, drawn while the contest was being prepared."""
    contest.state = "draft"
    contest.save()
    corpus = create_corpus(carl)
    (line,) = add_document(corpus, "lettre", ["Revu le 2 mars."])
    annotate(line, "answers", annotator="Ana")
    draw(contest, corpus, decisions=Decisions(annotators={key_of("Ana"): ana_in_contest.pk}))
    contest.state = "open"
    contest.save()
    return Answer.objects.get()


def test_a_page_and_a_program_are_told_apart(client, contest, ana, ana_in_contest):
    client.force_login(ana)
    for sender in (client, program_of(ana, "annotate")):
        (task, *_) = post(sender, f"/api/contests/{contest.pk}/tasks/", {"count": 1}).json()[
            "tasks"
        ]
        post(sender, f"/api/contests/{contest.pk}/answers/", {"answers": [answer(task)]})
    sources = Answer.objects.order_by("task").values_list("source", flat=True)
    assert list(sources) == ["page", "program"]


def test_an_imported_answer_was_handed_out_for_no_team(imported):
    assert (imported.source, imported.task.team) == ("file", None)


def test_a_task_stays_with_the_team_it_was_handed_out_for(contest, ana_in_contest):
    (task,) = hand_out(annotator=ana_in_contest, count=1)
    take_answer(annotator=ana_in_contest, task_id=task.pk, submission=submission())
    assign_team(member=ana_in_contest, team=contest.teams.get(name="gnocchi"), actor=Actor())
    (row,) = rows_of(contest, [task.pk], all_versions=False, with_names=False)
    assert (row["team"], row["arm"], row["source"]) == ("farfalle", "experimental", "page")


def test_the_migration_recognises_imported_answers_and_teams_of_before(
    imported, contest, ana_in_contest, bob_in_contest
):
    gnocchi = contest.teams.get(name="gnocchi")
    (first,) = hand_out(annotator=ana_in_contest, count=1)
    timed = submission()
    take_answer(annotator=ana_in_contest, task_id=first.pk, submission=timed)
    Answer.objects.filter(pk=timed.id).update(keyboard_edits=3)
    assign_team(member=ana_in_contest, team=gnocchi, actor=Actor())
    ana_in_contest.refresh_from_db()
    (second,) = hand_out(annotator=ana_in_contest, count=1)
    (bobs,) = hand_out(annotator=bob_in_contest, count=1)
    unmeasured = submission()
    take_answer(annotator=bob_in_contest, task_id=bobs.pk, submission=unmeasured)
    handed_out = dict(AnnotationTask.objects.values_list("pk", "team__name"))
    assert handed_out == {
        imported.task_id: None,
        first.pk: "farfalle",
        second.pk: "gnocchi",
        bobs.pk: "gnocchi",
    }
    AnnotationTask.objects.update(team=None)
    Answer.objects.update(source="")
    migration.fill_sources(apps, None)
    migration.fill_teams(apps, None)
    assert dict(AnnotationTask.objects.values_list("pk", "team__name")) == handed_out
    sources = dict(Answer.objects.values_list("pk", "source"))
    assert sources == {imported.pk: "file", timed.id: "page", unmeasured.id: ""}
