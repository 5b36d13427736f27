"""What must not change the disorder, or must change it in a known way."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gamma.alignment import best_alignment
from gamma.continuum import Continuum
from gamma.dissimilarity import Dissimilarity
from gamma.gamma import compute_gamma
from tests.gamma.strategies import continua
from text.spans import Span

thorough = settings(
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=80,
    suppress_health_check=list(HealthCheck),
)


def moved(continuum, place):
    """Return the continuum with every unit where `place` puts it."""
    return Continuum.of(
        {
            name: [Span(*place(span.start, span.end), span.label) for span in continuum[name]]
            for name in continuum.annotators
        }
    )


def disorder(continuum, dissimilarity=None):
    return best_alignment(continuum, dissimilarity).disorder


@given(continua(), st.permutations(["ada", "ben", "cleo", "dan", "edna"]))
@thorough
def test_names_do_not_matter(continuum, names):
    renamed = Continuum.of(dict(zip(names, continuum.units, strict=False)))
    assert disorder(renamed) == pytest.approx(disorder(continuum), abs=1e-9)


@given(continua(), st.sampled_from([1, 1000, 10**8, 10**15]))
@thorough
def test_shifting_does_not_matter(continuum, by):
    shifted = moved(continuum, lambda start, end: (start + by, end + by))
    assert disorder(shifted) == disorder(continuum)


@given(continua(), st.sampled_from([2, 3, 1000]))
@thorough
def test_scaling_does_not_matter(continuum, by):
    scaled = moved(continuum, lambda start, end: (start * by, end * by))
    assert disorder(scaled) == pytest.approx(disorder(continuum), abs=1e-9)


@given(continua())
@thorough
def test_a_mirror_image_has_the_same_disorder(continuum):
    mirrored = moved(continuum, lambda start, end: (1000 - end, 1000 - start))
    assert disorder(mirrored) == pytest.approx(disorder(continuum), abs=1e-9)


@given(continua(annotators=st.integers(2, 4)))
@thorough
def test_two_annotators_who_agree_stay_together_when_one_is_doubled(continuum):
    twin = {
        **dict(zip(continuum.annotators, continuum.units, strict=True)),
        "zoe": continuum.units[0],
    }
    doubled = best_alignment(Continuum.of(twin))
    n, first = len(continuum.annotators), continuum.annotators[0]
    # Aligning zoe as her twin is one alignment of the doubled continuum: the best is no dearer.
    before = best_alignment(continuum)
    with_twin = [
        _cost({**unitary.units, "zoe": unitary.units[first]}, Dissimilarity()) for unitary in before
    ]
    assert doubled.proof.cost <= sum(with_twin) + 1e-9
    assert len(doubled.annotators) == n + 1


def _cost(units, dissimilarity):
    spans = list(units.values())
    return sum(
        1 if one is None or other is None else dissimilarity.between(one, other)
        for place, one in enumerate(spans)
        for other in spans[:place]
    )


@given(continua(), st.sampled_from([0.1, 0.5, 2, 7]))
@thorough
def test_disorders_are_proportional_to_delta_empty_and_gammas_do_not_depend_on_it(continuum, delta):
    one = compute_gamma(continuum, samples=3)
    other = compute_gamma(continuum, samples=3, delta_empty=delta)
    assert other.observed == pytest.approx(delta * one.observed)
    assert other.expected == pytest.approx(delta * one.expected)
    assert other.gamma == pytest.approx(one.gamma)
    assert other.gamma_cat == pytest.approx(one.gamma_cat)


@given(continua())
@thorough
def test_a_dearer_measure_never_lowers_the_disorder(continuum):
    plain = disorder(continuum)
    assert disorder(continuum, Dissimilarity(alpha=2)) >= plain - 1e-9
    assert disorder(continuum, Dissimilarity(similar={("AGE", "DATE"): 0.5})) <= plain + 1e-9
