"""Words that an organisation declares to be of a category: its units, its streets, its staff.

They are found like the entries of any lexicon, whatever their accents. Case counts as it was written: a
word with a capital is found with a capital only, an abbreviation in capitals in capitals only.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from detection.findings import OWN_WORD, Finding
from detection.folding import fold
from detection.reading import Reading
from detection.rules import Family, Finder, Rule


@dataclass(frozen=True)
class OwnWords:
    """A list of words of one label; `name` tells it from other lists."""

    name: str
    label: str
    words: tuple[str, ...]

    @property
    def lexicon(self) -> str:
        return f"own.{self.name}"


def own_family(lists: Sequence[OwnWords]) -> Family:
    """Return the family whose lexicons are these lists; its rules go before those of others."""
    lexicons = {each.lexicon: partial(tuple, each.words) for each in lists}
    return Family(name="own", rules=(), meanings={}, lexicons=lexicons)


def own_words_rule(own: OwnWords) -> Rule:
    """Return the rule that finds the words of a list."""
    written: Mapping[str, str] = {fold(word): word for word in own.words}

    def find(reading: Reading) -> Iterator[Finding]:
        for start, end in reading.hits(own.lexicon):
            word = written.get(reading.folded(start, end), "")
            if _stands_alone(reading.text, start, end) and _has_case(reading.text[start:end], word):
                yield Finding(start, end, own.label, OWN_WORD, (start, end))

    return Rule(own.label, (Finder(find),))


def _stands_alone(text: str, start: int, end: int) -> bool:
    before, after = text[start - 1 : start] if start else "", text[end : end + 1]
    # A word that was glued to the one before begins with a capital: `DrA`.
    is_cut = before.islower() and text[start].isupper()
    return (is_cut or not before.isalnum()) and not after.isalnum()


def _has_case(found: str, written: str) -> bool:
    if written.isupper():
        return found.isupper()
    return found[0].isupper() if written[:1].isupper() else True
