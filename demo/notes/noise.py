"""What hurried hands do to a text: typing errors, lost accents and spaces, abbreviations, capitals.

Marks stay around what they enclose, and only words outside them are misspelt: a name is gold as written.
"""

import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from demo.notes.marks import CLOSING, OPENING_CLASS

_MARKED = re.compile(f"[{OPENING_CLASS}][^{CLOSING}]*{CLOSING}")
_WORD = re.compile(r"[a-zàâçéèêëîïôûùœ]{5,}")
_GLUED_BEFORE_MARK = re.compile(f"(?<=[a-z:]) (?=[{OPENING_CLASS}][0-9A-Z+])")
_AFTER_STOP = re.compile(r"(?<=[\w.][.,;]) (?=\w)")
_ABBREVIATIONS = {
    "traitement": "ttt", "rendez-vous": "rdv", "hospitalisation": "hospit", "antécédents": "ATCD",
    "pendant": "pdt", "toujours": "tjrs", "patiente": "pte", "contrôle": "ctrl", "médecin": "méd.",
    "température": "T°", "environ": "env.", "gauche": "g.", "droite": "dte", "semaines": "sem.", "examen": "ex.",
    "bilatéral": "bilat.", "normal": "nl", "chirurgie": "chir.", "suspicion": "susp.", "depuis": "dps",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Habits:
    """How often the writer of a document errs, per line."""

    typing: float
    glue: float
    abbreviate: float
    is_without_accents: bool
    is_capitals: bool


def draw_habits(rng: Random) -> Habits:
    """Return the habits of one writer."""
    return Habits(
        typing=rng.choice((0.0, 0.05, 0.1, 0.25)),
        glue=rng.choice((0.0, 0.03, 0.08, 0.2)),
        abbreviate=rng.choice((0.0, 0.1, 0.3)),
        is_without_accents=rng.random() < 0.07,
        is_capitals=rng.random() < 0.025,
    )


def disturb(line: str, habits: Habits, rng: Random) -> str:
    """Return the line as this writer would have typed it."""
    if rng.random() < habits.abbreviate:
        line = _outside_marks(line, lambda text: _abbreviated(text, rng))
    if rng.random() < habits.typing:
        line = _outside_marks(line, lambda text: _mistyped(text, rng))
    if rng.random() < habits.glue:
        line = _glued(line, rng)
    if habits.is_without_accents or rng.random() < 0.02:
        line = strip_accents(line)
    return line.upper() if habits.is_capitals or rng.random() < 0.012 else line


def strip_accents(text: str) -> str:
    """Return the text as a keyboard without accents gives it."""
    decomposed = unicodedata.normalize("NFD", text.replace("œ", "oe"))
    return unicodedata.normalize(
        "NFC", "".join(c for c in decomposed if not unicodedata.combining(c))
    )


def _outside_marks(line: str, change: Callable[[str], str]) -> str:
    pieces: list[str] = []
    position = 0
    for marked in _MARKED.finditer(line):
        pieces += (change(line[position : marked.start()]), marked[0])
        position = marked.end()
    return "".join(pieces) + change(line[position:])


def _abbreviated(text: str, rng: Random) -> str:
    known = [word for word in _ABBREVIATIONS if re.search(rf"\b{word}\b", text)]
    if not known:
        return text
    word = rng.choice(known)
    return re.sub(rf"\b{word}\b(?!\.)", _ABBREVIATIONS[word], text, count=1)


def _mistyped(text: str, rng: Random) -> str:
    found = list(_WORD.finditer(text))
    if not found:
        return text
    word = rng.choice(found)
    return text[: word.start()] + _slip(word[0], rng) + text[word.end() :]


def _slip(word: str, rng: Random) -> str:
    at = rng.randrange(1, len(word) - 1)
    return rng.choice((
        word[:at] + word[at + 1] + word[at] + word[at + 2 :],
        word[:at] + word[at + 1 :],
        word[:at] + word[at] + word[at:],
        strip_accents(word),
    ))  # fmt: skip


def _glued(line: str, rng: Random) -> str:
    spots = [
        m.start() for pattern in (_GLUED_BEFORE_MARK, _AFTER_STOP) for m in pattern.finditer(line)
    ]
    if not spots:
        return line
    at = rng.choice(spots)
    return line[:at] + line[at + 1 :]
