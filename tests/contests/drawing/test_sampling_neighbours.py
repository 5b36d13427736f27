"""However tasks are handed out, nobody meets two neighbouring lines of a document in succession."""

from itertools import pairwise

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.audit import Actor
from contests.annotating.models import AnnotationTask
from contests.annotating.services.answers import hand_out, take_answer
from contests.annotating.services.routing import neighbouring_pairs, neighbours_of
from contests.categories.domain.presets import SWISS_HOSPITAL
from contests.categories.services import add_categories
from contests.contest.models import Contest
from contests.inputs import services as setup
from contests.people.services import members as setup_members
from contests.setup.services import create_contest
from contests.teams.models import SequenceItem
from contests.teams.services import add_team
from corpus.documents.models import Chunk
from tests.contests.drawing.drawing import add_document, create_corpus
from tests.factories import submission

pytestmark = pytest.mark.django_db


@pytest.fixture
def palio(carl):
    """An open contest whose inputs have their ids in the order of the lines: the worst there is."""
    contest = create_contest(name="Palio", manager=carl, actor=Actor(carl), seed=7, state="open")
    add_categories(contest=contest, supercategories=SWISS_HOSPITAL)
    corpus = create_corpus(carl)
    for document in range(2):
        lines = [f"Document {document}, ligne {line}." for line in range(1, 21)]
        add_document(corpus, "lettre", ["Anamnèse", *lines, "Fin du document."])
    chunks = list(Chunk.objects.order_by("pk"))
    setup.add_inputs(contest=contest, chunks=chunks, proposals={})
    for group in (1, 2):
        add_team(contest=contest, group=group, name=f"t{group}", arm="control", retention=0)
    return contest


@pytest.fixture
def ana(palio, ana):
    team = palio.teams.get(name="t1")
    return setup_members.add_member(
        contest=palio, user=ana, role="annotator", alias="orzo", team=team
    )


def met_in_succession(member):
    """Return the neighbours met one after the other although something else was still open."""
    tasks = AnnotationTask.objects.filter(annotator=member).order_by("id")
    ids = list(tasks.values_list("input_id", flat=True))
    pairs = neighbouring_pairs(ids)
    return [
        (left, right)
        for number, (left, right) in enumerate(pairwise(ids))
        if (left, right) in pairs and not all((left, rest) in pairs for rest in ids[number + 1 :])
    ]


def work(member, *, batch, tasks=None):
    """Let the person answer everything, or so many tasks, fetched in batches."""
    done = 0
    while tasks is None or done < tasks:
        given = hand_out(annotator=member, count=batch)
        if not given:
            return
        take_answer(annotator=member, task_id=given[0].pk, submission=submission())
        done += 1


def change_team(member, name):
    member.refresh_from_db()
    member.team, member.next_position = member.contest.teams.get(name=name), 0
    member.save()


def test_neighbours_are_found_on_both_sides_and_at_every_place(palio):
    title = palio.inputs.get(text="Anamnèse")
    beside = {"Document 0, ligne 1.", "Document 1, ligne 1."}
    assert (
        set(palio.inputs.filter(pk__in=neighbours_of(title.pk)).values_list("text", flat=True))
        == beside
    )
    line = palio.inputs.get(text="Document 0, ligne 1.")
    assert set(neighbours_of(line.pk)) == {
        title.pk,
        palio.inputs.get(text="Document 0, ligne 2.").pk,
    }
    assert neighbouring_pairs([title.pk, line.pk, None]) == {
        (title.pk, line.pk),
        (line.pk, title.pk),
    }


@pytest.mark.parametrize("routing", ["sequence", "coverage"])
@pytest.mark.parametrize("batch", [1, 7])
def test_nobody_meets_neighbours_in_succession(palio, ana, routing, batch):
    Contest.objects.filter(pk=palio.pk).update(routing=routing)
    work(ana, batch=batch)
    assert AnnotationTask.objects.filter(annotator=ana).count() == 42
    assert met_in_succession(ana) == []


@pytest.mark.parametrize("met", range(1, 40, 4))
@pytest.mark.parametrize("batch", [1, 5])
def test_nor_does_someone_who_changes_teams(palio, ana, met, batch):
    work(ana, batch=batch, tasks=met)
    change_team(ana, "t2")
    work(ana, batch=batch, tasks=3)
    change_team(ana, "t1")
    work(ana, batch=batch)
    assert AnnotationTask.objects.filter(annotator=ana).count() == 42
    assert met_in_succession(ana) == []


def test_a_neighbour_that_was_put_off_comes_next(palio, ana):
    order = list(palio.groups.get(number=1).sequence.values_list("input__text", flat=True))
    first, second = order[:2]
    lines = {first: "Anamnèse", second: "Document 0, ligne 1."}
    put_in_order(palio, [*lines.values(), *[text for text in order if text not in lines.values()]])
    # As if the one between the two had been met elsewhere.
    ana.next_position = 0
    ana.save()
    other = palio.inputs.exclude(text__in=lines.values()).first()
    AnnotationTask.objects.create(input=other, annotator=ana, answered_at="2026-03-02T12:00Z")
    texts = [task.input.text for task in hand_out(annotator=ana, count=3)]
    assert texts[0] == "Anamnèse"
    assert texts.index("Document 0, ligne 1.") == 2


def put_in_order(contest, texts):
    group = contest.groups.get(number=1)
    group.sequence.all().delete()
    ids = dict(contest.inputs.values_list("text", "pk"))
    unique = list(dict.fromkeys(texts))
    SequenceItem.objects.bulk_create(
        SequenceItem(group=group, input_id=ids[text], position=position)
        for position, text in enumerate(unique)
    )


def test_where_only_neighbours_are_left_they_are_given(palio, ana):
    Contest.objects.filter(pk=palio.pk).update(routing="coverage")
    keep = ["Document 0, ligne 4.", "Document 0, ligne 5."]
    palio.inputs.exclude(text__in=keep).update(times_given=3)
    assert [task.input.text for task in hand_out(annotator=ana, count=5)] == keep


def test_an_input_that_neighbours_all_that_comes_next_is_followed_by_one_beyond(palio, ana):
    Contest.objects.filter(pk=palio.pk).update(routing="coverage")
    title = palio.inputs.get(text="Anamnèse")
    corpus = palio.inputs.first().places.first().chunk.document.corpus
    lines = list(palio.inputs.exclude(pk=title.pk).order_by("pk"))
    for item in lines[:30]:
        chunks = add_document(corpus, "lettre", ["Anamnèse", item.text])
        setup.add_inputs(contest=palio, chunks=chunks, proposals={})
    tasks = hand_out(annotator=ana, count=2)
    assert [task.input.text for task in tasks] == ["Anamnèse", lines[30].text]


def test_the_usual_way_through_a_sequence_asks_for_no_places(palio, ana):
    work(ana, batch=5, tasks=6)
    with CaptureQueriesContext(connection) as queries:
        assert len(hand_out(annotator=ana, count=8)) == 8
    assert not any("inputplace" in query["sql"] for query in queries)
