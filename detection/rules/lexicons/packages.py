"""Word lists that come in packages, which look after them better than we could."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import resources
from typing import Any

from babel import Locale

from detection.rules.lexicons import words
from text.tokens import fold

# Codes of countries have two letters; the rest are continents and other groups.
_COUNTRY = re.compile("[A-Z]{2}")
# Unions, zones and test regions among them, and what belongs to a country and is a region here.
_NO_COUNTRIES = frozenset([
    "AC", "AQ", "BL", "CP", "CQ", "DG", "EA", "EU", "EZ", "GF", "GP", "IC", "MF", "MQ", "NC", "PF", "PM", "QO",
    "RE", "TF", "UM", "UN", "XA", "XB", "YT", "ZZ",
])  # fmt: skip
_NOTE = re.compile(r"\s*[(*].*")


def countries(language: str = "fr") -> Sequence[str]:
    """Return the names of countries in a language, from the locale data of Unicode."""
    names = Locale(language).territories
    return [
        _NOTE.sub("", name)
        for code, name in names.items()
        if _COUNTRY.fullmatch(code) and code not in _NO_COUNTRIES
    ]


@cache
def towns(language: str) -> Sequence[str]:
    """Return towns of a country, from the datasets of mimesis: `de-ch`, `fr`."""
    return [_NOTE.sub("", town) for town in _dataset(language, "address")["city"]]


def _dataset(language: str, name: str) -> dict[str, Any]:
    # Its providers draw at random and have no way to ask for the whole list.
    file = resources.files("mimesis") / "datasets" / language / f"{name}.json"
    content: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return content


def feasts() -> Sequence[str]:
    """Return the feasts of Switzerland and France in French, without saints, who are also places."""
    from holidays import country_holidays  # noqa: PLC0415  (slow to import)

    names: set[str] = set()
    for country in ("CH", "FR"):
        for part in (None, *country_holidays(country).subdivisions):
            days = country_holidays(country, subdiv=part, years=2020, language="fr")
            names.update(days.values())
    return sorted(name for name in names if not name.startswith("Saint"))


# Languages that write names in Latin letters; the German Swiss lists hold those of all of Switzerland.
_NAMING = [
    "de-ch", "fr", "it", "pt", "pt-br", "es", "es-mx", "de", "de-at", "en", "hr", "tr", "nl", "pl", "sv", "da",
    "no", "fi", "cs", "sk", "hu", "et", "is", "az",
]  # fmt: skip


@cache
def given_names(*languages: str) -> frozenset[str]:
    """Return first names of many origins, or of some, from the datasets of mimesis."""
    return frozenset(
        name for language in languages or _NAMING for name in _names(language, "names")
    )


@cache
def surnames(*languages: str) -> frozenset[str]:
    """Return surnames of many origins, or of some, from the datasets of mimesis."""
    return frozenset(
        name for language in languages or _NAMING for name in _names(language, "surnames")
    )


def _names(language: str, kind: str) -> list[str]:
    """Return what the dataset has, whether it keeps the sexes apart or not."""
    names = _dataset(language, "person").get(kind, [])
    parts = names.values() if isinstance(names, dict) else [names]
    return [name for part in parts for name in part if len(name) > 2]


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
    return _all_forms(name for name in _place_names() if fold(name) not in _doubtful())


def doubtful_places() -> Sequence[str]:
    """Return names that say a place only in the right surroundings, also without their article."""
    names = set(words("places_ambiguous"))
    return _all_forms(names | {_ARTICLE.sub("", name) for name in names})


def places_without_article() -> Sequence[str]:
    """Return `Locle` of `Le Locle`, as it stands behind `au` and `du`."""
    names = (
        name for name in _place_names() if _ARTICLE.match(name) and fold(name) not in _doubtful()
    )
    return _all_forms(_ARTICLE.sub("", name) for name in names)


@cache
def _doubtful() -> frozenset[str]:
    return frozenset(fold(name) for name in words("places_ambiguous"))


def _all_forms(names: Iterable[str]) -> Sequence[str]:
    return sorted({form for name in names for form in _forms(name)})


@cache
def _place_names() -> frozenset[str]:
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
