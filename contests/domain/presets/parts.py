"""What a preset is made of."""

from collections.abc import Sequence
from dataclasses import dataclass

from contests.domain.arms import supercategory


def gettext_noop(message: str) -> str:
    """Return the message as it is: the tool that collects messages for translation knows this name.

    Whoever shows the message, or stores it in a contest, translates it.
    """
    return message


@dataclass(frozen=True)
class Entry:
    """A category: its label, and in English what belongs to it."""

    label: str
    description: str


@dataclass(frozen=True)
class Family:
    """A supercategory with its colour and its categories."""

    name: str
    colour: str
    entries: tuple[Entry, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(entry.label for entry in self.entries)


@dataclass(frozen=True)
class Preset:
    """A whole set of categories, with the pairs of them that people mix up."""

    key: str
    title: str
    about: str
    families: tuple[Family, ...]
    confusable_pairs: tuple[tuple[str, str], ...] = ()
    # The name of the default guidelines' files, where there are any.
    guidelines: str = ""

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(label for family in self.families for label in family.labels)


def family(colour: str, *rows: tuple[str, str]) -> Family:
    """Return the family of these labels and descriptions."""
    entries = tuple(Entry(label, description) for label, description in rows)
    return Family(supercategory(entries[0].label), colour, entries)


def singles(colours: Sequence[str], *rows: tuple[str, str]) -> tuple[Family, ...]:
    """Return families of one category each, for schemes that group nothing."""
    return tuple(family(colour, row) for colour, row in zip(colours, rows, strict=True))
