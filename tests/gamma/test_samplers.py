"""Chance is drawn as pygamma draws it, from numbers that are the same everywhere."""

import random
from statistics import NormalDist

import numpy as np
import pytest

from gamma.continuum import Continuum
from gamma.gamma import ShuffleSampler, StatisticalSampler, random_state
from gamma.native.sampling import draw
from tests.gamma.continua import contest_like
from tests.gamma.reference import ReplaySampler, habits_of
from text.spans import Span

FIRST_NUMBERS = [
    "0x1.22145bd91204bp-1",
    "0x1.7dd71b42cb1ddp-1",
    "0x1.e54f2fe7a3b4ap+0",
    "-0x1.1e9189ece251ep-3",
]
LINE = contest_like(random.Random(11), 3, 5, noise=0.3)


class OwnSource:
    """Our generator behind the methods of numpy's RandomState."""

    def __init__(self, state):
        self._state = state

    def random_sample(self):
        numbers = np.empty(1)
        draw(self._state, numbers, np.empty(0))
        return float(numbers[0])

    def normal(self, mean, deviation):
        numbers = np.empty(1)
        draw(self._state, np.empty(0), numbers)
        return mean + deviation * float(numbers[0])


def trimmed(batch):
    end = batch.bounds[-1]
    return [array[:end].tolist() for array in batch.units]


@pytest.mark.parametrize("seed", range(5))
def test_the_compiled_sampler_draws_what_the_replayed_one_draws(seed):
    ours = StatisticalSampler(LINE, seed=seed).draw(20)
    other = ReplaySampler(LINE, OwnSource(random_state(LINE, seed=seed))).draw(20)
    assert ours.bounds.tolist() == other.bounds.tolist()
    for mine, theirs in zip(trimmed(ours), trimmed(other), strict=True):
        assert mine == pytest.approx(theirs, rel=1e-12)


def test_samples_have_the_habits_of_the_observed_annotators():
    habits, batch = habits_of(LINE), StatisticalSampler(LINE, seed=1).draw(4000)
    end = batch.bounds[-1]
    lengths = (batch.units.ends - batch.units.starts)[:end]
    assert end / 4000 / 3 == pytest.approx(habits.counts[0] - 0.4, abs=0.4)
    assert float(np.mean(lengths)) == pytest.approx(habits.lengths[0], rel=0.15)
    shares = np.bincount(batch.units.categories[:end]) / end
    assert shares.cumsum() == pytest.approx(habits.cumulated, abs=0.02)


def test_normal_numbers_follow_the_normal_distribution():
    uniforms, normals = np.empty(100_000), np.empty(100_000)
    draw(np.array([42], np.uint64), uniforms, normals)
    assert uniforms.min() >= 0
    assert uniforms.max() < 1
    for q in (0.001, 0.1, 0.5, 0.9, 0.999):
        assert np.quantile(uniforms, q) == pytest.approx(q, abs=0.005)
        assert np.quantile(normals, q) == pytest.approx(NormalDist().inv_cdf(q), abs=0.1)


def test_each_normal_number_is_the_inverse_of_its_uniform_one():
    uniforms, normals = np.empty(5000), np.empty(5000)
    draw(np.array([7], np.uint64), uniforms, np.empty(0))
    draw(np.array([7], np.uint64), np.empty(0), normals)
    expected = [NormalDist().inv_cdf(p + 2.0**-54) for p in uniforms]
    assert normals == pytest.approx(expected, rel=1e-13)


def test_the_first_numbers_of_a_seed_never_change():
    uniforms, normals = np.empty(2), np.empty(2)
    draw(np.array([1], np.uint64), uniforms, normals)
    assert [number.hex() for number in [*uniforms.tolist(), *normals.tolist()]] == FIRST_NUMBERS


@pytest.mark.parametrize("seed", range(20))
def test_shuffling_shifts_one_observed_annotator_for_each(seed):
    batch = ShuffleSampler(LINE, seed=seed).draw(1)
    right = max(span.end for _, span in LINE)
    observed = [
        sorted((span.end - span.start, span.label) for span in spans) for spans in LINE.units
    ]
    for annotator in range(3):
        mine = batch.units.annotators[: batch.bounds[1]] == annotator
        starts, ends = (
            batch.units.starts[: batch.bounds[1]][mine],
            batch.units.ends[: batch.bounds[1]][mine],
        )
        kinds = [LINE.categories[kind] for kind in batch.units.categories[: batch.bounds[1]][mine]]
        assert sorted(zip(ends - starts, kinds, strict=True)) in observed
        assert np.all((starts >= 0) & (starts <= right))


def test_shifts_are_half_a_mean_length_apart_while_there_is_room():
    lone = Continuum.of({name: [Span(0, 10, "A")] for name in "abc"} | {"d": [Span(190, 200, "A")]})
    for seed in range(30):
        batch = ShuffleSampler(lone, seed=seed).draw(1)
        # A shift shows in the place of a unit that was at 0; those of d come around.
        shifts = batch.units.starts[: batch.bounds[1]] % 190
        assert len(set(shifts.tolist())) >= 3


def test_an_annotator_without_units_can_be_drawn_but_not_for_everybody():
    some = Continuum.of({"ana": [Span(0, 4, "A")], "bob": [], "carl": []})
    batch = ShuffleSampler(some, seed=3).draw(50)
    assert np.all(np.diff(batch.bounds) >= 1)
