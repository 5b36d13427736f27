"""Annotations of imported files become proposals, gold and answers of the inputs drawn."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.audit import Actor
from accounts.models import AuditEvent, User
from contests.annotating.models import AnnotationTask, Answer, Unit
from contests.categories.domain.presets import SWISS_HOSPITAL
from contests.categories.services import add_categories
from contests.drawing.domain import are_fit, most_frequent, placeholder_email, relabel
from contests.drawing.selectors import imported_annotations
from contests.drawing.services import drawing as sampling
from contests.drawing.services.imported import Decisions, add_placeholder
from contests.people.models import Membership
from contests.people.services import members as setup_members
from contests.setup import services as setup
from tests.contests.drawing.drawing import add_document, annotate, create_corpus, draw, finish
from text.spans import Span
from text.tokens import key_of

DATE, AGE, NAME = "TEMPORAL:DATE", "DÉMOGRAPHIE:ÂGE", "NOM:PATIENT_E"
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
LINES = ["Contrôle le 18#03#2022.", "Patient de 63 ans.", "Pas d'allergie connue."]


@pytest.fixture
def draft(carl):
    contest = setup.create_contest(name="Palio", manager=carl, actor=Actor(carl), seed=7)
    add_categories(contest=contest, supercategories=SWISS_HOSPITAL)
    return contest


@pytest.fixture
def corpus(carl):
    return create_corpus(carl)


@pytest.fixture
def lines(corpus):
    return add_document(corpus, "lettre", LINES)


@pytest.fixture
def ana_member(draft, ana):
    return setup_members.add_member(contest=draft, user=ana, role="annotator", alias="linguine")


def whose(member, name="Ana"):
    return Decisions(annotators={key_of(name): member.pk})


def test_proposals_and_gold_reach_the_inputs(draft, corpus, lines):
    annotate(lines[0], "proposals", (12, 22, DATE))
    annotate(lines[1], "gold", (11, 17, AGE))
    annotate(lines[2], "gold")
    job = draw(draft, corpus)
    inputs = {item.text: item for item in draft.inputs.all()}
    assert inputs[LINES[0]].proposals == [[12, 22, DATE]]
    assert inputs[LINES[0]].gold is None
    assert inputs[LINES[1]].gold == [[11, 17, AGE]]
    assert inputs[LINES[2]].gold == []
    assert (job.result["proposals"], job.result["gold"]) == (1, 2)


def test_of_different_gold_on_equal_lines_the_most_frequent_counts_and_conflicts_are_told(
    draft, corpus
):
    chunks = [add_document(corpus, "lettre", [LINES[0], f"Suite {n}."])[0] for n in range(4)]
    annotate(chunks[0], "gold", (0, 8, DATE))
    annotate(chunks[1], "gold", (12, 22, DATE))
    annotate(chunks[3], "gold", (12, 22, DATE))
    job = draw(draft, corpus)
    assert draft.inputs.get(text=LINES[0]).gold == [[12, 22, DATE]]
    assert (job.result["gold"], job.result["gold_conflicts"]) == (1, 1)


def test_of_equally_frequent_gold_the_first_document_decides(draft, corpus):
    for document, start in (("b", 0), ("a", 12)):
        chunk = add_document(corpus, "lettre", [LINES[0]], external_id=document)[0]
        annotate(chunk, "gold", (start, 22, DATE))
    draw(draft, corpus)
    assert draft.inputs.get().gold == [[12, 22, DATE]]


def test_an_answer_keeps_its_verdict_time_duration_and_units(draft, corpus, lines, ana_member):
    annotate(
        lines[0],
        "answers",
        (12, 22, DATE),
        annotator="Ana",
        answered_at=NOON,
        duration_ms=4200,
    )
    annotate(lines[1], "answers", annotator="Ana", verdict="ignore", answered_at=NOON)
    job = draw(draft, corpus, decisions=whose(ana_member))
    answer = Answer.objects.get(task__input__text=LINES[0])
    assert (answer.verdict, answer.answered_at, answer.duration_ms) == ("accept", NOON, 4200)
    assert (answer.version, answer.is_live) == (1, True)
    assert list(answer.units.values_list("start", "end", "category__label")) == [(12, 22, DATE)]
    task = answer.task
    assert (task.annotator, task.answered_at, task.handed_out_at) == (ana_member, NOON, NOON)
    assert Answer.objects.get(task__input__text=LINES[1]).verdict == "ignore"
    ana_member.refresh_from_db()
    assert ana_member.accepted_tasks == 1
    assert draft.inputs.get(text=LINES[0]).times_given == 1
    assert (job.result["answers"], job.result["units"]) == (2, 1)


def test_drawing_again_adds_only_what_is_new(draft, corpus, lines, ana_member):
    annotate(lines[0], "answers", (12, 22, DATE), annotator="Ana", answered_at=NOON)
    draw(draft, corpus, decisions=whose(ana_member))
    before = list(Answer.objects.values_list("pk", "received_at"))
    annotate(lines[1], "answers", (11, 17, AGE), annotator="Ana", answered_at=NOON)
    job = draw(draft, corpus, decisions=whose(ana_member))
    assert job.result["answers"] == 1
    assert Answer.objects.count() == Unit.objects.count() == 2
    assert before[0] in list(Answer.objects.values_list("pk", "received_at"))
    ana_member.refresh_from_db()
    assert ana_member.accepted_tasks == 2
    assert [item.times_given for item in draft.inputs.order_by("-times_given")] == [1, 1, 0]


def test_answers_to_equal_lines_are_versions_of_which_the_latest_is_live(draft, corpus, ana_member):
    moments = [NOON + timedelta(hours=hour) for hour in (2, 0, 1)]
    for number, moment in enumerate(moments):
        chunk = add_document(corpus, "lettre", [LINES[0]], external_id=f"doc {number}")[0]
        annotate(chunk, "answers", (number, 22, DATE), annotator="Ana", answered_at=moment)
    draw(draft, corpus, decisions=whose(ana_member))
    versions = Answer.objects.order_by("version")
    assert [one.answered_at for one in versions] == sorted(moments)
    assert [one.is_live for one in versions] == [False, False, True]
    assert AnnotationTask.objects.get().answered_at == max(moments)
    later = add_document(corpus, "lettre", [LINES[0]], external_id="doc 9")[0]
    annotate(later, "answers", annotator="Ana", verdict="reject", answered_at=NOON + timedelta(1))
    draw(draft, corpus, decisions=whose(ana_member))
    assert Answer.objects.get(is_live=True).verdict == "reject"
    ana_member.refresh_from_db()
    assert (ana_member.accepted_tasks, Answer.objects.count()) == (0, 4)


def test_answers_of_people_who_were_not_chosen_are_left_out_and_counted(draft, corpus, lines):
    annotate(lines[0], "answers", annotator="Zoé")
    job = draw(draft, corpus)
    assert job.result["answers_left_out"] == 1
    assert not AnnotationTask.objects.exists()


def test_unknown_labels_are_mapped_or_their_spans_left_out_and_counted(draft, corpus, lines):
    annotate(lines[0], "gold", (0, 8, "WORD"), (12, 22, "DAY"))
    annotate(lines[1], "gold", (11, 17, AGE), (0, 7, "PERSON"))
    decisions = Decisions(labels={key_of("DAY"): DATE, key_of("WORD"): ""})
    job = draw(draft, corpus, decisions=decisions)
    assert draft.inputs.get(text=LINES[0]).gold == [[12, 22, DATE]]
    assert draft.inputs.get(text=LINES[1]).gold == [[11, 17, AGE]]
    assert job.result["spans_left_out"] == 2


def test_spans_that_overlap_or_leave_the_text_are_never_stored(draft, corpus, lines, ana_member):
    annotate(lines[0], "gold", (0, 8, DATE), (4, 12, DATE))
    annotate(lines[1], "proposals", (0, 99, DATE))
    annotate(lines[2], "answers", (0, 99, DATE), annotator="Ana")
    job = draw(draft, corpus, decisions=whose(ana_member))
    assert job.result["unfit"] == 3
    assert not draft.inputs.exclude(gold=None, proposals=[]).exists()
    assert not Answer.objects.exists()


def test_imported_answers_go_with_the_inputs_when_these_are_removed(
    draft, corpus, lines, ana_member
):
    annotate(lines[0], "answers", (12, 22, DATE), annotator="Ana", answered_at=NOON)
    draw(draft, corpus, decisions=whose(ana_member))
    finish(sampling.start_removing(contest=draft, actor=Actor()))
    ana_member.refresh_from_db()
    assert not draft.inputs.exists()
    assert not Answer.objects.exists()
    assert ana_member.accepted_tasks == 0


def test_a_name_without_member_gets_an_account_that_nobody_can_sign_in_to(draft, client):
    member = add_placeholder(contest=draft, name="Zoé Brun", actor=Actor())
    user = member.user
    assert user.email == placeholder_email("Zoé Brun")
    assert user.email.startswith("zoe-brun-")
    assert user.email.endswith("@imported.invalid")
    assert (user.name, member.alias, member.role) == ("Zoé Brun", "Zoé Brun", "annotator")
    assert not user.is_active
    assert not user.has_usable_password()
    assert add_placeholder(contest=draft, name="Zoé Brun", actor=Actor()) == member
    assert User.objects.filter(email__endswith="@imported.invalid").count() == 1
    created = AuditEvent.objects.filter(contest_id=draft.pk, action="created")
    assert {"account", "membership"} <= set(created.values_list("object_type", flat=True))


def test_a_placeholder_takes_another_alias_where_its_name_is_taken(draft, ana_member):
    member = add_placeholder(contest=draft, name="Linguine", actor=Actor())
    assert member.alias.startswith("Linguine ")
    assert Membership.objects.get(alias="linguine") == ana_member


def test_labels_and_names_are_counted_before_anything_is_drawn(corpus, lines):
    annotate(lines[0], "answers", (0, 8, "WORD"), (12, 22, DATE), annotator="Ana")
    annotate(lines[0], "answers", (0, 8, "WORD"), annotator="Bob")
    annotate(lines[1], "gold", (11, 17, AGE))
    annotate(lines[2], "proposals")
    told = imported_annotations(corpus)
    assert told.labels == {"WORD": 2, DATE: 1, AGE: 1}
    assert told.annotators == {"Ana": 1, "Bob": 1}
    assert (told.gold, told.proposals) == (1, 1)


SPANS = st.builds(
    lambda start, length, label: Span(start, start + length, label),
    st.integers(0, 30),
    st.integers(1, 5),
    st.sampled_from(["A", "B", "C"]),
)


@given(st.lists(SPANS), st.integers(1, 40))
def test_fit_spans_share_no_character_and_end_in_the_text(spans, length):
    covered = [place for span in spans for place in range(span.start, span.end)]
    fits = len(set(covered)) == len(covered) and all(place < length for place in covered)
    assert are_fit(spans, text_length=length) == fits


@given(st.lists(SPANS))
def test_relabelling_keeps_places_and_drops_what_has_no_label(spans):
    mapped = relabel(spans, {"A": "X", "B": ""})
    assert sorted((s.start, s.end) for s in mapped) == sorted(
        (s.start, s.end) for s in spans if s.label == "A"
    )
    assert {span.label for span in mapped} <= {"X"}


def test_the_most_frequent_version_wins_and_the_first_of_equals():
    one, two = (Span(0, 1, "A"),), (Span(0, 2, "A"),)
    assert most_frequent([one, two, two]) == two
    assert most_frequent([two, one]) == two
    assert most_frequent([(), one, ()]) == ()
