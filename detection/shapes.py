"""How words look, as pieces of patterns: capitals of any Latin alphabet, hyphens, apostrophes."""

import re

from detection.folding import fold
from detection.lexicons import words

# `re` has no class for capitals; those of Latin-1 and the extended Latin alphabets are enough here.
_CAPITALS = "".join(chr(code) for code in range(0x41, 0x250) if chr(code).isupper())
UPPER = f"[{_CAPITALS}]"
LETTER = r"[^\W\d_]"
# A word with what is joined to it: `Pont-de-l'Isle`. One way to read each text: no backtracking.
JOINED = rf"(?:['’-]{LETTER}+)*"
WORD = rf"{LETTER}+{JOINED}"
CAPITALISED = rf"{UPPER}{LETTER}*{JOINED}"

_PARTS = re.compile(rf"{LETTER}+")
_NEVER_NAMES = frozenset(fold(word) for word in words("never_names"))


def is_common(word: str) -> bool:
    """Return whether the word belongs to the language rather than to a name."""
    return fold(word) in _NEVER_NAMES


def has_common(name: str) -> bool:
    """Return whether one of the words between hyphens and spaces does."""
    return any(is_common(part[0]) for part in _PARTS.finditer(name))
