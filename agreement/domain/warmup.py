"""Compile everything once, so that nobody has to wait for it later."""

from agreement.domain.alignment import best_alignment
from agreement.domain.continuum import Continuum
from agreement.domain.gamma import compute_gamma
from corpus.domain.spans import Span


def warm_up() -> None:
    """Run every compiled function once; its code is then in the cache."""
    continuum = Continuum.of(
        {
            "ana": [Span(0, 4, "DATE"), Span(9, 12, "AGE")],
            "bob": [Span(1, 4, "DATE")],
            "carl": [Span(0, 4, "DATE"), Span(10, 12, "DATE")],
        }
    )
    compute_gamma(continuum, samples=1)
    compute_gamma(continuum, samples=1, sampler="shuffle")
    # Bob's unit is as far from either of ana's: there is a tie to settle.
    best_alignment(
        Continuum.of(
            {"ana": [Span(0, 5, "DATE"), Span(5, 10, "DATE")], "bob": [Span(0, 10, "DATE")]}
        )
    )
