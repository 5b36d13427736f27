"""One form for a word however it is written: small letters, no accents, plain apostrophes."""

import unicodedata

_APOSTROPHES = str.maketrans(
    {"’": "'", "ʼ": "'", "`": "'", "´": "'", "œ": "oe", "æ": "ae", "ß": "ss"}
)


def fold(word: str) -> str:
    """Return the word in small letters without accents; not always of the same length."""
    lowered = word.lower()
    if lowered.isascii():
        return lowered.replace("`", "'")
    decomposed = unicodedata.normalize("NFD", lowered.translate(_APOSTROPHES))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))
