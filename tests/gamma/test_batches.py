"""Many gammas at once: the same as one by one, and cut into pieces of about equal work."""

import random
import threading
from itertools import pairwise

import pytest

from gamma import pygamma
from gamma.comparison import compute_gammas
from gamma.continuum import Continuum
from gamma.dissimilarity import Dissimilarity
from gamma.errors import InvalidMeasure
from gamma.gamma import StatisticalSampler, compute_gamma, work_of
from gamma.work import cut_by_work, estimate_work
from tests.gamma.continua import contest_like
from text.spans import Span

LINES = [contest_like(random.Random(seed), 2 + seed % 4, seed % 6) for seed in range(30)]
ALONE = [compute_gamma(line, samples=5, seed=3) for line in LINES]


@pytest.mark.parametrize("threads", [None, 1, 2, 7])
def test_a_batch_gives_what_each_gives_alone_whatever_the_threads(threads):
    assert compute_gammas(LINES, threads=threads, samples=5, seed=3) == ALONE


def test_a_result_does_not_depend_on_what_else_is_in_the_batch():
    order = random.Random(1).sample(range(len(LINES)), len(LINES))
    shuffled = compute_gammas((LINES[place] for place in order), samples=5, seed=3)
    assert shuffled == [ALONE[place] for place in order]
    assert compute_gammas(LINES[:7], samples=5, seed=3) == ALONE[:7]


def test_a_batch_may_be_empty_or_hold_what_has_no_gamma():
    assert compute_gammas([]) == []
    assert [
        found.gamma for found in compute_gammas([Continuum.of({}), Continuum.of({"ana": []})])
    ] == [None, None]


def test_a_batch_can_be_computed_by_the_other_engine_which_knows_one_thread_only(monkeypatch):
    calls = []

    def compute(continuum, **options):
        calls.append((continuum, options, threading.get_ident()))
        return ALONE[LINES.index(continuum)]

    monkeypatch.setattr(pygamma, "compute_gamma", compute)
    assert compute_gammas(LINES, engine="pygamma", samples=5) == ALONE
    assert calls == [(line, {"samples": 5}, threading.get_ident()) for line in LINES]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"threads": 0}, "thread"),
        ({"engine": "dice"}, "engine"),
        ({"sampler": StatisticalSampler(LINES[3], seed=0)}, "name"),
        ({"samples": 0}, "sample"),
        (
            {"engine": "pygamma", "dissimilarity": Dissimilarity(similar={("AGE", "DATE"): 0.5})},
            "similar",
        ),
    ],
)
def test_what_a_batch_cannot_do_is_refused(options, words):
    with pytest.raises(InvalidMeasure, match=words):
        compute_gammas(LINES, **options)


# Microseconds of gammas with 30 samples on one machine, by annotators and units of all together: the mean
# over a few lines of `benchmarks._continua`. On others all of them are longer or shorter alike.
MEASURED = {
    (2, 2): 134, (2, 9): 270, (2, 35): 619, (3, 3): 182, (3, 8): 360, (3, 22): 895, (3, 52): 2684,
    (4, 4): 162, (4, 18): 793, (4, 41): 2798, (4, 140): 26614, (5, 13): 837, (5, 36): 3665, (5, 88): 20306,
    (6, 26): 2913, (6, 107): 47649, (8, 15): 1370, (8, 35): 8853, (8, 83): 57639, (8, 141): 183878,
}  # fmt: skip


@pytest.mark.parametrize(("size", "microseconds"), MEASURED.items())
def test_the_estimated_work_is_about_what_was_measured(size, microseconds):
    assert 0.4 < estimate_work(*size) / microseconds < 2.5


def test_more_annotators_units_or_samples_are_more_work():
    assert all(
        one < other for one, other in pairwise(estimate_work(3, units) for units in range(200))
    )
    assert all(
        one < other for one, other in pairwise(estimate_work(count, 12) for count in range(1, 20))
    )
    assert estimate_work(3, 12, samples=60) == pytest.approx(2 * estimate_work(3, 12), rel=0.2)


def test_the_work_of_a_continuum_is_that_of_its_size():
    line = Continuum.of({"ana": [Span(0, 4, "DATE"), Span(5, 9, "AGE")], "bob": []})
    assert work_of(line, samples=7) == estimate_work(2, 2, samples=7)
    assert work_of(Continuum.of({"ana": [Span(0, 4, "DATE")]})) < work_of(line)


def test_a_list_is_cut_into_stretches_that_hold_every_item_once():
    rng = random.Random(5)
    works = [rng.choice([1, 2, 5, 40]) for _ in range(200)]
    stretches = cut_by_work(works, most=20)
    assert [place for stretch in stretches for place in stretch] == list(range(200))
    for stretch in stretches:
        assert len(stretch) == 1 or sum(works[place] for place in stretch) <= 20
    for one, other in pairwise(stretches):
        assert sum(works[one.start : one.stop]) + works[other.start] > 20
    assert cut_by_work([], most=20) == []
