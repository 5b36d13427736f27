"""Findings stay in order and apart; a rule takes another's place only where it may."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from detection.base import Finding
from detection.rules.reading import Findings


def finding(start, end, label="A"):
    return Finding(start, end, label, "test.rule")


def places(findings):
    return [(item.start, item.end, item.label) for item in findings]


def test_the_first_keeps_its_place():
    found = Findings()
    assert found.add(finding(2, 6))
    assert not found.add(finding(5, 9, "B"))
    assert places(found) == [(2, 6, "A")]


def test_neighbours_that_touch_are_both_kept():
    found = Findings()
    found.add(finding(4, 12, "B"))
    found.add(finding(0, 4))
    assert places(found) == [(0, 4, "A"), (4, 12, "B")]


def test_a_rule_overrides_only_the_labels_it_names():
    found = Findings()
    found.add(finding(0, 3))
    found.add(finding(4, 8, "B"))
    assert not found.add(finding(2, 6, "C"), overrides={"A"})
    assert found.add(finding(2, 6, "C"), overrides={"A", "B"})
    assert places(found) == [(2, 6, "C")]


def test_what_stands_before_and_after_a_place_is_told():
    found = Findings()
    found.add(finding(2, 4))
    found.add(finding(7, 9, "B"))
    assert found.before(5) == finding(2, 4)
    assert found.before(8) is None, "it reaches beyond the place"
    assert found.before(2) is None
    assert found.after(5) == found.after(7) == finding(7, 9, "B")
    assert found.after(8) is None
    assert not found.is_free(3, 5)
    assert found.is_free(4, 7)


@given(
    st.lists(st.tuples(st.integers(0, 40), st.integers(1, 9), st.sampled_from("ABC")), max_size=30)
)
def test_whatever_is_added_never_overlaps_and_stays_sorted(wishes):
    found = Findings()
    for start, length, label in wishes:
        is_free = all(item.end <= start or start + length <= item.start for item in found)
        may = all(
            item.label == "A" for item in found if item.start < start + length and start < item.end
        )
        assert found.is_free(start, start + length) == is_free
        assert found.add(finding(start, start + length, label), overrides={"A"}) == may
    kept = list(found)
    assert kept == sorted(kept)
    assert all(left.end <= right.start for left, right in pairwise(kept))
