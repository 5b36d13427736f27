"""From votes to references: the worked examples, and what happens at their edges."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agreement.references.domain.corrections import PlaceCorrection, match
from agreement.references.domain.references import Measured, Method, decide, measure
from agreement.references.domain.voting import WEIGHT_UNIT, Ballot, Score, elect, score, weights_of
from text.spans import Span

TIME = "TEMPORAL:TEMPS"
WARD = "CHUV:STRUCTURE_RÉFÉRENCE"
BED = "CHUV:BÂTIMENT_CHAMBRE_OU_LIT"


def place_of(*units, corrections=(), **options):
    """Return the one place where annotators marked these, None for nothing."""
    row = {f"a{number}": unit for number, unit in enumerate(units)}
    (place,) = decide(Measured(tuple(row), (row,)), corrections, **options).places
    return place


def penalties(place):
    return [judgement.is_penalised for judgement in place.judgements]


def test_three_of_five_left_it_out_so_the_two_who_marked_it_are_penalised():
    marked = Span(10, 36, WARD)
    place = place_of(None, marked, None, marked, None)
    assert (place.segment.source, place.segment.value) == ("votes", None)
    assert place.state == "nothing"
    assert penalties(place) == [False, True, False, True, False]


def test_a_tie_corrected_to_a_time_penalises_the_two_who_left_it_out():
    marked = Span(3, 6, TIME)
    correction = PlaceCorrection((3, 6), key=1, segment=(3, 6), category=TIME)
    place = place_of(marked, None, marked, None, corrections=[correction])
    assert (place.segment.source, place.gold) == ("correction", marked)
    assert penalties(place) == [False, True, False, True]


def test_without_a_majority_for_a_segment_its_category_still_stands():
    long, short = Span(0, 5, BED), Span(4, 5, BED)
    place = place_of(None, None, None, long, long, long, short, short)
    assert [(one.value, one.votes) for one in place.votes.segments] == [
        ((0, 5), 3), (None, 3), ((4, 5), 2),
    ]  # fmt: skip
    assert not place.segment.is_available
    assert (place.category.value, place.state) == (BED, "undecided")
    assert [judgement.segment_agrees for judgement in place.judgements] == [None] * 8
    # Who left it out disagrees with the category, and with nothing else.
    assert penalties(place) == [True] * 3 + [False] * 5


def test_a_tie_that_nobody_corrected_counts_for_nobody():
    marked = Span(3, 6, TIME)
    place = place_of(marked, None, marked, None)
    assert place.state == "undecided"
    assert penalties(place) == [False] * 4
    assert score(place.judgements).quality is None


def test_by_plurality_the_single_most_frequent_value_wins_without_a_majority():
    ballots = [Ballot("A", 3, 3), Ballot("B", 2, 2), Ballot("C", 2, 2)]
    assert not elect(ballots).is_available
    assert elect(ballots, plurality=True).value == "A"
    assert not elect(ballots[1:], plurality=True).is_available


def test_heavier_votes_win_against_more_of_them():
    marked = Span(3, 6, TIME)
    weights = {"a0": 9, "a1": 4, "a2": 4}
    place = place_of(marked, None, None, weights=weights)
    assert (place.gold, place.differs) == (marked, True)
    assert place.majority_segment.value is None
    assert penalties(place) == [False, True, True]


def test_the_votes_of_who_has_no_index_weigh_the_mean():
    scores = {"ana": Score(9, 1, 9, 1), "bob": Score(1, 1, 0, 0), "eve": Score()}
    assert weights_of(scores) == {
        "ana": 9 * WEIGHT_UNIT // 10, "bob": WEIGHT_UNIT // 2, "eve": 7 * WEIGHT_UNIT // 10,
    }  # fmt: skip
    assert weights_of({"eve": Score()}) == {"eve": WEIGHT_UNIT}


def test_quality_is_the_mean_of_segments_and_categories():
    assert Score(3, 1, 1, 1).quality == pytest.approx((0.75 + 0.5) / 2)
    assert Score(3, 1, 0, 0).quality == 0.75
    assert Score().quality is None


def test_a_correction_can_say_that_nothing_should_be_there():
    marked = Span(3, 6, TIME)
    place = place_of(marked, marked, None, corrections=[PlaceCorrection((3, 6), key=1)])
    assert (place.state, place.gold) == ("nothing", None)
    assert penalties(place) == [True, True, False]


def test_a_correction_of_the_category_alone_leaves_the_segment_to_the_votes():
    marked = Span(3, 6, TIME)
    correction = PlaceCorrection((3, 6), key=1, decides_segment=False, category=BED)
    place = place_of(marked, marked, None, corrections=[correction])
    assert (place.segment.source, place.category.source) == ("votes", "correction")
    assert place.gold == Span(3, 6, BED)


def test_half_a_none_is_inconsistent_and_no_gold_unit():
    marked = Span(3, 6, TIME)
    correction = PlaceCorrection((3, 6), key=1, decides_category=False)
    place = place_of(marked, marked, None, corrections=[correction])
    assert (place.state, place.gold) == ("inconsistent", None)


def test_a_correction_goes_with_the_largest_overlap():
    left, right = [Span(0, 5, TIME)], [Span(6, 9, TIME), Span(5, 9, TIME)]
    assert list(match([PlaceCorrection((4, 9), key=1)], [left, right]).by_place) == [1]
    assert list(match([PlaceCorrection((0, 6), key=1)], [left, right]).by_place) == [0]


def test_of_equal_overlaps_the_closest_unit_decides():
    wide, exact = [Span(0, 20, TIME)], [Span(4, 9, TIME)]
    assert list(match([PlaceCorrection((4, 9), key=1)], [wide, exact]).by_place) == [1]


def test_a_correction_that_finds_no_alignment_is_detached_and_still_gold():
    units = {"ana": [Span(0, 3, TIME)], "bob": [Span(0, 3, TIME)]}
    correction = PlaceCorrection((10, 14), key=1, segment=(10, 14), category=BED)
    outcome = decide(measure(units), [correction])
    assert [place.is_detached for place in outcome.places] == [False, True]
    assert outcome.gold_units == (Span(0, 3, TIME), Span(10, 14, BED))
    assert outcome.places[1].judgements == ()


def test_gold_units_never_overlap_and_a_correction_wins():
    units = {who: [Span(0, 3, TIME), Span(4, 9, BED)] for who in ("ana", "bob")}
    correction = PlaceCorrection((0, 3), key=1, segment=(0, 6), category=TIME)
    outcome = decide(measure(units), [correction])
    assert outcome.gold_units == (Span(0, 6, TIME),)
    assert [place.state for place in outcome.places] == ["gold", "inconsistent"]
    assert not outcome.is_complete


def test_of_overlapping_gold_units_more_segment_votes_win_then_the_leftmost():
    first = {"ana": Span(0, 5, TIME), "bob": Span(0, 5, TIME), "eve": None}
    second = {"ana": Span(4, 9, BED), "bob": Span(4, 9, BED), "eve": Span(4, 9, BED)}
    outcome = decide(Measured(("ana", "bob", "eve"), (first, second)))
    assert outcome.gold_units == (Span(4, 9, BED),)
    equal = decide(Measured(("ana", "bob", "eve"), (second, first | {"eve": Span(0, 5, TIME)})))
    assert equal.gold_units == (Span(0, 5, TIME),)


def test_a_lone_annotators_units_stand_and_are_no_reference():
    outcome = decide(measure({"ana": [Span(0, 3, TIME)]}))
    assert (outcome.kind, outcome.gold_units) == ("single", (Span(0, 3, TIME),))
    assert outcome.places[0].state == "single"
    assert score(outcome.places[0].judgements) == Score()
    assert outcome.is_complete


def test_a_correction_of_a_lone_annotators_unit_is_a_reference():
    correction = PlaceCorrection((0, 3), key=1, decides_segment=False, category=BED)
    outcome = decide(measure({"ana": [Span(0, 3, TIME)]}), [correction])
    assert outcome.gold_units == (Span(0, 3, BED),)
    (judgement,) = outcome.places[0].judgements
    assert (judgement.segment_agrees, judgement.category_agrees) == (None, False)


@pytest.mark.parametrize(
    ("units", "kind", "is_complete"),
    [({}, "none", False), ({"ana": []}, "single", True), ({"ana": [], "bob": []}, "empty", True)],
)
def test_an_input_without_units_has_no_gamma(units, kind, is_complete):
    outcome = decide(measure(units))
    assert (outcome.kind, outcome.measured.gamma, outcome.places) == (kind, None, ())
    assert outcome.is_complete is is_complete


def test_the_seed_is_part_of_the_method():
    units = {"ana": [Span(0, 4, TIME), Span(6, 9, BED)], "bob": [Span(1, 4, TIME)]}
    expected = {measure(units, Method(seed=seed)).expected for seed in range(5)}
    assert len(expected) > 1
    assert measure(units, Method(seed=3)) == measure(units, Method(seed=3))


spans = st.builds(
    lambda start, length, label: Span(start, start + length, label),
    st.integers(0, 12),
    st.integers(1, 4),
    st.sampled_from([TIME, BED]),
)
rows = st.dictionaries(st.sampled_from("abcde"), st.lists(spans, max_size=3), min_size=2)
anchors = st.tuples(st.integers(0, 12), st.integers(1, 4)).map(lambda a: (a[0], a[0] + a[1]))


@given(rows, st.lists(anchors, max_size=3, unique=True), st.booleans())
def test_whatever_was_marked_gold_units_never_overlap(units, anchored, plurality):
    corrections = [
        PlaceCorrection(anchor, segment=anchor, category=TIME, key=key)
        for key, anchor in enumerate(anchored)
    ]
    outcome = decide(measure(units, Method(samples=1)), corrections, plurality=plurality)
    gold = outcome.gold_units
    assert all(one.end <= other.start for one, other in pairwise(gold))
    assert sum(place.correction is not None for place in outcome.places) == len(corrections)
    # Stored places are read back in their order: deciding again changes nothing.
    again = Measured(outcome.measured.annotators, tuple(p.units for p in outcome.places if p.units))
    assert decide(again, corrections, plurality=plurality).places == outcome.places
