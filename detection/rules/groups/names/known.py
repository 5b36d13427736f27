"""Words that lists know as names, and those that are none."""

from collections.abc import Callable, Sequence
from functools import cache, lru_cache

from detection.rules.lexicons import words
from detection.rules.lexicons.packages import given_names, surnames
from text.tokens import fold

_KEPT_WORDS = 2**14


@lru_cache(maxsize=_KEPT_WORDS)
def fold_word(word: str) -> str:
    """Return a word folded; the same words come again and again."""
    return fold(word)


@cache
def _folded(*names: str) -> frozenset[str]:
    return frozenset(fold(word) for name in names for word in words(name))


@cache
def first_names() -> frozenset[str]:
    """Return the first names that are known, folded."""
    return frozenset(map(fold, given_names())) | _folded("first_names")


@cache
def _surnames() -> frozenset[str]:
    return frozenset(map(fold, surnames())) | _folded("surnames")


@cache
def _iberian_surnames() -> frozenset[str]:
    """Return the surnames that follow another with `de`: `Teixeira de Almeida`."""
    return frozenset(map(fold, surnames("pt", "pt-br", "es", "es-mx")))


# Whose first names are met in Switzerland every day; those of others only beside other names.
_NEAR = ("de-ch", "fr", "it", "pt", "es", "hr", "tr", "de")


def telling_names() -> Sequence[str]:
    """Return the first names that can hardly be anything else."""
    near = frozenset(map(fold, given_names(*_NEAR))) | _folded("first_names")
    doubtful = _folded(
        "first_names_ambiguous", "name_stops", "ordinary_words", "eponyms", "eponym_nouns"
    )
    return sorted(name for name in near - doubtful if name.isalpha() and len(name) > 2)


# Asked of every word that may be a name: no call is quicker than that of the set itself.
is_stop: Callable[[str], bool] = _folded("name_stops").__contains__
is_ordinary: Callable[[str], bool] = _folded("ordinary_words", "medical_things").__contains__
is_eponym: Callable[[str], bool] = _folded("eponyms").__contains__


@lru_cache(maxsize=_KEPT_WORDS)
def is_first_name(word: str) -> bool:
    return all(part in first_names() for part in word.split("-")) and not is_stop(word)


def is_surname(word: str) -> bool:
    return word in _surnames()


@cache
def _near_surnames() -> frozenset[str]:
    return frozenset(map(fold, surnames(*_NEAR)))


def is_near_surname(word: str) -> bool:
    """Return whether a surname is met in Switzerland every day; those of medicine are mostly English."""
    return all(part in _near_surnames() or is_listed_surname(part) for part in word.split("-"))


def is_surname_of_medicine(word: str) -> bool:
    """Return whether notes have a surname more often as an eponym: `Simpson`, `Gibert`."""
    return word in _folded("surnames_of_medicine")


def is_listed_surname(word: str) -> bool:
    """Return whether our own list has a surname, from which words of the language were left out."""
    return word in _folded("surnames")


@lru_cache(maxsize=_KEPT_WORDS)
def is_known(word: str) -> bool:
    return is_first_name(word) or word in _surnames()


@cache
def _spelt() -> frozenset[str]:
    return frozenset(name.lower() for name in (*given_names(), *surnames(), *words("first_names")))


def is_spelt_name(word: str) -> bool:
    """Return whether a list has the word with these very accents: `André`, not `sonné` for Sonne."""
    return word.lower() in _spelt() or (word.isascii() and is_known(word))


def is_iberian(word: str) -> bool:
    """Return whether a word is a surname of Portugal or Spain."""
    return word in _iberian_surnames()
