"""Long documents are cut into parts that provably cannot be aligned together."""

import random
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from gamma.alignment import best_alignment, solve
from gamma.continuum import Continuum
from gamma.dissimilarity import Dissimilarity
from gamma.gamma import compute_gamma
from gamma.native.nearby import columns_nearby
from gamma.native.problem import Batch, Units
from tests.gamma.continua import chance_like, long_document, with_a_unit_over_all
from tests.gamma.reference import least_cost
from text.spans import Span

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize(
    ("annotators", "units", "gap"),
    [(3, 500, 20), (5, 100, 20), (2, 5000, 20), (3, 500, 4), (5, 100, 4)],
)
def test_a_long_document_has_a_proven_alignment(annotators, units, gap):
    document = long_document(random.Random(annotators), annotators, units, gap=gap)
    proof = best_alignment(document).proof
    assert proof.bound == pytest.approx(proof.cost, abs=1e-6 * document.size)


def test_a_long_document_costs_as_much_as_its_pieces():
    # So far apart that each piece is a part of its own: their costs add up.
    rng = random.Random(9)
    pieces = [chance_like(rng, 3, 3) for _ in range(20)]
    spread = {
        name: [
            Span(span.start + 100_000 * place, span.end + 100_000 * place, span.label)
            for place, piece in enumerate(pieces)
            for span in piece[name]
        ]
        for name in pieces[0].annotators
    }
    whole = best_alignment(Continuum.of(spread)).proof.cost
    costs = [least_cost(piece, Dissimilarity()) for piece in pieces if piece.size]
    assert whole == pytest.approx(sum(costs), abs=1e-6)


def test_no_part_is_smaller_than_what_a_best_alignment_joins():
    rng = random.Random(3)
    for _ in range(30):
        continuum = chance_like(rng, 3, 4)
        if not continuum.is_comparable:
            continue
        units, measure = continuum.batch.units, Dissimilarity().measure(continuum.categories, 3)
        number = dict(zip(continuum, part_of(units, measure), strict=True))
        for unitary in best_alignment(continuum):
            parts = {number[name, span] for name, span in unitary.units.items() if span}
            assert len(parts) == 1


def part_of(units, measure):
    return solve(Batch(units, np.array([0, len(units.starts)])), measure).part.tolist()


# Compiled code has memory of its own that Python does not count: a process is asked for its peak.
PEAK = """
import random, resource, sys
from gamma.alignment import best_alignment
from tests.gamma.continua import long_document, with_a_unit_over_all

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)

make = {"plain": lambda document: document, "over all": with_a_unit_over_all}[sys.argv[1]]
documents = [make(long_document(random.Random(1), 3, units)) for units in (500, 2000)]
best_alignment(documents[0])
before = peak()
best_alignment(documents[1])
print(peak() - before)
"""


@pytest.mark.parametrize("kind", ["plain", "over all"])
def test_memory_grows_with_the_units_not_with_their_square(kind):
    run = subprocess.run(
        [sys.executable, "-c", PEAK, kind], cwd=ROOT, capture_output=True, text=True, check=True
    )
    # The weights of all pairs of 6,000 units alone would be 288 million.
    assert int(run.stdout) < 100_000_000


def test_a_unit_as_long_as_the_document_is_aligned_with_its_like():
    document = with_a_unit_over_all(long_document(random.Random(1), 3, 150))
    found = best_alignment(document)
    assert found.proof.route == "programming"
    assert all(unit and unit.start == 0 for unit in found[0].units.values())


def test_where_a_unit_has_hundreds_around_it_no_column_is_missed():
    rng, each = np.random.default_rng(7), 160
    starts = rng.integers(0, 50, 3 * each).astype(float)
    units = Units(
        starts,
        starts + rng.integers(20, 60, 3 * each),
        rng.integers(0, 3, 3 * each),
        np.repeat(np.arange(3), each),
    )
    measure = Dissimilarity().measure(("A", "B", "C"), 3)
    prices = rng.uniform(0.3, 0.9, 3 * each)
    found, is_complete = columns_nearby(units, measure, prices, -1.6, 100_000, 0)
    listed = [frozenset(row[row >= 0].tolist()) for row in found.units[: found.used[0]]]
    expected = set(cheap_columns(units, measure, prices, -1.6))
    assert is_complete
    assert len(listed) == len(set(listed)) > 1000
    assert set(listed) == expected


def cheap_columns(units, measure, prices, slack):
    """Yield the columns of three annotators that cost at most their prices plus `slack`."""
    lengths = units.ends - units.starts
    apart = np.abs(units.starts[:, None] - units.starts) + np.abs(units.ends[:, None] - units.ends)
    place = apart / (lengths[:, None] + lengths)
    weights = 1 - place**2 - measure.categories[units.categories[:, None], units.categories]
    pairs = prices[:, None] + prices + weights
    need = measure.fee - slack
    of = [np.flatnonzero(units.annotators == annotator) for annotator in range(3)]
    yield from (frozenset({int(i)}) for i in np.flatnonzero(prices >= need))
    for one, other in combinations(range(3), 2):
        for i, j in np.argwhere(pairs[np.ix_(of[one], of[other])] >= need):
            yield frozenset({int(of[one][i]), int(of[other][j])})
    for i in of[0]:
        values = (
            pairs[np.ix_(of[1], of[2])] + prices[i] + weights[i, of[1]][:, None] + weights[i, of[2]]
        )
        for j, k in np.argwhere(values >= need):
            yield frozenset({int(i), int(of[1][j]), int(of[2][k])})


def test_a_gamma_of_a_long_document_is_proven_too():
    document = long_document(random.Random(2), 3, 120)
    assert compute_gamma(document, samples=3).proven
