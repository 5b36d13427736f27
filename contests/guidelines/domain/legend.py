"""What drawing guidelines needs besides their text: categories with colours, and a few words."""

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


@dataclass(frozen=True)
class Words:
    """What stands around the text of one language."""

    guidelines: str
    contents: str
    version: str
    page: str
    # Titles of boxes, by their kind.
    boxes: Mapping[str, str]


_WORDS = {
    "en": Words(
        guidelines="Guidelines",
        contents="Contents",
        version="Version",
        page="page",
        boxes={
            "note": "Note",
            "warning": "Warning",
            "correct": "Correct",
            "incorrect": "Incorrect",
        },
    ),
    "fr": Words(
        guidelines="Consignes",
        contents="Table des matières",
        version="Version",
        page="page",
        boxes={
            "note": "Remarque",
            "warning": "Attention",
            "correct": "Correct",
            "incorrect": "Incorrect",
        },
    ),
}


def words_in(language: str) -> Words:
    """Return the words of this language, else the English ones."""
    return _WORDS.get(language, _WORDS["en"])
