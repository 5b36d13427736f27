"""What a team is shown of the pre-annotation."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from contests.proposals.domain.arms import Arm, draw_source, shown_units, similar_labels
from text.spans import Span

LABELS = ["TEMPORAL:DATE", "TEMPORAL:TEMPS", "DÉMOGRAPHIE:ÂGE", "ORGANISATION"]
SIMILAR = similar_labels(LABELS, [("TEMPORAL:DATE", "DÉMOGRAPHIE:ÂGE")])
TOKENS = [(start, start + 4) for start in range(0, 100, 5)]
UNITS = [Span(5, 9, "TEMPORAL:DATE"), Span(20, 29, "ORGANISATION"), Span(60, 64, "DÉMOGRAPHIE:ÂGE")]


def show(arm, *, seed=0, units=UNITS):
    source = draw_source(contest_seed=seed, team="farfalle", text_digest=b"text")
    return shown_units(units, tokens=TOKENS, arm=arm, similar=SIMILAR, source=source)


def test_similar_labels_are_of_the_same_supercategory_or_declared():
    assert SIMILAR["TEMPORAL:DATE"] == ["DÉMOGRAPHIE:ÂGE", "TEMPORAL:TEMPS"]
    assert SIMILAR["DÉMOGRAPHIE:ÂGE"] == ["TEMPORAL:DATE"]
    assert SIMILAR["ORGANISATION"] == []


def test_full_retention_shows_everything_and_none_nothing():
    assert show(Arm(retention=1)) == UNITS
    assert show(Arm(retention=0)) == []


def test_the_same_team_and_input_always_see_the_same():
    arm = Arm(retention=0.5, perturbation=0.5)
    assert show(arm, seed=3) == show(arm, seed=3)
    assert len({tuple(show(arm, seed=seed)) for seed in range(20)}) > 1


def test_retention_keeps_the_wanted_share():
    kept = sum(len(show(Arm(retention=0.3), seed=seed)) for seed in range(2000))
    assert kept / 6000 == pytest.approx(0.3, abs=0.03)


def test_perturbation_changes_the_wanted_share_in_the_three_ways_equally():
    ways = Counter()
    for seed in range(3000):
        (unit,) = show(Arm(perturbation=0.6), seed=seed, units=[Span(20, 29, "TEMPORAL:DATE")])
        ways[(unit.label != "TEMPORAL:DATE", (unit.start, unit.end) != (20, 29))] += 1
    assert ways[(False, False)] / 3000 == pytest.approx(0.4, abs=0.04)
    for way in [(True, False), (False, True), (True, True)]:
        assert ways[way] / 3000 == pytest.approx(0.2, abs=0.04)


def test_a_label_without_similar_ones_is_misplaced_instead():
    (unit,) = show(Arm(perturbation=1), units=[Span(20, 29, "ORGANISATION")])
    assert unit.label == "ORGANISATION"
    assert (unit.start, unit.end) != (20, 29)


def test_bounds_that_cannot_move_leave_only_the_category():
    source = draw_source(contest_seed=0, team="t", text_digest=b"")
    for _ in range(50):
        (unit,) = shown_units(
            [Span(0, 4, "TEMPORAL:DATE")],
            tokens=[(0, 4)],
            arm=Arm(perturbation=1),
            similar=SIMILAR,
            source=source,
        )
        assert (unit.start, unit.end) == (0, 4)
        assert unit.label != "TEMPORAL:DATE"


@given(
    seed=st.integers(0, 10_000),
    places=st.sets(st.integers(0, 19), max_size=8),
    retention=st.floats(0, 1),
    perturbation=st.floats(0, 1),
)
def test_shown_units_stay_apart_on_tokens_and_inside_the_text(
    seed, places, retention, perturbation
):
    units = [Span(*TOKENS[place], LABELS[place % 4]) for place in places]
    shown = show(Arm(retention, perturbation), seed=seed, units=units)
    assert all(left.end <= right.start for left, right in pairwise(shown))
    assert all(unit.start % 5 == 0 and unit.end % 5 == 4 and unit.end <= 99 for unit in shown)
