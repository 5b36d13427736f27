"""Organisations in the surroundings of an employer, a supplier or an insurer."""

import re
from collections.abc import Iterator

from detection.base import Finding
from detection.rules.groups.common_words import MEDICAL_CODES
from detection.rules.groups.places.unlisted_places import is_country
from detection.rules.groups.shapes import SPACE, UPPER, is_common, name_end
from detection.rules.lexicons import words
from detection.rules.reading import Reading
from detection.rules.rules import Finder
from text.tokens import fold

ORGANISATION = "ORGANISATION"

_FIELD_REST = re.compile(
    rf"\.?{SPACE}{{0,8}}(?:(?:actuel(?:le)?|maladie|accidents?|de base|privee?|complementaire|lamal|laa)"
    rf"{SPACE}{{0,8}}){{0,2}}[:=]?{SPACE}{{0,8}}"
)
SMALL_ARTICLE = re.compile(rf"(?:la|le|les){SPACE}+|l['’]")
CLOSED = re.compile(rf"{SPACE}{{0,8}}(?:$|[,;:.)/\n-])")
AT_WORK = re.compile(
    r"(?:travail|employ|engag|boss|apprenti|emploi|stag|salari|ouvrier|licenci|vend|caissi|comme|poste"
    r"|chauffeur|cadre|temporaire|embauch|retraite|assure|profession|metier|collaborat|secretaire"
    r"|magasinier|technicien|ingenieur|comptable)[^.;:]{0,45}$|[a-z]{3}(?:eur|euse|iere?|iste|icienne?|atrice)\s$"
)
# `fauteuil loué chez`, `commandé chez`.
_SUPPLIED = re.compile(r"(?<![a-z])(?:lou|achet|command|livr|fourni|repar|reserv)[a-z]* $")
FIELDS = frozenset(
    fold(word)
    for word in words("organisation_contexts")
    if not word.startswith(("chez", "travaille"))
)
# Only with a colon: `empl: X`, `Oxygène dom.: Y`.
_FIELDS_ONLY = frozenset({
    "empl", "oxygene dom", "oxygene a domicile", "o2 dom", "o2 a domicile", "fournisseur", "prestataire",
} | {"entreprise de transport", "soins a dom"})  # fmt: skip
# `serveuse au Buffet de la Gare`; what other rules know better must not stand there.
_JOBS = "professions.jobs"
_AT = re.compile(rf"{SPACE}(?:au|à la|chez){SPACE}(?={UPPER}[^\W\d_])|{SPACE}à l['’](?={UPPER})")
_CALLED_AFTER = re.compile(
    rf"{SPACE}(?:de la{SPACE}|du{SPACE}|des{SPACE}|de l['’]){UPPER}[^\W\d_]{{2,}}(?=\s?(?:$|[,.;)/\n]))"
)
_KNOWN = (
    "organisations.word",
    "hospital.unit",
    "places.without_article",
    "places.listed",
    "places.doubtful",
)

_TITLE = re.compile(r"(?:M|Mr|Mme|Mlle|Dre?|Dresse|Prof|Pr)[.#\s]|Monsieur|Madame")


def is_code(name: str) -> bool:
    """Return whether these letters are no name: an abbreviation, or the field once more."""
    return fold(name) in FIELDS or name in MEDICAL_CODES or (name.isupper() and len(name) <= 2)


def _contexts(reading: Reading) -> Iterator[Finding]:
    text, plain = reading.text, reading.plain
    for start, end in reading.hits("organisations.context"):
        rest = _FIELD_REST.match(plain, end)
        if rest is None or (rest.end() == end and text[end - 1] not in "'’"):
            continue
        if plain[start:end] == "chez" and not _is_firm(plain[max(0, start - 60) : start]):
            continue
        if reading.is_upper and ":" not in rest[0] and " " not in plain[start:end]:
            continue
        if not _is_field(reading, start, end, rest[0]):
            continue
        article = SMALL_ARTICLE.match(text, rest.end())
        first = article.end() if article else rest.end()
        # `Facture à M. Rochat`: a person.
        if _TITLE.match(text, first):
            continue
        last = _in_field_end(reading, first, is_field=":" in rest[0])
        if last is None or is_code(text[first:last]):
            continue
        yield Finding(first, last, ORGANISATION, "organisations.context", (start, end))


def _is_field(reading: Reading, start: int, end: int, rest: str) -> bool:
    """Return whether a word announces an organisation: some only with a colon, or a capital."""
    word = reading.plain[start:end]
    if word == "facturation":
        return reading.text[start].isupper()
    if word == "ass":
        # `Empl.: X / ass.: Y`: otherwise an assistant.
        return ":" in rest and len(reading.hits("organisations.context")) > 1
    return ":" in rest or word not in _FIELDS_ONLY


def _in_field_end(reading: Reading, first: int, *, is_field: bool) -> int | None:
    """Return the end of a name: in a field it may begin with a common word, `Cantine du Parc`."""
    text, is_upper = reading.text, reading.is_upper
    last = name_end(text, first, is_upper=is_upper)
    if last is not None or not is_field or is_upper:
        return last
    last = name_end(text, first, is_upper=False, may_be_common=True)
    if last is None:
        return None
    named = _CALLED_AFTER.match(text, last)
    last = named.end() if named else last
    return last if " " in text[first:last] else None


def _is_firm(before: str) -> bool:
    """Return whether « chez » says a firm, not someone's home."""
    return bool(AT_WORK.search(before) or _SUPPLIED.search(before))


def _behind_jobs(reading: Reading) -> Iterator[Finding]:
    """Find the employer in `serveuse au Buffet de la Gare`."""
    if reading.is_upper:
        return
    for start, end in reading.hits(_JOBS):
        at = _AT.match(reading.text, end) if reading.text[end : end + 1] == " " else None
        last = _employer_end(reading, at.end()) if at else None
        if at and last is not None:
            yield Finding(at.end(), last, ORGANISATION, "organisations.occupation", (start, end))


def _employer_end(reading: Reading, first: int) -> int | None:
    """Return the end of a name that begins there, unless it is a place, a unit or an abbreviation."""
    last = name_end(reading.text, first, is_upper=False, may_be_common=True)
    if last is None or reading.text[first:last].isupper() or is_country(reading, first, last):
        return None
    if named := _CALLED_AFTER.match(reading.text, last):
        last = named.end()
    # `au Buffet de la Gare` has a name, « au Bloc » has none.
    is_word = " " not in reading.text[first:last] and is_common(reading.text[first:last])
    is_known = is_word or any(reading.hits_between(lexicon, first, first + 1) for lexicon in _KNOWN)
    return None if is_known else last


FINDERS = (
    Finder(_contexts, {"organisations.context"}),
    Finder(_behind_jobs, {_JOBS}),
)


# `Croix-Rouge [fribourgeoise]`: the adjective of a region ends a name.
_REGION = re.compile(
    rf"{SPACE}(?:vaudois|genevois|fribourgeois|neuchatelois|bernois|lausannois|valaisan|jurassien|romand"
    r"|suisse|broyard|gruerien|veveysan|riviera|lemanique|tessinois)(?:n?es?|s)?\b"
)
# A region belongs to the name, as what goes with the place behind it: `Hôpital Nord Franche-Comté`.
_REGIONS = frozenset(
    {"leman", "valais", "vaud", "jura", "chablais", "riviera", "lavaux", "gruyere", "broye", "jorat", "savoie", "tessin", "suisse"}
    | {"alpes", "romandie", "seeland", "franche-comte", "haute-savoie", "pays-d'enhaut", "nord vaudois", "valais romand", "ticino"}
)  # fmt: skip
_PLACE_OF_NAME = re.compile(r"(?:\b(?:de|du|des|la|le|les|nord|sud|est|ouest|et|en)\s|[dl]'|-)$")


def without_place(reading: Reading, named: int, last: int, *, is_whole: bool) -> int:
    """Return the end of a name before the place where it is: `EMS Les Tilleuls Echallens`, not `Spital Zofingen`."""
    places = reading.hits_between("places.listed", named, last)
    for start, end in places if places and not reading.is_upper else ():
        is_named = is_whole or any(map(str.isupper, reading.text[named:start]))
        is_named = is_named and reading.plain[start:end] not in _REGIONS
        if end == last and is_named and not _PLACE_OF_NAME.search(reading.plain, named, start):
            return start - 1
    return last


def with_region(reading: Reading, end: int) -> int:
    """Return the end with the adjective of a region, or the sign that closes a quotation."""
    region = _REGION.match(reading.plain, end)
    if region:
        return region.end()
    # `EMS "Les Jardins"`: the quotation ends with the name.
    is_quoted = reading.text[end : end + 1] in ('"', "»", "”")
    return end + 1 if is_quoted and reading.text.count('"', max(0, end - 60), end) % 2 else end
