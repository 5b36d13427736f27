"""What differs between an answer and the known one, place by place."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contests.training.domain import TrainingProgress, compare
from text.markup import parse
from text.spans import Span

KNOWN = "Dr [Paul](NOM) [Durand](NOM), [12 mai](DATE)"


def outcomes(known, given, **options):
    """Return what came of each place, from two lines of markup of the same text."""
    (text, right), (same, own) = parse(known), parse(given)
    assert text == same
    difference = compare(known=right, given=own, **options)
    return [(place.outcome, round(place.credit, 2)) for place in difference.places]


@pytest.mark.parametrize(
    ("given", "places"),
    [
        (KNOWN, [("right", 1), ("right", 1), ("right", 1)]),
        ("Dr [Paul](NOM) [Durand](NOM), 12 mai", [("right", 1), ("right", 1), ("missed", 0)]),
        ("[Dr](NOM) [Paul](NOM) [Durand](NOM), [12 mai](DATE)",
         [("spurious", 0), ("right", 1), ("right", 1), ("right", 1)]),
        # One span over two: it stands for the one it covers most, the other is missed.
        ("Dr [Paul Durand](NOM), [12 mai](DATE)",
         [("missed", 0), ("bounds", 0.55), ("right", 1)]),
        ("Dr [Paul](NOM) [Durand](NOM), [12](DATE) mai",
         [("right", 1), ("right", 1), ("bounds", 0.33)]),
        ("Dr [Paul](NOM) [Durand](DATE), [12 mai](DATE)",
         [("right", 1), ("category", 0), ("right", 1)]),
        ("[Dr Paul](DATE) [Durand](NOM), [12 mai](DATE)",
         [("both", 0), ("right", 1), ("right", 1)]),
        ("Dr Paul Durand, 12 mai", [("missed", 0), ("missed", 0), ("missed", 0)]),
    ],
)  # fmt: skip
def test_each_place_is_told_with_its_credit(given, places):
    assert outcomes(KNOWN, given) == places


def test_of_two_spans_at_one_place_the_one_of_the_right_category_is_meant():
    assert outcomes("[12 mai 2021](DATE)", "[12 mai](ÂGE) [2021](DATE)") == [
        ("bounds", 0.36),
        ("spurious", 0),
    ]


def test_a_text_with_nothing_to_mark_is_right_only_if_accepted():
    assert compare(known=[], given=[]).score == 1
    assert compare(known=[], given=[], is_accepted=False).score == 0
    assert not compare(known=[], given=[], is_accepted=False).is_right


spans = st.lists(st.tuples(st.integers(1, 5), st.integers(0, 3), st.sampled_from("AB")), max_size=6)


def lay_out(pieces):
    """Return spans that do not overlap, from lengths, gaps and labels."""
    place, laid = 0, []
    for length, gap, label in pieces:
        laid.append(Span(place + gap, place + gap + length, label))
        place += gap + length
    return laid


@given(known=spans, given=spans)
def test_every_unit_is_told_exactly_once(known, given):
    known, given = lay_out(known), lay_out(given)
    places = compare(known=known, given=given).places
    assert sorted(place.known for place in places if place.known) == known
    assert sorted(place.given for place in places if place.given) == given
    assert all(0 <= place.credit <= 1 for place in places)


@given(known=spans)
def test_the_known_answer_is_always_right(known):
    assert compare(known=lay_out(known), given=lay_out(known)).is_right


@pytest.mark.parametrize(
    ("scores", "mark", "is_passed"),
    [
        ((1, 0), None, True),
        ((1,), None, False),
        ((1, 0.59), 0.8, True),
        ((1, 0.58), 0.8, False),
        ((), None, False),
    ],
)
def test_a_round_is_passed_when_all_is_answered_well_enough(scores, mark, is_passed):
    assert TrainingProgress(scores, total=2, pass_mark=mark).is_passed is is_passed
