"""What several annotators marked in one text, in an order that does not depend on who came first."""

import hashlib
import json
import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from agreement.exceptions import InvalidContinuum, UnknownAnnotator
from corpus.domain.spans import Span


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
    def of(cls, units_of: Mapping[str, Iterable[Span]]) -> Self:
        """Return the continuum of these annotators."""
        names = sorted(units_of)
        units = tuple(tuple(sorted(set(units_of[name]))) for name in names)
        for span in (span for spans in units for span in spans):
            if not math.isfinite(span.end):
                raise InvalidContinuum("A unit needs a finite end.")
        return cls(tuple(names), units)

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
        rows = [
            [name, [[span.start, span.end, span.label] for span in spans]]
            for name, spans in zip(self.annotators, self.units, strict=True)
        ]
        return hashlib.sha256(json.dumps(rows, separators=(",", ":")).encode()).digest()

    def only(self, annotators: Iterable[str]) -> "Continuum":
        """Return the same text seen by some of its annotators."""
        return Continuum.of({name: self[name] for name in annotators})

    def without(self, annotator: str) -> "Continuum":
        """Return the same text as if this annotator had not seen it."""
        self[annotator]
        return self.only(name for name in self.annotators if name != annotator)
