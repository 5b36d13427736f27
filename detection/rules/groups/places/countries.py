"""Names of countries."""

import re
from collections.abc import Iterator, Sequence

from detection.base import Finding
from detection.rules.groups.common_words import is_listed_word
from detection.rules.groups.names.known import is_known
from detection.rules.lexicons import words
from detection.rules.lexicons.packages import countries
from detection.rules.reading import Reading
from detection.rules.rules import Finder, Rule, RuleGroup
from text.errors import gettext_noop as _
from text.tokens import fold

COUNTRY, PLACE = "EMPLACEMENT:PAYS", "EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE"
POSTAL_CODE, ORGANISATION, STREET = "EMPLACEMENT:CODE_POSTAL", "ORGANISATION", "EMPLACEMENT:RUE"

# What stands before a country, on folded text.
_TO = re.compile(
    r"(?:\b(?:en|au|aux|du|de|vers|la|le|les|des|depuis|pays|nationalite|origine|provenance)[\s:]+|\b[dl]'|[:,(/]\s*|^\s*)$"
)
_STRICT = re.compile(
    r"(?:\b(?:en|au|aux|du|vers|des|a|nationalite|origine|pays|ile)[\s:]+|\b(?:originaire|provenance|venant|vient|retour|vacances|voyage|sejour) (?:de |d')|\bde la )$"
)
_TITLE = re.compile(
    r"\b(?:m|mr|mme|mlle|monsieur|madame|dr|dre|dresse|pr|prof)[.#]?\s(?:[a-z?-]{3,}\s)?$"
)
_THINGS = re.compile(
    r"\b(?:encre|cochon|marronnier|ail|figuier|fievre|grippe|poivre|syndrome|virus|noix|oeillet|classification|etude|rose|baume|quinquina|ecorce|piment|canneliers?) (?:de |d'|du )$"
)
# `Suisse` is an adjective behind these, and the name of a region before those.
_PEOPLE = re.compile(
    r"\b(?:nationalite|citoyenne?s?|ressortissante?s?|patiente?s?|passeport|est|sont|origine|double|et|homme|femme|permis|fete nationale)[\s:]+$"
)
_NOT_A_COUNTRY = re.compile(
    r"[\s-](?:romande?s?|allemande|alemanique|italienne|centrale|orientale|primitive|britannique|du sud-est)\b|-[a-z]"
)
_INTO = re.compile(
    r"(?:\b(?:en|hors de|vers la|quitte la|dans la|de la|depuis la|puis la)\s|[,(]\s?)$"
)
_CODE = re.compile(
    r"(?:\(\s*|\b(?:en|de|vers|hors|nationalite\s?:?|origine\s?:?|pays\s?:?|d')\s*)$"
)
_PREFIX = re.compile(
    r"(?<![\w-])(?P<prefix>CH|F|D|I|A|FL|B|L|E|P|DE|FR|IT|AT|ES|PT|BE|NL|SE)(?:-|\s-\s?)$"
)
# As addresses from abroad have them: `221 Hafnarfjörður, Iceland`.
_FOREIGN = ("en", "de", "it")
# `Cipro` is a drug, `Island` a word of names.
_NO_COUNTRY = frozenset({"cipro", "island", "cocos", "mexico"})


def _country_names() -> Sequence[str]:
    doubtful = {word.lower() for word in words("countries_ambiguous")}
    return sorted(
        {
            form
            for name in (*countries(), *words("countries"))
            for form in _forms(name)
            if name.lower() not in doubtful
        }
    )


def _foreign_names() -> Sequence[str]:
    """Return the names in other languages that differ from the French ones and are no words of it."""
    known = set(map(fold, _country_names())) | _NO_COUNTRY
    names = {name for language in _FOREIGN for name in countries(language) if " - " not in name}
    return sorted(name for name in names if fold(name) not in known)


def _foreign(reading: Reading) -> Iterator[Finding]:
    """Find `Germany`, and behind a place also what may be a name or an adjective: `Amman, Jordan`."""
    text = reading.text
    for start, end in reading.hits("countries.foreign"):
        if not text[start].isupper() or _is_joined(text, start, end):
            continue
        word = reading.folded(start, end)
        is_doubtful = is_known(word) or is_listed_word(word) or reading.is_upper
        is_doubtful = is_doubtful or bool(
            reading.hits_between("nationalities.adjectives", start, start + 1)
        )
        if is_doubtful and not _follows_place(reading, start):
            continue
        if not _TITLE.search(reading.plain[max(0, start - 30) : start]):
            yield Finding(start, end, COUNTRY, "countries.name", (start, end))


def _forms(name: str) -> Sequence[str]:
    name = name.replace("’", "'")
    return (name, name.replace("-", " ")) if "-" in name else (name,)


def _named(reading: Reading) -> Iterator[Finding]:
    text, plain = reading.text, reading.plain
    for start, end in reading.hits("countries.name"):
        if _is_joined(text, start, end) or _NOT_A_COUNTRY.match(plain, end):
            continue
        before = plain[max(0, start - 30) : start]
        is_told = text[start].isupper() or _TO.search(before)
        if not is_told and not _follows_place(reading, start):
            continue
        if _TITLE.search(before) or _THINGS.search(before):
            continue
        if plain[start:end] == "suisse" and not _is_switzerland(text[start:end], before):
            continue
        yield Finding(start, end, COUNTRY, "countries.name", (start, end))


def _follows_place(reading: Reading, start: int) -> bool:
    """Return whether a place stands right before, as at the end of an address: `74140 douvaine france`."""
    found = reading.found.before(start)
    if found is None or found.label != PLACE:
        return False
    return reading.plain[found.end : start].strip(" ") in ("", ",", "(", "/", "-")


def _is_switzerland(word: str, before: str) -> bool:
    """Return whether the word says the country: it is the adjective as well."""
    if word.islower() or word.isupper():
        return bool(_INTO.search(before))
    # With a capital a form says the country, and a sentence about people still the adjective.
    return before.rstrip().endswith(":") or not _PEOPLE.search(before)


def _is_joined(text: str, start: int, end: int) -> bool:
    if start and (
        (text[start - 1] == "-" and text[start - 2 : start - 1].isalpha())
        or (text[start - 1].isalpha() and text[start].islower())
    ):
        return True
    return text[end : end + 1].isalpha()


def _doubtful(reading: Reading) -> Iterator[Finding]:
    for start, end in reading.hits("countries.doubtful"):
        if not reading.text[start].isupper() or _is_joined(reading.text, start, end):
            continue
        before = reading.plain[max(0, start - 30) : start]
        if _STRICT.search(before) or _follows_country(reading, start):
            yield Finding(start, end, COUNTRY, "countries.doubtful", (start, end))


def _follows_country(reading: Reading, start: int) -> bool:
    """Return whether the name goes on a list of countries."""
    found = reading.found.before(start)
    gap = reading.plain[found.end : start].strip() if found else "?"
    return found is not None and found.label == COUNTRY and gap in (",", "et", "/", "puis")


def _codes(reading: Reading) -> Iterator[Finding]:
    for start, end in reading.hits("countries.code"):
        code = reading.text[start:end]
        if not code.isupper():
            continue
        if code not in ("CH", "UK") or _CODE.search(reading.plain[max(0, start - 16) : start]):
            yield Finding(start, end, COUNTRY, "countries.code", (start, end))


def _prefixes(reading: Reading) -> Iterator[Finding]:
    for code in reading.found.of(POSTAL_CODE):
        offset = max(0, code.start - 6)
        prefix = _PREFIX.search(reading.text[offset : code.start])
        if prefix:
            start = offset + prefix.start("prefix")
            yield Finding(
                start,
                offset + prefix.end("prefix"),
                COUNTRY,
                "countries.prefix",
                (code.start, code.end),
            )


GROUP = RuleGroup(
    name="countries",
    rules=(
        Rule(
            COUNTRY,
            (
                Finder(_named, {"countries.name"}),
                Finder(_doubtful, {"countries.doubtful"}),
                Finder(_foreign, {"countries.foreign"}),
                Finder(_codes, {"countries.code"}),
                Finder(_prefixes, {POSTAL_CODE}),
            ),
            needs=frozenset({POSTAL_CODE}),
            after=frozenset({PLACE, ORGANISATION, STREET}),
        ),
    ),
    meanings={
        "name": _("the name of a country"),
        "doubtful": _("the name of a country that is also a word, behind a preposition"),
        "code": _("the code of a country"),
        "prefix": _("the code of a country before a postal code"),
    },
    lexicons={
        "countries.name": _country_names,
        "countries.doubtful": lambda: words("countries_ambiguous"),
        "countries.foreign": _foreign_names,
        "countries.code": lambda: ["CH", "USA", "UK", "RDC", "URSS", "EAU", "U.S.A."],
    },
)
