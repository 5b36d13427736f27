"""Default against iterative stratification: higher wherever that is possible, by looking at every split."""

from itertools import product

import numpy as np
import pytest

from gold.splits.domain.bar import ANNOTATORS, GAMMA, Bar, means
from gold.splits.domain.default import balance
from gold.splits.domain.plan import BESIDE, alone, make_plan
from gold.splits.domain.samples import Options
from gold.splits.domain.thesis import stratify
from tests.gold.splits.corpora import corpus


def plan_of(size, seed):
    samples = corpus(size, seed=seed, categories=2, empty=0.2, missing=0.1)
    return make_plan(samples, alone(size), Options(ratios=(50, 25, 25), min_count=1))


def rivals(plan, bar):
    """Yield every split that deviates no more than the peer, in categories and in sizes."""
    for assignment in product(range(3), repeat=len(plan.units)):
        parts = np.array(assignment)
        if len(np.unique(parts)) < 3:
            continue
        by_part = plan.deviations(parts)
        categories = by_part[:, :-BESIDE].sum(axis=1)
        if (
            categories.sum() <= bar.deviation
            and categories[:-1].sum() <= bar.chosen_deviation
            and by_part[:, -BESIDE:].sum() <= bar.beside_deviation
        ):
            yield parts


@pytest.mark.parametrize("seed", range(12))
def test_a_split_that_is_only_as_good_as_the_peer_could_not_be_better(seed):
    plan = plan_of(6 + seed % 2, seed)
    peer = stratify(plan, seed=seed)
    bar = Bar.of(plan, peer)
    if bar is None:
        pytest.skip("The peer leaves a part empty.")
    found = balance(plan, peer=peer, seed=seed)
    assert bar.is_met(plan, found)
    passed = bar.passed(plan, found)
    for rival in rivals(plan, bar):
        higher = bar.passed(plan, rival) if bar.is_met(plan, rival) else frozenset()
        assert not higher > passed, (higher, means(plan, rival, part=0))


def test_bars_are_raised_from_the_highest_and_never_below_what_is_passed():
    bar = Bar(0, 0, gamma=0.5, annotators=2.0)
    both, gamma, annotators = {GAMMA, ANNOTATORS}, {GAMMA}, {ANNOTATORS}
    assert [each.raised for each in bar.raises(frozenset())] == [both, gamma, annotators]
    assert [each.raised for each in bar.raises(frozenset(annotators))] == [both]
    assert bar.raises(frozenset(both)) == []
    without = Bar(0, 0, gamma=None, annotators=2.0)
    assert [each.raised for each in without.raises(frozenset())] == [annotators]
