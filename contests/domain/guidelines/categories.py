"""What guidelines need to know of the categories they speak about."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class KnownCategory:
    """A category of the contest, and the family whose colour it has."""

    label: str
    family: int
    colour: str
    is_archived: bool = False


Categories = Mapping[str, KnownCategory]


def drawn(categories: Categories, label: str) -> KnownCategory | None:
    """Return the category to draw in its colour: an archived one is drawn plainly."""
    category = categories.get(label)
    return None if category is None or category.is_archived else category
