"""Which samples stay together."""

from random import Random

import pytest

from gold.splits.domain.plan import link


def test_samples_of_one_document_are_one_group():
    assert link([["a"], ["b"], ["a"]]) == ((0, 2), (1,))


def test_documents_are_linked_through_others():
    assert link([["a", "b"], ["c", "d"], ["b", "c"], ["e"]]) == ((0, 1, 2), (3,))


def test_samples_without_a_document_are_alone():
    assert link([[], [], ["a"]]) == ((0,), (1,), (2,))


def test_boilerplate_links_nothing_and_is_alone():
    lines = [["a"], ["b"], ["a", "b", "c"], ["c"]]
    assert link(lines, link_limit=3) == ((0, 1, 2, 3),)
    assert link(lines, link_limit=2) == ((0,), (1,), (2,), (3,))


@pytest.mark.parametrize("seed", range(5))
def test_groups_are_the_connected_ones(seed):
    source = Random(seed)
    lines = [
        [str(source.randrange(40)) for _ in range(source.choice([1, 1, 2]))] for _ in range(60)
    ]
    units = link(lines)
    assert sorted(position for unit in units for position in unit) == list(range(60))
    sets = [{key for position in unit for key in lines[position]} for unit in units]
    assert sum(map(len, sets)) == len(set().union(*sets))


def test_a_long_chain_is_one_group():
    assert len(link([[str(n), str(n + 1)] for n in range(20_000)])) == 1
