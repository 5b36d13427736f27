"""What several annotators marked in one text, in an order that does not depend on who came first."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, Protocol, Self, cast

import numpy as np

from gamma.errors import InvalidContinuum, UnknownAnnotator
from gamma.native.problem import Batch, Units
from text.spans import Span

# Beyond this, squares of ratios of lengths are not numbers any more.
FARTHEST = 1e100
# Whole numbers up to this one are floats, too; beyond, places are rounded.
EXACT = 2**53
# What rounding may change a place by, as a share of the unit's length.
ROUNDING = 1e-9


class PygammaContinuum(Protocol):
    """A `pygamma_agreement.Continuum`, as far as it is read here."""

    annotators: Iterable[str]

    def __iter__(self) -> Iterator[tuple[str, Any]]: ...


@dataclass(frozen=True)
class Continuum:
    """Annotators in the order of their names, and the units of each by place and category.

    An annotator without units takes part: to have looked and found nothing is a statement. The same
    unit twice by one annotator is one unit; units of one annotator may overlap.

    >>> found = Continuum.of({"bob": [Span(4, 7, "AGE")], "ana": [Span(9, 12, "AGE"), Span(4, 7, "AGE")]})
    >>> found.annotators
    ('ana', 'bob')
    >>> [span.start for span in found["ana"]]
    [4, 9]
    >>> found == Continuum.of({"ana": [Span(4, 7, "AGE"), Span(9, 12, "AGE")], "bob": [Span(4, 7, "AGE")]})
    True
    """

    annotators: tuple[str, ...]
    units: tuple[tuple[Span, ...], ...]

    @classmethod
    def of(cls, units_of: Mapping[str, Iterable[Span]] | PygammaContinuum) -> Self:
        """Return the continuum of these annotators, or the one that pygamma has of them."""
        if not isinstance(units_of, Mapping):
            units_of = _units_in(units_of)
        names = sorted(units_of, key=_checked_name)
        units = tuple(tuple(sorted(set(units_of[name]))) for name in names)
        right = max((span.end for spans in units for span in spans), default=0)
        if not right < FARTHEST:
            raise InvalidContinuum(f"A unit needs an end below {FARTHEST:g}.")
        continuum = cls(tuple(names), units)
        if right > EXACT:
            continuum._check_rounding()
        return continuum

    def _check_rounding(self) -> None:
        """Refuse units so far from the first that floats could not tell where they are."""
        left = Fraction(self.left)
        for _, span in self:
            places = [Fraction(span.start) - left, Fraction(span.end) - left]
            most = ROUNDING * (places[1] - places[0])
            if any(abs(Fraction(float(place)) - place) > most for place in places):
                far = f"{float(places[0]):g}"
                raise InvalidContinuum(f"Units {far} away from the first need to be longer.")

    def __getitem__(self, annotator: str) -> tuple[Span, ...]:
        if annotator not in self.annotators:
            raise UnknownAnnotator(f"{annotator} has no part in this continuum.")
        return self.units[self.annotators.index(annotator)]

    def __iter__(self) -> Iterator[tuple[str, Span]]:
        """Yield every unit with its annotator."""
        for annotator, spans in zip(self.annotators, self.units, strict=True):
            for span in spans:
                yield annotator, span

    @cached_property
    def size(self) -> int:
        """How many units all annotators have together."""
        return sum(len(spans) for spans in self.units)

    @cached_property
    def categories(self) -> tuple[str, ...]:
        """The categories that occur, in alphabetical order."""
        return tuple(sorted({span.label for spans in self.units for span in spans}))

    @property
    def is_comparable(self) -> bool:
        """Whether there is anything to agree on: two annotators, and a unit."""
        return len(self.annotators) >= 2 and self.size > 0

    @cached_property
    def digest(self) -> bytes:
        """A fingerprint: equal for equal continua, on every machine."""
        flat: list[object] = []
        for name, spans in zip(self.annotators, self.units, strict=True):
            flat += (name, len(spans))
            for span in spans:
                flat += (_whole(span.start), _whole(span.end), span.label)
        return hashlib.sha256(json.dumps(flat).encode()).digest()

    @cached_property
    def left(self) -> int:
        """Where the first unit starts; 0 if there is none."""
        return min((spans[0].start for spans in self.units if spans), default=0)

    @cached_property
    def batch(self) -> Batch:
        """The same in arrays, counted from `left`: small numbers are exact."""
        numbers = {name: number for number, name in enumerate(self.categories)}
        left, spans = self.left, [span for spans in self.units for span in spans]
        units = Units(
            np.array([span.start - left for span in spans], np.float64),
            np.array([span.end - left for span in spans], np.float64),
            np.array([numbers[span.label] for span in spans], np.int64),
            np.array([i for i, spans in enumerate(self.units) for _ in spans], np.int64),
        )
        return Batch(units, np.array([0, len(spans)], np.int64))

    def only(self, annotators: Iterable[str]) -> "Continuum":
        """Return the same text seen by some of its annotators."""
        return Continuum.of({name: self[name] for name in annotators})

    def without(self, annotator: str) -> "Continuum":
        """Return the same text as if this annotator had not seen it."""
        self[annotator]
        return self.only(name for name in self.annotators if name != annotator)


def _units_in(theirs: PygammaContinuum) -> dict[str, list[Span]]:
    units_of: dict[str, list[Span]] = {name: [] for name in theirs.annotators}
    for name, unit in theirs:
        start, end = _whole(unit.segment.start), _whole(unit.segment.end)
        units_of[name].append(Span(cast(int, start), cast(int, end), unit.annotation))
    return units_of


def _checked_name(name: str) -> str:
    if not (isinstance(name, str) and name):
        raise InvalidContinuum("An annotator needs a name.")
    return name


def _whole(place: float) -> float:
    """Return 4 for 4.0 (and for numpy's 4): equal continua have the same digest."""
    return int(place) if place == int(place) else float(place)
