"""Long documents are cut into parts that provably cannot be aligned together."""

import random
import tracemalloc

import numpy as np
import pytest

from agreement.domain.alignment import best_alignment
from agreement.domain.continuum import Continuum
from agreement.domain.dissimilarity import Dissimilarity
from agreement.domain.gamma import compute_gamma
from agreement.domain.native.arrays import Batch
from agreement.domain.solving import solve
from corpus.domain.spans import Span
from tests.agreement.continua import chance_like, long_document
from tests.agreement.reference import least_cost


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


def test_memory_grows_with_the_units_not_with_their_square():
    def most_bytes(units):
        document = long_document(random.Random(1), 3, units)
        best_alignment(document)
        tracemalloc.start()
        best_alignment(document)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    assert most_bytes(2000) < 6 * most_bytes(500)


def test_a_gamma_of_a_long_document_is_proven_too():
    document = long_document(random.Random(2), 3, 120)
    assert compute_gamma(document, samples=3).proven
