"""Surnames that nothing announces, as hurried notes have them: `Lambelet descendue 11h`, `poids Rumo`."""

import re
from collections.abc import Iterator, Sequence

from detection.rules.groups.common_words import is_listed_word, is_word
from detection.rules.groups.names.known import (
    fold_word,
    is_eponym,
    is_listed_surname,
    is_near_surname,
    is_surname_of_medicine,
)
from detection.rules.groups.names.openings import opening
from detection.rules.groups.names.patient_told import is_bare_name, is_sign
from detection.rules.groups.names.patterns import WORD
from detection.rules.groups.names.persons import TERM, Found
from detection.rules.groups.names.runs import Run, run_at
from detection.rules.reading import Place, Reading

SURNAMES = "names.surnames"

# A whole word between two spaces but for signs: neither `rochat@` nor `Rochat-like`.
_WRITTEN = re.compile(rf"(?<![\w'’@.#/-])(?:[A-Z][.#])?(?P<name>{WORD})(?![\w'’@/-]|[.#]\w)")
_INITIAL = re.compile(r"(?<![\w.])[A-ZÀ-Ý][a-z]?\.(?:\s?-?\s?[A-ZÀ-Ý]\.)?\s\Z")
_SIGNS = ",;:.)"
_SHORTEST = 4
_SHORTEST_IN_CAPITALS = 5
# `selon Rochat`, `type Rochat`, `rue Rochat`: what is called after people.
_CALLED_AFTER = re.compile(
    r"\b(?:selon|type|test|score|signe|stade|grade|classe|classification|index|echelle|clou|plaque|vis|drain|sonde|aiguille|attelle|prothese|tige"
    r"|cupule|valve|rue|avenue|av|chemin|ch|place|fondation|ems|clinique|cabinet|residence|home|villa|laboratoires?|labo|pharmacie|garage|salon"
    r"|ambulances?|taxis?|saint|sainte|st|ste|of|the|le|la|les|l'|un|une|des|du|au|en|d')[ .'-]{0,2}$"
)
# A result, a dose or a size: a test, a drug or a device.
_MEASURED = re.compile(
    r"\s?(?:[:=]\s?)?(?:[<>≥≤+-]|\d+(?:[.,#]\d+)?\s?(?:/\s?\d|mg|g\b|ml|mm|cm|ch\b|fr\b|g(?:auge)?\b|ui|%|cp|gttes|x\b|points?|pts)|[IV]{1,3}[ab]?(?![\w])|\d[ab]?(?:\s?[,.;)]|$))",
    re.IGNORECASE,
)


def surnames(word: str) -> Sequence[Place]:
    """Return the surnames that lists know in a word between two spaces, if they are nothing else."""
    name = word.rstrip(_SIGNS)
    if name.isalpha():
        # As mostly: the whole word.
        return [(0, len(name))] if name[0].isupper() and _is_surname(name) else ()
    return [match.span() for match in _WRITTEN.finditer(word) if _is_surname(match["name"])]


def _is_surname(name: str) -> bool:
    if len(name) < _SHORTEST or (name.isupper() and len(name) < _SHORTEST_IN_CAPITALS):
        return False
    word = fold_word(name)
    if is_eponym(word) or is_surname_of_medicine(word) or is_listed_word(word):
        return False
    parts = word.split("-")
    return all(map(is_listed_surname, parts)) or (
        all(map(is_near_surname, parts)) and not is_word(name)
    )


def bare_surnames(reading: Reading) -> Iterator[Found]:
    """Yield who is named by a surname alone, or with another name beside it."""
    taken = 0
    for start, end in reading.hits(SURNAMES):
        if start < taken or not reading.found.is_free(start, end):
            continue
        initial = _INITIAL.search(reading.text, max(0, start - 8), start)
        first = initial.start() if initial else opening(reading, start)
        run = _person(reading, first, end) or _person(reading, start, end)
        if run:
            taken = run.end
            yield run, "bare", (start, end)


def _person(reading: Reading, start: int, end: int) -> Run | None:
    """Return the names from a place on; a verb with a capital may stand before: `Revoir Rochat`."""
    run = run_at(reading, start)
    return run if run and run.end >= end and may_be_named(reading, run) else None


def may_be_named(reading: Reading, run: Run) -> bool:
    """Return whether names that nothing announces are a person's: no term of medicine, no device, no firm."""
    before, after = reading.before(run.start, 60), reading.after(run.end)
    if TERM.search(before) or _CALLED_AFTER.search(before) or not is_bare_name(reading, run):
        return False
    return not (_MEASURED.match(after) or is_sign(after, run))
