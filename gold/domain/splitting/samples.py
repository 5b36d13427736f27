"""What a split looks at: the categories of an input, its quality, and what it belongs to."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from gold.exceptions import InvalidSample

# A bin of gamma is 0.05 wide.
BINS_IN_ONE = 20


@dataclass(frozen=True, slots=True)
class Sample:
    """One input of a corpus; its place in the sequence of samples is its order.

    >>> Sample("7", {"NOM:PATIENT_E": 2}, gamma=0.93, annotators=3).bin
    19
    >>> Sample("8", annotators=5).is_empty
    True
    """

    id: str
    # How many gold units there are of each category.
    categories: Mapping[str, int] = field(default_factory=dict)
    gamma: float | None = None
    annotators: int | None = None
    # The documents (or patients, …) in which it stands, once for each place.
    groups: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if any(type(count) is not int or count < 1 for count in self.categories.values()):
            raise InvalidSample(f"Sample {self.id}: a category is counted by a number from 1 on.")
        if self.gamma is not None and not math.isfinite(self.gamma):
            raise InvalidSample(f"Sample {self.id}: its gamma is no number.")
        if self.annotators is not None and self.annotators < 0:
            raise InvalidSample(f"Sample {self.id}: it has fewer than no annotators.")

    @property
    def is_empty(self) -> bool:
        """Whether nothing is annotated in it."""
        return not self.categories

    @property
    def bin(self) -> int | None:
        """Gamma in steps of 0.05, rounded half up; None without gamma."""
        return None if self.gamma is None else gamma_bin(self.gamma)


def gamma_bin(gamma: float) -> int:
    """Return gamma in whole steps of 0.05, rounded half up.

    >>> [gamma_bin(gamma) for gamma in (1.0, 0.93, 0.925, -0.01)]
    [20, 19, 19, 0]
    """
    # Numbers like 0.925 stand a little below or above their decimal writing.
    return math.floor(round(gamma * BINS_IN_ONE, 9) + 0.5)
