"""The few words that guidelines say by themselves: in the language of the text."""

from collections.abc import Mapping
from dataclasses import dataclass


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
