"""Place names in the ways they are written: with or without hyphens, `Saint` in full or not."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from detection.folding import fold
from detection.lexicons import words
from detection.lexicons.packages import towns

_LISTS = ("places_romandy", "places_switzerland", "places_abroad")
_SAINT = re.compile(r"\b(?P<name>Saint|Sainte|Sankt)[- ]")
_SHORT = {
    "Saint": ("St-", "St ", "St. ", "St.", "St#", "Saint-", "Saint "),
    "Sainte": ("Ste-", "Ste ", "Ste. ", "Sainte-", "Sainte "),
    "Sankt": ("St. ", "St.", "St ", "Sankt "),
}
_ARTICLE = re.compile(r"(?:Le|La|Les) |L['’]")


def known_places() -> Sequence[str]:
    """Return names that say a place wherever they stand with a capital."""
    return _all_forms(name for name in _names() if fold(name) not in _doubtful())


def doubtful_places() -> Sequence[str]:
    """Return names that say a place only in the right surroundings, also without their article."""
    names = set(words("places_ambiguous"))
    return _all_forms(names | {_ARTICLE.sub("", name) for name in names})


def places_without_article() -> Sequence[str]:
    """Return `Locle` of `Le Locle`, as it stands behind `au` and `du`."""
    names = (name for name in _names() if _ARTICLE.match(name) and fold(name) not in _doubtful())
    return _all_forms(_ARTICLE.sub("", name) for name in names)


@cache
def _doubtful() -> frozenset[str]:
    return frozenset(fold(name) for name in words("places_ambiguous"))


def _all_forms(names: Iterable[str]) -> Sequence[str]:
    return sorted({form for name in names for form in _forms(name)})


@cache
def _names() -> frozenset[str]:
    own = (name for listed in _LISTS for name in words(listed))
    return frozenset(own) | set(towns("de-ch")) | set(towns("fr"))


def _forms(name: str) -> Iterator[str]:
    yield name
    if "-" in name:
        yield name.replace("-", " ")
    saint = _SAINT.search(name)
    if saint:
        for short in _SHORT[saint["name"]]:
            form = _SAINT.sub(short, name, count=1)
            yield form
            yield form.replace(saint["name"] + "-", saint["name"] + " ").replace("-", " ")
