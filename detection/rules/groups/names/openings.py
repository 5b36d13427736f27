"""Where names begin that end at a place: the words before a first name, or before a function."""

import re

from detection.rules.groups.common_words import is_listed_word, is_word
from detection.rules.groups.names.known import fold_word, is_eponym, is_known, is_ordinary, is_stop
from detection.rules.groups.names.patterns import ANY_ITEM, may_open, words_of
from detection.rules.reading import Reading

# Names right before a place, on which a run may start: `ROCHAT ` before `Anne`.
OPENING = re.compile(rf"(?<![\w'’.#-])(?:{ANY_ITEM}\s){{1,2}}$")
DISEASE = re.compile(
    r"(?:ites?|oses?|emies?|algies?|tomies?|pathies?|ations?|ctions?|ismes?|graphies?|scopies?|therapies?|plasties?|stomies?|plegies?|uries?)$"
)
# Behind a word it joins what is told of someone to the name.
PREPOSITION = re.compile(r"(?<=\S)\s(?:de|du|des)\s")


def may_end_in_name(text: str) -> bool:
    """Return whether the last word begins with a capital, or has one behind an apostrophe or a sign."""
    last = text[text.rfind(" ", 0, len(text) - 2) + 1 :]
    if last[:1].isupper():
        return True
    has_capital = last != last.lower()
    return has_capital and ("'" in last or "’" in last or not last[:1].isalpha())


def names_before(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """Return what a pattern of names finds that ends where the text does, searched among its last words only."""
    if not may_end_in_name(text):
        return None
    start = end = len(text)
    # No name has a word in small letters that is no particle.
    while end > 0 and (start == len(text) or may_open(text, start)):
        start = text.rfind(" ", 0, end) + 1
        end = start - 1
    return pattern.search(text, start)


def opening(reading: Reading, start: int) -> int:
    """Return where the run starts that a first name stands in: `ROCHAT Anne`, `A. Marie`."""
    offset = max(0, start - 45)
    match = names_before(OPENING, reading.text[offset:start])
    if match is None:
        return start
    candidate = _behind_preposition(reading.text, offset + match.start(), start)
    opened = list(words_of(reading.text[candidate:start]))
    if len(opened) > 1 and _heads_line(opened[0][0]):
        # `Bilan ROCHAT Anne`: the word after it may be a name.
        candidate += opened[1].start()
        opened = opened[1:]
    doubtful = any(_opens_no_name(fold_word(word[0])) for word in opened)
    return start if doubtful or not reading.found.is_free(candidate, start) else candidate


def _behind_preposition(text: str, first: int, end: int) -> int:
    """Return where a name starts behind « de », which is no part of it after a word: `sortie de Zeqiri Arben`."""
    preposition = PREPOSITION.search(text, max(0, first - 1), end)
    if preposition is None:
        return first
    before = text[max(0, preposition.start() - 20) : preposition.start()].rpartition(" ")[2]
    is_noun = before[-1].isalpha() and not is_known(fold_word(before))
    return preposition.end() if is_noun else first


def _heads_line(written: str) -> bool:
    """Return whether the first of several words says what a line is about: `Dossier Zehnder Karl`."""
    word = fold_word(written)
    is_noun = is_listed_word(word) or is_word(written)
    return _opens_no_name(word) or (is_noun and not is_known(word))


def _opens_no_name(word: str) -> bool:
    """Return whether a word before a first name is none: `Pancréatite`, `Bilan`."""
    if is_stop(word) or is_ordinary(word) or is_eponym(word):
        return True
    return DISEASE.search(word) is not None and not is_known(word)
