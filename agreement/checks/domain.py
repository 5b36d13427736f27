"""What two engines found for the same input, and how far apart that is."""

from collections.abc import Iterable
from dataclasses import dataclass

# How many inputs of a check are listed.
MOST_LISTED = 10
# The observed disorder is a minimum, which both engines must find; pygamma computes it with single precision.
CLOSE = 1e-5


@dataclass(frozen=True)
class Comparison:
    """The figures of one input: as the runs have them, and as the other engine computes them."""

    input: int
    observed: float | None = None
    other_observed: float | None = None
    gamma: float | None = None
    other_gamma: float | None = None
    # Why the other engine has none.
    failure: str = ""

    @property
    def observed_difference(self) -> float | None:
        return _difference(self.observed, self.other_observed)

    @property
    def gamma_difference(self) -> float | None:
        return _difference(self.gamma, self.other_gamma)


def _difference(one: float | None, other: float | None) -> float | None:
    return None if one is None or other is None else abs(one - other)


def largest(differences: Iterable[float | None]) -> float | None:
    """Return the largest of the differences that are known.

    >>> largest([0.25, None, 0.5])
    0.5
    """
    return max((one for one in differences if one is not None), default=None)


def most_different(compared: Iterable[Comparison]) -> list[Comparison]:
    """Return the inputs on which the engines differ most, first those that the other could not compute."""
    order = sorted(
        compared,
        key=lambda one: (
            one.failure == "",
            -(one.observed_difference or 0),
            -(one.gamma_difference or 0),
            one.input,
        ),
    )
    return order[:MOST_LISTED]
