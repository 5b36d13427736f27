"""Who agrees with whom, and who lowers the agreement."""

import random

import pytest

from gamma.comparison import leave_one_out, pairwise_agreement, pooled_agreement, weighted_agreement
from gamma.continuum import Continuum
from gamma.errors import UnknownAnnotator
from gamma.gamma import compute_gamma
from tests.gamma.continua import LABELS, contest_like
from text.spans import Span


def line_with_a_careless_annotator(seed):
    """ana, bob and carl agree; eve marks anything."""
    rng = random.Random(seed)
    careful = contest_like(rng, 3, 4, noise=0.05)
    eve = [
        Span(s := rng.randint(0, 60), s + rng.randint(2, 9), rng.choice(LABELS)) for _ in range(4)
    ]
    return Continuum.of({**dict(zip(careful.annotators, careful.units, strict=True)), "eve": eve})


LINES = [line_with_a_careless_annotator(seed) for seed in range(6)]


def test_leaving_the_careless_annotator_out_raises_the_agreement():
    left_out = leave_one_out(LINES, samples=10)
    assert max(left_out, key=lambda name: left_out[name].change) == "eve"
    assert left_out["eve"].change > 0 > left_out["ana"].change


def test_careful_annotators_agree_with_each_other_and_not_with_the_careless_one():
    pairs = pairwise_agreement(LINES, samples=10)
    assert set(pairs) == {
        ("ana", "bob"), ("ana", "carl"), ("ana", "eve"), ("bob", "carl"), ("bob", "eve"), ("carl", "eve"),
    }  # fmt: skip
    lowest = min(pairs[pair].gamma for pair in pairs if "eve" not in pair)
    assert lowest > max(pairs[pair].gamma for pair in pairs if "eve" in pair)


def test_the_agreement_with_the_others_is_weighted_by_what_they_marked():
    small = Continuum.of({"ana": [Span(0, 4, "A")], "bob": [Span(0, 4, "B")]})
    large = Continuum.of({"ana": [Span(9 * k, 9 * k + 4, "A") for k in range(9)],
                          "carl": [Span(9 * k, 9 * k + 4, "A") for k in range(9)]})  # fmt: skip
    found = weighted_agreement([small, large], "ana")
    one = compute_gamma(small)
    other = compute_gamma(large)
    assert found.continua == 2
    assert found.observed == pytest.approx(one.observed * 1 + other.observed * 9)
    assert found.expected == pytest.approx(one.expected * 1 + other.expected * 9)
    assert other.gamma > found.gamma > one.gamma + 0.5


def test_who_marked_none_of_the_lines_is_named():
    with pytest.raises(UnknownAnnotator, match="zoe"):
        weighted_agreement(LINES, "zoe")


def test_lines_that_nobody_marked_do_not_count():
    empty = Continuum.of({"ana": [], "bob": []})
    assert pooled_agreement([empty]).gamma is None
    assert pooled_agreement([empty, *LINES], samples=3) == pooled_agreement(LINES, samples=3)
