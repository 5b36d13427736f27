"""Drawing inputs from a corpus: what is drawn, once, and in which order people will meet it."""

from collections import Counter
from itertools import pairwise

import pytest

from accounts.audit import Actor
from accounts.models import AuditEvent
from contests.annotating.services.answers import hand_out
from contests.categories.domain.presets import SWISS_HOSPITAL
from contests.categories.services import add_categories
from contests.contest.models import Contest
from contests.drawing import tasks as drawing
from contests.drawing.domain import Criteria, Reason
from contests.drawing.selectors import imported_annotations, overview, survey_corpus
from contests.drawing.services import drawing as sampling
from contests.inputs.errors import InputsAnswered, InputsFixed
from contests.inputs.models import InputPlace
from contests.inputs.selectors import latest_drawing
from contests.people.services import members as setup_members
from contests.setup import services as setup
from contests.setup.services import change_state
from contests.teams.models import SequenceItem
from contests.teams.services import add_team
from jobs import services as jobs
from jobs.errors import JobAtWork
from jobs.models import Job
from jobs.runs import JobRun
from tests.contests.drawing.drawing import (
    CARE,
    LETTER,
    add_document,
    add_import,
    annotate,
    create_corpus,
    draw,
    finish,
    start,
    texts,
)
from tests.factories import publish_guidelines

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft(carl):
    contest = setup.create_contest(name="Palio", manager=carl, actor=Actor(carl), seed=7)
    add_categories(contest=contest, supercategories=SWISS_HOSPITAL)
    for group, name in ((1, "farfalle"), (1, "gnocchi"), (2, "penne")):
        add_team(contest=contest, group=group, name=name, arm="experimental", retention=1)
    return contest


@pytest.fixture
def corpus(carl):
    return create_corpus(carl, soins=CARE, lettre=LETTER)


def types_of(contest):
    places = InputPlace.objects.filter(input__contest=contest)
    return Counter(places.values_list("chunk__document__document_type", flat=True))


def test_equal_numbers_are_drawn_from_every_document_type(draft, corpus):
    draw(draft, corpus, size=10)
    assert types_of(draft) == {"lettre": 5, "soins": 5}


def test_what_one_type_lacks_comes_from_the_others(draft, corpus):
    draw(draft, corpus, size=18)
    assert types_of(draft) == {"lettre": 10, "soins": 8}


def test_the_same_texts_and_seed_give_the_same_inputs_in_the_same_order(draft, corpus, carl):
    other = setup.create_contest(name="Autre", manager=carl, actor=Actor(carl), seed=7)
    copy = create_corpus(carl, name="Copie", lettre=LETTER, soins=CARE)
    draw(draft, corpus, size=10)
    draw(other, copy, size=10)
    assert texts(draft) == texts(other)
    assert texts(draft) != sorted(texts(draft))


def test_another_seed_gives_others(draft, corpus, carl):
    other = setup.create_contest(name="Autre", manager=carl, actor=Actor(carl), seed=7)
    draw(draft, corpus, size=10)
    draw(other, corpus, size=10, seed=2)
    assert set(texts(draft)) != set(texts(other))


def test_a_text_at_several_places_is_one_input_with_all_of_them(draft, corpus):
    add_document(corpus, "lettre", ["Anamnèse", "Un cas.", "Anamnèse"])
    add_document(corpus, "soins", ["Anamnèse"])
    draw(draft, corpus)
    assert draft.inputs.get(text="Anamnèse").places.count() == 3


def test_documents_of_an_import_that_is_not_taken_are_left_alone(draft, corpus):
    imported = add_import(corpus, state="checked")
    add_document(corpus, "lettre", ["Pas encore là.", CARE[0]], imported_in=imported)
    draw(draft, corpus)
    assert draft.inputs.count() == 20
    assert draft.inputs.get(text=CARE[0]).places.count() == 1
    imported.state = "taken"
    imported.save()
    draw(draft, corpus)
    assert draft.inputs.get(text=CARE[0]).places.count() == 2
    assert draft.inputs.count() == 21


@pytest.mark.parametrize(
    ("criteria", "left_out"),
    [
        ({}, {Reason.BLANK: 1}),
        ({"takes_blank": True}, {}),
        ({"min_length": 4}, {Reason.BLANK: 1, Reason.SHORT: 1}),
        ({"max_length": 50}, {Reason.BLANK: 1, Reason.LONG: 1}),
        ({"most_times": 2}, {Reason.BLANK: 1, Reason.FREQUENT: 1}),
        ({"types": frozenset({"lettre"})}, {Reason.TYPE: 1, Reason.BLANK: 1}),
    ],
)
def test_what_the_limits_exclude_is_counted_before_and_not_drawn(draft, carl, criteria, left_out):
    lines = ["Anamnèse", "------", "ok.", "Anamnèse", "Une ligne " * 10, "Anamnèse"]
    corpus = create_corpus(carl, lettre=lines, soins=["Rien à signaler cette nuit."])
    told = survey_corpus(draft, corpus, Criteria(size=100, **criteria))
    assert (told.lines, told.texts, told.left_out) == (7, 5, left_out)
    draw(draft, corpus, **criteria)
    assert draft.inputs.count() == 5 - sum(left_out.values()) == sum(told.drawn.values())


def test_several_draws_add_up_and_known_texts_are_not_drawn_again(draft, corpus):
    draw(draft, corpus, size=6)
    told = survey_corpus(draft, corpus, Criteria(size=8))
    assert (told.known, sum(told.available.values()), sum(told.drawn.values())) == (6, 14, 8)
    job = draw(draft, corpus, size=8)
    assert job.result["inputs"] == 8
    assert len(set(texts(draft))) == len(texts(draft)) == 14


def test_the_survey_notices_what_was_imported_since(draft, corpus):
    assert survey_corpus(draft, corpus, Criteria(size=1)).lines == 20
    add_document(corpus, "soins", ["Une ligne de plus."], imported_in=add_import(corpus))
    assert survey_corpus(draft, corpus, Criteria(size=1)).lines == 21


def test_the_survey_reads_the_lines_once_however_often_it_is_asked(
    draft, corpus, django_assert_max_num_queries
):
    annotate(corpus.documents.first().chunks.first(), "gold")
    draw(draft, corpus, size=4)
    survey_corpus(draft, corpus, Criteria(size=8))
    imported_annotations(corpus)
    overview(draft)
    with django_assert_max_num_queries(20) as again:
        told = survey_corpus(draft, corpus, Criteria(size=9))
        assert imported_annotations(corpus).gold == 1
        overview(draft)
    assert (told.known, sum(told.drawn.values())) == (4, 9)
    read = " ".join(query["sql"] for query in again.captured_queries)
    assert "corpus_chunk" not in read
    assert "corpus_importedannotation" not in read


def test_every_group_gets_all_inputs_with_no_two_neighbours_in_succession(draft, corpus):
    draw(draft, corpus, size=6)
    draw(draft, corpus)
    for group in draft.groups.all():
        rows = SequenceItem.objects.filter(group=group).order_by("position")
        lines = [
            {(place.chunk.document_id, place.chunk.line) for place in item.input.places.all()}
            for item in rows
        ]
        assert [item.position for item in rows] == list(range(20))
        assert not any(
            one[0] == two[0] and abs(one[1] - two[1]) == 1
            for left, right in pairwise(lines)
            for one in left
            for two in right
        )
    assert latest_drawing(draft).result["neighbours"] == 0


def test_neighbours_that_cannot_be_kept_apart_are_counted(draft, carl):
    job = draw(draft, create_corpus(carl, lettre=["Un cas.", "Une suite."]))
    assert job.result == {"inputs": 2, "neighbours": 2}


def test_a_group_that_comes_later_gets_its_order_with_its_first_team(draft, corpus):
    draw(draft, corpus)
    team = add_team(contest=draft, group=3, name="ziti", arm="control", retention=0)
    assert team.group.sequence.count() == 20


def test_a_run_that_is_killed_anywhere_leaves_the_same_inputs_once(
    draft, corpus, carl, monkeypatch
):
    monkeypatch.setattr(drawing, "BATCH_SIZE", 3)
    monkeypatch.setattr(drawing, "POSITIONS_PER_STEP", 7)
    other = setup.create_contest(name="Autre", manager=carl, actor=Actor(carl), seed=7)
    for number in (1, 2):
        add_team(contest=other, group=number, name=f"t{number}", arm="control", retention=0)
    undisturbed = draw(other, corpus, size=10)
    job = start(draft, corpus, size=10)
    steps = 0
    while job.state != "succeeded":
        die_after_a_step(job, monkeypatch)
        job.refresh_from_db()
        # Another import must not change what was asked for.
        imported = add_import(corpus)
        add_document(corpus, "lettre", [f"Ligne tardive {steps}."], imported_in=imported)
        steps += 1
    assert steps > 8
    assert texts(draft) == texts(other)
    assert job.result == undisturbed.result
    assert orders(draft) == orders(other)


def orders(contest):
    rows = SequenceItem.objects.filter(group__contest=contest).order_by("group__number", "position")
    return list(rows.values_list("group__number", "position", "input__text"))


def die_after_a_step(job, monkeypatch):
    """Let a worker run the job until one step is stored, and then go away."""
    claimed = jobs.claim_job(job_id=job.pk, worker="host:1")
    run = JobRun.of(claimed)
    real, stored = JobRun.step, []

    def step(self, **progress):
        if stored:
            raise KeyboardInterrupt
        stored.append(progress)
        return real(self, **progress)

    with monkeypatch.context() as patch:
        patch.setattr(JobRun, "step", step)
        try:
            drawing.draw_inputs(run)
        except KeyboardInterrupt:
            jobs.release_job(job_id=job.pk, lease=claimed.lease)
        else:
            jobs.succeed_job(job_id=job.pk, lease=claimed.lease)


@pytest.mark.parametrize("state", ["open", "closed", "archived"])
def test_a_contest_that_has_begun_keeps_its_inputs(draft, corpus, state):
    Contest.objects.filter(pk=draft.pk).update(state=state)
    with pytest.raises(InputsFixed):
        start(draft, corpus)
    with pytest.raises(InputsFixed):
        sampling.start_removing(contest=draft, actor=Actor())


def test_in_training_inputs_change_only_until_the_first_task(draft, corpus, ana):
    draw(draft, corpus, size=4)
    Contest.objects.filter(pk=draft.pk).update(state="training")
    draw(draft, corpus, size=4)
    Contest.objects.filter(pk=draft.pk).update(state="open")
    team = draft.teams.get(name="penne")
    ana = setup_members.add_member(
        contest=draft, user=ana, role="annotator", alias="orzo", team=team
    )
    hand_out(annotator=ana, count=1)
    Contest.objects.filter(pk=draft.pk).update(state="training")
    with pytest.raises(InputsFixed):
        start(draft, corpus)


def test_only_one_drawing_at_a_time_and_no_opening_meanwhile(draft, corpus):
    job = start(draft, corpus)
    with pytest.raises(JobAtWork):
        start(draft, corpus)
    with pytest.raises(JobAtWork):
        sampling.start_removing(contest=draft, actor=Actor())
    with pytest.raises(JobAtWork):
        change_state(contest=draft, target="open", actor=Actor())
    finish(job)
    start(draft, corpus)


def test_a_drawing_that_finds_the_contest_open_stops_without_a_trace(draft, corpus):
    job = start(draft, corpus)
    Contest.objects.filter(pk=draft.pk).update(state="open")
    claimed = jobs.claim_job(job_id=job.pk, worker="host:1")
    with pytest.raises(InputsFixed):
        drawing.draw_inputs(JobRun.of(claimed))
    assert draft.inputs.count() == 0


def test_all_inputs_can_be_removed_to_draw_again(draft, corpus, monkeypatch):
    monkeypatch.setattr(drawing, "BATCH_SIZE", 3)
    draw(draft, corpus, size=10)
    job = finish(sampling.start_removing(contest=draft, actor=Actor()))
    assert job.result == {"removed": 10}
    assert not draft.inputs.exists()
    assert not SequenceItem.objects.filter(group__contest=draft).exists()
    draw(draft, corpus, size=12)
    assert draft.inputs.count() == 12


def test_inputs_that_someone_was_given_are_not_removed(draft, corpus, ana):
    draw(draft, corpus)
    Contest.objects.filter(pk=draft.pk).update(state="open")
    team = draft.teams.get(name="penne")
    ana = setup_members.add_member(
        contest=draft, user=ana, role="annotator", alias="orzo", team=team
    )
    hand_out(annotator=ana, count=1)
    Contest.objects.filter(pk=draft.pk).update(state="draft")
    with pytest.raises(InputsAnswered):
        sampling.start_removing(contest=draft, actor=Actor())


def test_opening_orders_the_inputs_of_a_drawing_that_was_stopped_half_way(draft, corpus):
    job = start(draft, corpus)
    claimed = jobs.claim_job(job_id=job.pk, worker="host:1")
    plan = sampling.Draw.of(job.params)
    digests = sampling.plan_drawing(plan, known_until=0)
    sampling.draw_batch(draw=plan, digests=digests[:5], at=job.created_at)
    jobs.stop_job(job_id=job.pk, lease=claimed.lease)
    publish_guidelines(draft)
    change_state(contest=draft, target="open", actor=Actor())
    assert [group.sequence.count() for group in draft.groups.all()] == [5, 5]


def test_drawing_and_removing_are_written_down_without_any_text(draft, corpus, carl):
    draw(draft, corpus)
    sampling.start_removing(contest=draft, actor=Actor(carl))
    events = AuditEvent.objects.filter(contest_id=draft.pk, object_type="input").order_by("id")
    assert [event.details for event in events] == [
        {"change": "draw", "corpus": corpus.pk},
        {"change": "remove", "inputs": 20},
    ]
    assert not any(line in str(Job.objects.values_list()) for line in (*CARE, *LETTER))


def test_the_overview_counts_each_input_where_it_stands_first(draft, corpus):
    add_document(corpus, "zz", [CARE[0], "ok"], external_id="zz")
    draw(draft, corpus)
    told = overview(draft)
    assert told.by_type == [("lettre", 12), ("soins", 8), ("zz", 1)]
    assert (told.total, told.median, told.longest) == (21, 30, 33)
