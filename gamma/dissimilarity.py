"""How much two units differ, in place and in category (Mathet et al. 2015, section 4.3)."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

import numpy as np

from gamma.errors import InvalidMeasure
from gamma.native.problem import Floats, Measure
from text.spans import Span


@dataclass(frozen=True)
class Dissimilarity:
    """Alpha times the difference in place plus beta times the difference in category.

    The difference in place is ``((|start - start'| + |end - end'|) / (length + length')) ** 2``: 0 for
    the same place, below 1 while they overlap. Categories differ by 0 or 1, or by what `similar` says for
    two of them. Both are multiplied by `delta_empty`, the difference between a unit and none at all.

    >>> Dissimilarity().between(Span(0, 4, "DATE"), Span(0, 4, "TIME"))
    1.0
    >>> Dissimilarity().between(Span(0, 4, "DATE"), Span(2, 6, "DATE"))
    0.25
    >>> close = Dissimilarity(similar={("DATE", "TIME"): 0.5})
    >>> close.between(Span(0, 4, "DATE"), Span(0, 4, "TIME"))
    0.5
    """

    alpha: float = 1.0
    beta: float = 1.0
    delta_empty: float = 1.0
    similar: Mapping[tuple[str, str], float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not (math.isfinite(value) and value >= 0):
                raise InvalidMeasure(f"{name} must be a number from 0 on, not {value}.")
        if not (math.isfinite(self.delta_empty) and self.delta_empty > 0):
            raise InvalidMeasure(f"delta_empty must be above 0, not {self.delta_empty}.")
        if self.similar:
            self._check_similar()

    def _check_similar(self) -> None:
        for (one, other), distance in self.similar.items():
            if not 0 <= distance <= 1:
                raise InvalidMeasure(f"{one} and {other} differ by 0 to 1, not by {distance}.")
            if one == other and distance != 0:
                raise InvalidMeasure(f"{one} differs from itself by 0, not by {distance}.")
            if self.similar.get((other, one), distance) != distance:
                raise InvalidMeasure(f"{one} and {other} differ as much as {other} and {one}.")

    @classmethod
    def positional(cls, *, alpha: float = 1.0, delta_empty: float = 1.0) -> "Dissimilarity":
        """Return one that looks at places only."""
        return cls(alpha=alpha, beta=0.0, delta_empty=delta_empty)

    @classmethod
    def categorical(
        cls,
        *,
        beta: float = 1.0,
        delta_empty: float = 1.0,
        similar: Mapping[tuple[str, str], float] | None = None,
    ) -> "Dissimilarity":
        """Return one that looks at categories only."""
        return cls(alpha=0.0, beta=beta, delta_empty=delta_empty, similar=similar or {})

    def between(self, one: Span, other: Span) -> float:
        """Return how much two units differ."""
        place = 0.0
        if self.alpha:
            apart = abs(one.start - other.start) + abs(one.end - other.end)
            place = (apart / (one.end - one.start + other.end - other.start)) ** 2
        category = self._category(one.label, other.label)
        return self.delta_empty * (self.alpha * place + self.beta * category)

    def _category(self, one: str, other: str) -> float:
        if one == other:
            return 0.0
        return self.similar.get((one, other), self.similar.get((other, one), 1.0))

    def measure(self, categories: Sequence[str], annotators: int) -> Measure:
        """Return the same for compiled code, in units of `delta_empty`."""
        return Measure(
            float(self.alpha),
            float(self.beta),
            self._table(categories),
            annotators,
            annotators * (annotators - 1) / 2,
        )

    def _table(self, categories: Sequence[str]) -> Floats:
        if not self.similar:
            return _all_different(len(categories))
        table = _all_different(len(categories)).copy()
        for i, j in combinations(range(len(categories)), 2):
            table[i, j] = table[j, i] = self._category(categories[i], categories[j])
        return table


@cache
def _all_different(count: int) -> Floats:
    return np.asarray(1.0 - np.eye(max(1, count)))


def similar_within_supercategories(
    categories: Iterable[str], *, distance: float = 0.5
) -> dict[tuple[str, str], float]:
    """Return the pairs of categories with one supercategory, all this far apart.

    >>> similar_within_supercategories(["TEMPORAL:DATE", "TEMPORAL:TEMPS", "ID:IPP"])
    {('TEMPORAL:DATE', 'TEMPORAL:TEMPS'): 0.5}
    """
    return {
        (one, other): distance
        for one, other in combinations(sorted(set(categories)), 2)
        if one.partition(":")[0] == other.partition(":")[0]
    }
