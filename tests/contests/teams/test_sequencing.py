"""Orders in which no two neighbouring lines of a document follow each other."""

from itertools import pairwise, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from contests.teams.domain import neighbours_of, order_apart

SEEDS = st.integers(0, 2**63 - 1)
# Few documents and lines: most inputs have neighbours, and equal texts stand at several places.
PLACES = st.tuples(st.integers(0, 3), st.integers(1, 12))
INPUTS = st.lists(st.frozensets(PLACES, min_size=1, max_size=4), max_size=40)
FEW_INPUTS = st.lists(st.frozensets(PLACES, min_size=1, max_size=4), min_size=1, max_size=6)


def document(lines, name="letter"):
    return [{(name, line)} for line in range(1, lines + 1)]


def follow_each_other(places, order):
    """Count, from the places alone, how often a line comes right after its neighbour."""
    return sum(
        any(one[0] == other[0] and abs(one[1] - other[1]) == 1 for one in left for other in right)
        for left, right in pairwise([places[index] for index in order])
    )


@given(INPUTS, SEEDS)
def test_every_input_comes_once_and_the_number_of_neighbours_is_told(places, seed):
    found = order_apart(places, seed=seed)
    assert sorted(found.order) == list(range(len(places)))
    assert found.neighbours == follow_each_other(places, found.order)


@given(INPUTS, SEEDS)
def test_where_no_input_neighbours_half_of_the_others_none_follow_each_other(places, seed):
    most = max(map(len, neighbours_of(places)), default=0)
    if 2 * most < len(places):
        assert order_apart(places, seed=seed).neighbours == 0


@settings(max_examples=60)
@given(FEW_INPUTS, SEEDS)
def test_where_neighbours_cannot_be_kept_apart_they_are_as_few_as_possible(places, seed):
    least = min(follow_each_other(places, order) for order in permutations(range(len(places))))
    assert order_apart(places, seed=seed).neighbours == least


@pytest.mark.parametrize(("lines", "left"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 0), (60, 0)])
def test_a_single_document_is_torn_apart_as_soon_as_it_is_long_enough(lines, left):
    assert order_apart(document(lines), seed=1).neighbours == left


def test_a_title_that_stands_before_every_line_comes_first_or_last():
    title = {("letter", line) for line in range(2, 20, 2)}
    lines = [{("letter", line)} for line in range(1, 20, 2)]
    found = order_apart([title, *lines], seed=4)
    assert found.neighbours == 1
    assert 0 in (found.order[0], found.order[-1])


def test_the_same_seed_gives_the_same_order_and_another_one_another():
    places = document(200)
    first, again, other = (order_apart(places, seed=seed).order for seed in (7, 7, 8))
    assert first == again != other


def test_the_order_is_random_and_not_that_of_the_documents():
    places = document(2000)
    order = order_apart(places, seed=3).order
    rising = sum(left < right for left, right in pairwise(order))
    assert 900 < rising < 1100


def test_a_hundred_thousand_lines_with_frequent_titles_are_kept_apart():
    places = [{(line // 60, line % 60)} for line in range(100_000)]
    for title in range(50):
        places[title] |= {(letter, (7 * title + letter) % 60) for letter in range(0, 1600, 3)}
    assert order_apart(places, seed=5).neighbours == 0
