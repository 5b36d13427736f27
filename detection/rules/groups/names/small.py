"""Names in small letters, behind a title: `mme dupont`, `dre k. bossy`."""

import re

from detection.rules.groups.common_words import (
    follows_subject,
    is_listed_word,
    is_word,
    surnames_and_words,
)
from detection.rules.groups.names.known import (
    fold_word,
    is_first_name,
    is_known,
    is_ordinary,
    is_spelt_name,
    is_stop,
)
from detection.rules.groups.names.patterns import LOWER
from detection.rules.reading import Reading

_NEXT_SMALL = re.compile(r"\s+([a-zà-ÿ]+)")
# Abbreviations of other things are shorter.
_SURELY_NO_WORD = 7


def closes(reading: Reading, place: int) -> bool:
    """Return whether a name may end here: before a sign, a word of the language, or nothing."""
    following = _NEXT_SMALL.match(reading.text, place)
    if following is None:
        return True
    word = fold_word(following[1])
    return is_stop(word) or is_known(word) or len(word) < 3 or is_word(following[1])


def small_item(reading: Reading, position: int, before: list[str]) -> re.Match[str] | None:
    """Return a name in small letters after a title: `mme dupont`, `dre k. bossy`."""
    match = LOWER.match(reading.text, position)
    if match is None or not reading.text[match.start("word")].islower():
        return None
    word = fold_word(match["word"])
    if (before and not is_known(word)) or not reading.found.is_free(*match.span("word")):
        return None
    if before:
        # `mme maria teixeira`: what follows must be known as a name and as nothing else.
        is_common = is_listed_word(word) if is_first_name(word) else is_word(match["word"])
        is_name = not is_common and not match["initials"]
        is_name = is_name and not (match["particle"] or "").startswith(("de ", "du "))
    elif match["initials"]:
        is_name = not is_stop(word)
    elif is_stop(word) or is_ordinary(word) or _is_common(match["word"], word):
        is_name = _is_subject(reading, match) or (
            is_spelt_name(match["word"]) and not (is_stop(word) or is_ordinary(word))
        )
    else:
        # `dr de kalbermatten`, but `dr de morges`.
        places = reading.hits_between("places.listed", *match.span("word"))
        is_from = bool(match["particle"] and places)
        is_apart = len(word) >= _SURELY_NO_WORD or closes(reading, match.end())
        is_name = is_known(word) or (is_apart and not is_from)
    return match if is_name else None


def _is_common(written: str, word: str) -> bool:
    """Return whether a word behind a title is one of the language; Latin ends like names: `mme gebreyesus`."""
    return is_word(written) and (not word.endswith("us") or is_listed_word(word))


def _is_subject(reading: Reading, match: re.Match[str]) -> bool:
    """Return whether a common word is the subject of a verb, and so a name: `mme bon demande`."""
    if fold_word(match["word"]) not in surnames_and_words():
        return False
    following = _NEXT_SMALL.match(reading.text, match.end())
    return following is not None and follows_subject(fold_word(following[1]))
