"""Units together with why they are there, for those who may know."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from contests.domain.detecting import Proposal


@dataclass(frozen=True)
class Reasoned:
    """A unit and its reason: the rule and what set it off or, without a rule, where it comes from."""

    start: int
    end: int
    label: str
    rule: str = ""
    trigger: tuple[int, int] | None = None
    origin: str = ""

    @property
    def place(self) -> tuple[int, int, str]:
        return self.start, self.end, self.label


def from_detector(proposals: Iterable[Proposal]) -> list[Reasoned]:
    """Return proposals with their rules."""
    return [Reasoned(one.start, one.end, one.label, one.rule, one.trigger) for one in proposals]


def from_storage(
    units: Iterable[Sequence[Any]], reasons: Iterable[Sequence[Any]]
) -> list[Reasoned]:
    """Return stored proposals with their stored reasons."""
    return [
        Reasoned(start, end, label, rule, (first, last))
        for (start, end, label), (rule, first, last) in zip(units, reasons, strict=True)
    ]


def from_elsewhere(units: Iterable[Sequence[Any]], origin: str) -> list[Reasoned]:
    """Return units that no rule found."""
    return [Reasoned(start, end, label, origin=origin) for start, end, label in units]
