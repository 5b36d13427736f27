"""No alignment is better: tried out on tiny continua, by integer programs on larger ones, and by prices."""

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gamma import alignment as solving
from gamma.alignment import ROUTES, _check, best_alignment, solve
from gamma.dissimilarity import Dissimilarity
from gamma.errors import NotProven
from gamma.native.categories import cluster_costs
from gamma.native.problem import Batch, Units
from gamma.native.solver import UNPROVEN, Answers
from gamma.programming import prove_part
from tests.gamma.continua import LABELS, chance_like, contest_like
from tests.gamma.reference import all_alignments, columns_of, least_cost
from tests.gamma.strategies import continua

thorough = settings(
    deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
MEASURES = [
    Dissimilarity(),
    Dissimilarity(3, 1, 0.5),
    Dissimilarity.positional(),
    Dissimilarity(similar={("AGE", "DATE"): 0.3}),
    Dissimilarity.categorical(),
]


@given(continua(most_units=2, annotators=st.integers(2, 3)), st.sampled_from(MEASURES))
@settings(thorough, max_examples=150)
def test_of_all_alignments_of_a_tiny_continuum_none_is_cheaper(continuum, dissimilarity):
    found = best_alignment(continuum, dissimilarity)
    least = min(cost for _, cost in all_alignments(continuum, dissimilarity))
    assert found.proof.cost == pytest.approx(least, abs=1e-9)


def larger_continua():
    for annotators, units, count in [
        (6, 3, 6),
        (7, 2, 5),
        (8, 2, 4),
        (3, 12, 6),
        (4, 7, 6),
        (5, 4, 6),
    ]:
        rng = random.Random(annotators * 100 + units)
        for number in range(count):
            make = contest_like if number % 2 else chance_like
            size = units if number % 2 else max(1, units // 2)
            continuum = make(rng, annotators, size)
            if continuum.is_comparable:
                yield pytest.param(continuum, id=f"{annotators}x{units}-{number}")


@pytest.mark.parametrize("continuum", list(larger_continua()))
def test_an_integer_program_over_all_columns_finds_the_same_cost(continuum):
    found = best_alignment(continuum)
    assert found.proof.cost == pytest.approx(least_cost(continuum, Dissimilarity()), abs=1e-7)


@given(continua(), st.sampled_from(MEASURES))
@settings(thorough, max_examples=150)
def test_no_unitary_alignment_is_cheaper_than_its_prices(continuum, dissimilarity):
    proof = best_alignment(continuum, dissimilarity).proof
    cheapest = min(
        cost - sum(proof.prices[unit] for unit in column)
        for column, cost in columns_of(continuum, dissimilarity)
    )
    assert cheapest >= -1e-6
    assert proof.bound == pytest.approx(sum(proof.prices), abs=1e-9)
    if proof.route in ("search", "programming"):
        assert proof.bound <= proof.cost + 1e-6
    else:
        assert proof.bound == pytest.approx(proof.cost, abs=1e-6)


@given(continua())
@settings(thorough, max_examples=60)
def test_the_slower_method_finds_the_same_cost(continuum):
    measure = Dissimilarity().measure(continuum.categories, len(continuum.annotators))
    units = continuum.batch.units
    best = best_alignment(continuum).proof
    for hints in (np.zeros(continuum.size), np.array(best.prices)):
        proven = prove_part(units, measure, hints)
        assert proven.cost == pytest.approx(best.cost, abs=1e-6)
        assert cluster_costs(units, proven.cluster, measure).sum() == pytest.approx(proven.cost)


def test_islands_of_a_mixture_joined_or_not_give_the_least_cost():
    searched = []
    for seed in range(400):
        continuum = chance_like(random.Random(seed), 4, 4)
        if continuum.is_comparable and best_alignment(continuum).proof.route == "search":
            searched.append(continuum)
    assert len(searched) > 5
    for continuum in searched[:12]:
        found = best_alignment(continuum).proof
        assert found.cost > found.bound + 1e-6
        assert found.cost == pytest.approx(least_cost(continuum, Dissimilarity()), abs=1e-6)


def test_every_route_of_proof_is_taken():
    routes = set()
    for seed in range(400):
        rng = random.Random(seed)
        continuum = chance_like(rng, rng.randint(2, 6), 4)
        if continuum.is_comparable:
            routes.add(best_alignment(continuum).proof.route)
    assert {"assignment", "prices", "relaxation", "search"} <= routes


def test_large_parts_are_left_to_the_slower_method_and_proven():
    rng = random.Random(4)
    size = 140
    starts = np.array([rng.uniform(0, 200) for _ in range(3 * size)])
    units = Units(
        starts,
        starts + np.array([rng.uniform(2, 12) for _ in range(3 * size)]),
        np.array([rng.randrange(3) for _ in range(3 * size)]),
        np.repeat(np.arange(3), size),
    )
    measure = Dissimilarity().measure(("A", "B", "C"), 3)
    answers = solve(Batch(units, np.array([0, 3 * size])), measure)
    assert ROUTES[answers.routes[0]] == "programming"
    assert answers.costs[0] >= answers.bounds[0] - 1e-6


def test_an_alignment_of_the_slower_method_that_does_not_add_up_is_refused(monkeypatch):
    units, measure = (
        contest_like(random.Random(1), 3, 4).batch.units,
        Dissimilarity().measure(LABELS, 3),
    )
    size = len(units.starts)

    def careless(part, measure, hints):
        return replace(prove_part(part, measure, hints), cost=0.0)

    monkeypatch.setattr(solving, "prove_part", careless)
    monkeypatch.setattr(solving, "solve_batch", leave_everything)
    with pytest.raises(NotProven, match="does not cost what it says"):
        solve(Batch(units, np.array([0, size])), measure)


def leave_everything(batch, measure, answers, asks_for_ties):
    answers.prices[:], answers.part[:], answers.is_proven[:] = 0.0, 0, False
    answers.routes[:], answers.may_tie[:] = UNPROVEN, False
    return False


def test_an_alignment_whose_figures_do_not_prove_it_is_refused():
    one, none = np.array([1.0]), np.zeros(1, np.int64)
    answers = Answers(
        none, one, none, none > 0, np.array([4]), np.array([1.5]), one, one, none > 0, one
    )
    with pytest.raises(NotProven):
        _check(answers, np.array([1]))
