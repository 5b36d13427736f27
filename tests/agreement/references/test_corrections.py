"""Corrections: versions, taking back, many at once, files, and whose scores they change."""

import json

import pytest

from accounts.audit import Actor
from accounts.models import AuditEvent
from agreement.references import services as corrections
from agreement.references.domain.corrections import PlaceCorrection
from agreement.references.errors import CorrectionRefused, CorrectionsRefused
from agreement.references.models import Correction
from agreement.references.selectors import exported_corrections
from agreement.references.services import Place
from agreement.review.selectors.items import preview
from agreement.runs.models import AlignedPlace, AnnotatorTally, InputResult
from contests.contest.errors import NotPermitted
from contests.contest.models import Contest
from contests.inputs.models import ContestInput, InputChange
from tests.agreement.running import give, join, run_now

DATE = "Contrôle le [18#03#2022](TEMPORAL:DATE)."
TEXT = "Contrôle le 18#03#2022."
WISH = PlaceCorrection((12, 22), segment=(12, 22), category="TEMPORAL:DATE")
NONE = PlaceCorrection((12, 22))


@pytest.fixture
def item(contest):
    return contest.inputs.get(text=TEXT)


@pytest.fixture
def people(contest):
    """Ada marked a date, ben left it out: nobody is right until a manager decides."""
    ada, ben = join(contest, "ada", "ben")
    give(ada, DATE)
    give(ben, TEXT)
    run_now(contest)
    return ada, ben


@pytest.fixture
def four(contest, people):
    """Two of them marked a date, two left it out: enough votes to judge people by."""
    abe, bea = join(contest, "abe", "bea")
    give(abe, DATE)
    give(bea, TEXT)
    run_now(contest)
    return (*people, abe, bea)


@pytest.fixture
def correct(contest, carl, item):
    def correct(correction, **options):
        return corrections.correct(
            contest=contest, input_id=item.pk, correction=correction, actor=Actor(carl), **options
        )

    return correct


def place():
    return AlignedPlace.objects.get(result__is_current=True)


def test_a_correction_decides_and_scores_follow(contest, four, correct):
    assert place().state == "undecided"
    correct(WISH)
    run_now(contest)
    assert (place().state, place().segment_source) == ("gold", "correction")
    tallies = AnnotatorTally.objects.filter(run__is_latest=True).order_by("annotator__alias")
    assert [one.quality for one in tallies] == [1, 1, 0, 0]


def test_of_two_people_nobody_is_judged_by_a_correction_alone(contest, people, correct):
    correct(WISH)
    run_now(contest)
    tallies = AnnotatorTally.objects.filter(run__is_latest=True).order_by("annotator__alias")
    assert [(one.quality, one.penalties) for one in tallies] == [(None, 0), (None, 1)]


def test_a_second_decision_about_a_place_is_a_version_of_the_first(contest, people, correct):
    first, second = correct(WISH), correct(NONE)
    assert (second.thread, second.version) == (first.thread, 2)
    assert [one.is_live for one in Correction.objects.order_by("version")] == [False, True]
    run_now(contest)
    assert place().state == "nothing"


def test_a_correction_taken_back_counts_no_more_and_can_be_restored(contest, people, correct, carl):
    thread = correct(WISH).thread
    corrections.revoke(contest=contest, thread=thread, actor=Actor(carl))
    run_now(contest)
    assert place().state == "undecided"
    restored = corrections.restore(contest=contest, thread=thread, actor=Actor(carl))
    run_now(contest)
    assert (place().state, restored.version) == ("gold", 3)


def test_every_decision_is_written_down_and_noted_as_a_change(contest, people, correct, carl):
    correction = correct(WISH)
    corrections.revoke(contest=contest, thread=correction.thread, actor=Actor(carl))
    assert InputChange.objects.count() == 2
    events = AuditEvent.objects.filter(object_type="correction").order_by("pk")
    assert [(one.action, one.details["version"]) for one in events] == [
        ("created", 1), ("changed", 2),
    ]  # fmt: skip


def test_a_correction_survives_new_answers_by_its_anchor(contest, people, correct):
    correct(WISH)
    (cleo,) = join(contest, "cleo")
    give(cleo, "Contrôle [le 18#03#2022](TEMPORAL:DATE).")
    run_now(contest)
    corrected = AlignedPlace.objects.get(result__is_current=True, correction__isnull=False)
    assert (corrected.state, corrected.is_detached) == ("gold", False)


def test_a_correction_that_no_unit_touches_any_more_is_detached_and_still_gold(
    contest, people, correct
):
    correct(WISH)
    give(people[0], TEXT, minute=5)
    run_now(contest)
    result = InputResult.objects.current().get()
    assert (result.kind, result.gold_units) == ("empty", [[12, 22, "TEMPORAL:DATE"]])
    assert place().is_detached


def test_many_places_are_decided_at_once_and_undone_at_once(contest, people, correct, item, carl):
    before = correct(NONE)
    other = contest.inputs.get(text__startswith="Pas d'allergie")
    places = [
        Place(item.pk, WISH),
        Place(other.pk, PlaceCorrection((0, 3), segment=(0, 3), category="AUTRES")),
    ]
    batch = corrections.correct_many(contest=contest, places=places, actor=Actor(carl))
    assert set(Correction.objects.in_force().values_list("batch", flat=True)) == {batch}
    assert corrections.undo_batch(contest=contest, batch=batch, actor=Actor(carl)) == 2
    standing = Correction.objects.in_force().get()
    assert (standing.thread, standing.start, standing.version) == (before.thread, None, 3)


def test_undoing_leaves_what_was_decided_since_then(contest, people, correct, item, carl):
    batch = corrections.correct_many(
        contest=contest, places=[Place(item.pk, WISH)], actor=Actor(carl)
    )
    later = correct(NONE)
    assert corrections.undo_batch(contest=contest, batch=batch, actor=Actor(carl)) == 0
    assert Correction.objects.in_force().get() == later


@pytest.mark.parametrize(
    ("correction", "code"),
    [
        (PlaceCorrection((12, 99)), "outside-text"),
        (PlaceCorrection((12, 22), segment=(3, 3), category="AUTRES"), "outside-text"),
        (
            PlaceCorrection((12, 22), decides_segment=False, decides_category=False),
            "nothing-decided",
        ),
        (PlaceCorrection((12, 22), segment=(12, 22)), "half-none"),
        (PlaceCorrection((12, 22), segment=(12, 22), category="INCONNU"), "unknown-label"),
    ],
)
def test_what_cannot_be_decided_is_refused(correct, correction, code):
    with pytest.raises(CorrectionRefused) as refusal:
        correct(correction)
    assert refusal.value.code == code
    assert not Correction.objects.exists()


def test_an_input_of_another_contest_is_unknown(contest, correct, carl):
    other = ContestInput.objects.order_by("-pk").first().pk + 1
    with pytest.raises(CorrectionRefused):
        corrections.correct(contest=contest, input_id=other, correction=NONE, actor=Actor(carl))


def test_an_archived_contest_stays_as_it_is(contest, correct):
    Contest.objects.filter(pk=contest.pk).update(state="archived")
    with pytest.raises(NotPermitted):
        correct(WISH)


def test_before_it_is_saved_a_correction_shows_whose_scores_it_changes(contest, four, item):
    changes = [
        (one.annotator.alias, one.penalties_before, one.penalties_after, one.quality_before,
         one.quality_after)
        for one in preview(contest, [(item.pk, WISH)])
    ]  # fmt: skip
    assert changes == [
        ("abe", 0, 0, None, 1),
        ("ada", 0, 0, None, 1),
        ("bea", 0, 1, None, 0),
        ("ben", 0, 1, None, 0),
    ]
    assert not Correction.objects.exists()


def test_a_preview_tells_what_the_run_will_find(contest, four, correct, item):
    correct(WISH)
    run_now(contest)
    foretold = {one.annotator: one.quality_after for one in preview(contest, [(item.pk, NONE)])}
    correct(NONE)
    run_now(contest)
    found = AnnotatorTally.objects.filter(run__is_latest=True, annotator__in=foretold)
    assert foretold == {one.annotator: one.quality for one in found}


def test_a_preview_of_taking_back_needs_no_correction(contest, four, correct, item):
    correction = correct(WISH)
    run_now(contest)
    changes = preview(contest, [(item.pk, None)], replacing=[correction.pk])
    assert [(one.annotator.alias, one.quality_after) for one in changes] == [
        ("abe", None), ("ada", None), ("bea", None), ("ben", None),
    ]  # fmt: skip


def test_corrections_leave_as_a_file_and_come_back_the_same(contest, people, correct, carl):
    thread = correct(
        PlaceCorrection((12, 22), decides_segment=False, category="AUTRES", note="vu")
    ).thread
    lines = list(exported_corrections(contest))
    assert json.loads(lines[0]) == {
        "text": TEXT, "anchor": [12, 22], "category": "AUTRES", "note": "vu",
    }  # fmt: skip
    corrections.revoke(contest=contest, thread=thread, actor=Actor(carl))
    batch = corrections.import_corrections(contest=contest, lines=lines, actor=Actor(carl))
    assert list(exported_corrections(contest)) == lines
    corrections.undo_batch(contest=contest, batch=batch, actor=Actor(carl))
    assert list(exported_corrections(contest)) == []


def test_a_file_is_refused_as_a_whole_with_every_reason(contest, people, carl):
    def line(**members):
        return json.dumps({"text": TEXT, "anchor": [12, 22]} | members)

    lines = [
        line(segment=[12, 22], category="TEMPORAL:DATE"),
        "no json",
        line(segment=[12, 99], category="AUTRES"),
        line(category="AUTRES"),
    ]
    with pytest.raises(CorrectionsRefused) as refusal:
        corrections.import_corrections(contest=contest, lines=lines, actor=Actor(carl))
    assert refusal.value.problems == ((2, "bad-json"), (3, "outside-text"), (4, "twice"))
    unknown = [line(category="INCONNU"), line(text="Nouveau texte ici, assez long.", category=None)]
    with pytest.raises(CorrectionsRefused) as refusal:
        corrections.import_corrections(contest=contest, lines=unknown, actor=Actor(carl))
    assert refusal.value.problems == ((1, "unknown-label"), (2, "unknown-text"))
    assert not Correction.objects.exists()
