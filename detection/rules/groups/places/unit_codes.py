"""Abbreviations of units: those on a list, and those that stand where units are said."""

import re
from collections.abc import Iterable, Iterator

from detection.base import Finding
from detection.rules.groups.common_words import MEDICAL_CODES, is_listed_word
from detection.rules.groups.shapes import SPACE, UPPER, WHOLE, is_common
from detection.rules.reading import Place, Reading
from detection.rules.rules import Finder
from text.tokens import fold

UNIT, DATE = "CHUV:STRUCTURE_RÉFÉRENCE", "TEMPORAL:DATE"
# Those of a patient, beside which a unit may stand alone.
NUMBERS = frozenset({"ID:IPP", "ID:NUMÉRO_SÉJOUR"})
_SHORTEST_WORD = 6
_WIDEST_DATE_GAP = 4
_LEAST_STAYS = 2

CODE = re.compile(rf"{UPPER}[{UPPER[1:-1]}\d]{{1,6}}(?:-[{UPPER[1:-1]}\d]{{1,4}})?(?![\w'’])")
_CODE_BEHIND_DATE = re.compile(rf"{SPACE}{{0,8}}[:)-]?{SPACE}{{0,8}}(?P<code>{CODE.pattern})")
_CODE_BEFORE_DATE = re.compile(
    rf"(?<![\w'’.-])(?P<code>{CODE.pattern}){SPACE}{{0,8}}[:(]?{SPACE}{{0,8}}(?:(?:du|d[eè]s(?: le)?|le|depuis le|:){SPACE}+)?$"
)
_CODE_CONTEXT = re.compile(
    r"(?:>|\b(?:lits?|en|au|aux|de|du|a|la|le|vers|puis|par|depuis|service|unite|avis|dr\S* \S+,)|\(|^|,)\s*$"
)
# It begins with letters, which `re` finds fast.
_IN_CODE = re.compile(
    r" (?:en|vers|de(?= [A-Z]{3,6} (?:vers|à|au|->))) (?P<code>[A-Z]{3,6}(?:-[A-Z\d])?)(?=\s*(?:$|[.,;:)\d]|(?:le|du|d[eè]s|à|pour|puis|avec|vers)\b))"
)
_FROM_CODE = re.compile(" de [A-Z]{3}")
CODE_FIELD = re.compile(rf"{SPACE}{{0,8}}:{SPACE}{{0,8}}(?P<code>{CODE.pattern})")
_DOCTOR_OF = re.compile(
    rf"[.#]?{SPACE}?(?:{UPPER}[.#]-?{SPACE}?){{0,3}}(?:(?:de{SPACE}la|de|du|von|van|di){SPACE}|d['’])?"
    rf"{WHOLE}(?:{SPACE}+(?:{WHOLE}|{UPPER}[.#])){{0,2}}"
    rf"(?:,{SPACE}{{0,8}}|{SPACE}\()(?P<code>[A-Z]{{3,6}}(?:-[A-Z\d])?)(?={SPACE}{{0,8}}(?:$|[.;)\n]))"
)
_CODE_PARTED = re.compile(rf"[,(]{SPACE}{{0,8}}[A-Z]{{3}}")
# `ad NEUR ce jour`, `via URG`: the way to a unit; other things than those on the list also come « via ».
_CODE_BEHIND_WAY = re.compile(
    rf"{SPACE}(?:en{SPACE})?(?P<code>[A-Z]{{3,6}}(?:-[A-Z\d])?)(?=\s*(?:$|[.,;:)\d]|(?:ce|cet|le|du|d[eè]s|à|pour|puis|avec|demain|lundi|prévu)\b))"
)
_ONLY_PAIRS = frozenset({"passage", "mutation", "transf", "tsf", "trsf"})
# `transfert de CHXA à REXB`, `passage MIXA/REXB`.
_FROM_TO = re.compile(
    rf"\.?{SPACE}(?:interne{SPACE})?(?:(?:de|du|DE){SPACE})?(?P<first>{CODE.pattern})"
    rf"{SPACE}?(?:->|=>|→|/|-|(?<={SPACE})(?:à|a|en|vers|A|EN|VERS)){SPACE}?(?P<second>{CODE.pattern})"
)
# `Provenance: MIXA`, `Dest.: REXB`.
_OF_FIELD = re.compile(
    rf"\.?{SPACE}?:{SPACE}{{0,2}}(?P<code>[A-Z]{{3,6}}\d?(?:-[A-Z\d])?)(?![\w'’-])"
)
# `HEMATOME SOUS-DURAL, NCH, OP`: an item of its own among capitals.
_ITEM_BEFORE = re.compile(r"[,;/]\s$")
_ITEM_AFTER = re.compile(rf"{SPACE}{{0,8}}(?:[,;/\n]|$)")
_STAY_CONTEXT = re.compile(r"(?:^|[.,;:(>/→-]|\d|\b(?:puis|en|au|aux|vers|et|a))\s*$")
_ARROW = re.compile(rf"{SPACE}{{0,8}}(?:-?->|=>|→)")
# `transfert interne MIE -> SIC`: from one to the next.
_ARROWED = re.compile(
    rf"(?<![\w'’.-])(?P<first>{CODE.pattern}){SPACE}{{0,2}}(?:-?->|=>|→)(?={SPACE}{{0,2}}(?P<second>{CODE.pattern}))"
)
_MOVED = re.compile(
    r"(?<![a-z])(?:transf(?:ert|eree?)?s?|tsf|trsf|mutation|mutee?|passage|trajet|deplacee?|changement)\.?"
    r"(?: (?:interne|prevue?|patiente?|pat\.?|pte?|faite?|demandee?|intra|d'unite|de service))?[ :]{1,2}(?:de |du )?\Z"
)
# `| SOIA |`, `// HOS //`: a field of its own on the line of a patient.
_BARRED = re.compile(rf"(?<!\S)(?:\||//){SPACE}(?P<code>{CODE.pattern})(?={SPACE}(?:\||//)|\s*$)")
# The last ones are those who care, and words of forms.
NO_UNIT_CODES = MEDICAL_CODES | {
    "EMS", "CMS", "USA", "RDC", "URSS", "CHUV", "HUG", "FMH", "SMUR", "EPS",
    "ICUS", "ICLS", "ASSC", "IDE", "ISP", "TRM", "DDN", "DN",
}  # fmt: skip


def _known_codes(reading: Reading) -> Iterator[Finding]:
    text, plain = reading.text, reading.plain
    for start, end in reading.hits("hospital.code"):
        if not text[start:end].isupper() or text[end : end + 1] in ("-", "'", "’"):
            continue
        if text[start - 1 : start] == "/":
            continue
        is_dated = _is_beside_date(reading, start, end) or _is_item(reading, start, end)
        if not is_dated and (reading.is_upper or text[end : end + 1] == ":"):
            continue
        is_said = _CODE_CONTEXT.search(plain[max(0, start - 24) : start])
        if is_dated or is_said or _ARROW.match(text, end):
            yield Finding(start, end, UNIT, "hospital.code", (start, end))


def _is_item(reading: Reading, start: int, end: int) -> bool:
    """Return whether the letters stand alone between commas: among capitals words look like them."""
    if not reading.is_upper or not _ITEM_AFTER.match(reading.text, end):
        return False
    is_word = is_common(reading.text[start:end])
    return not is_word and bool(_ITEM_BEFORE.search(reading.text[max(0, start - 3) : start]))


def _codes_behind_ways(reading: Reading) -> Iterator[Finding]:
    """Find the abbreviation in `ad NEUR ce jour` and `via URG`, and both in `transfert de CHXA à REXB`."""
    known = {start for start, _ in reading.hits("hospital.code")}
    for start, end in reading.hits("hospital.way"):
        way = None if reading.is_upper else _CODE_BEHIND_WAY.match(reading.text, end)
        word = reading.plain[start:end]
        if way is None or word in _ONLY_PAIRS:
            yield from _moved(reading, (start, end))
        elif way["code"] not in NO_UNIT_CODES and (way.start("code") in known or word != "via"):
            yield Finding(*way.span("code"), UNIT, "hospital.unknown_code", (start, end))


def _moved(reading: Reading, word: Place) -> Iterator[Finding]:
    """Yield where someone goes from and to."""
    move = _FROM_TO.match(reading.text, word[1])
    if move and all(_may_be_moved_to(reading, move[name]) for name in ("first", "second")):
        for name in ("first", "second"):
            yield Finding(*move.span(name), UNIT, "hospital.unknown_code", word)


def _codes_of_fields(reading: Reading) -> Iterator[Finding]:
    """Find the abbreviation in `Provenance: MIXA`, unless it is a place."""
    for start, end in reading.hits("hospital.field"):
        field = _OF_FIELD.match(reading.text, end)
        if field is None or not _may_be_moved_to(reading, field["code"]):
            continue
        if not reading.hits_between("places.listed", *field.span("code")):
            yield Finding(*field.span("code"), UNIT, "hospital.unknown_code", (start, end))


def _codes_where(reading: Reading) -> Iterator[Finding]:
    """Find abbreviations that no list has: `hospitalisée en CHVC`."""
    text = reading.text
    words = reading.hits("hospital.where")
    behind = (text[end + 1 : end + 4] for _, end in words)
    is_possible = any(map(str.isupper, behind)) or (words and _FROM_CODE.search(text))
    if not is_possible or reading.is_upper:
        return
    for code in _IN_CODE.finditer(text):
        if code["code"] not in NO_UNIT_CODES:
            word = (code.start() + 1, code.start("code") - 1)
            yield Finding(*code.span("code"), UNIT, "hospital.unknown_code", word)


def _codes_of_doctors(reading: Reading) -> Iterator[Finding]:
    """Find the abbreviation behind a name: `Dr Keller, SCM`."""
    for start, end in reading.hits("places.doctor"):
        if not _CODE_PARTED.search(reading.text, end) or reading.is_upper:
            continue
        of = _DOCTOR_OF.match(reading.text, end)
        if of and of["code"] not in NO_UNIT_CODES:
            yield Finding(*of.span("code"), UNIT, "hospital.unknown_code", (start, end))


def _is_beside_date(reading: Reading, start: int, end: int) -> bool:
    before, after = reading.found.before(start), reading.found.after(end)
    is_behind = (
        before is not None and before.label == DATE and start - before.end <= _WIDEST_DATE_GAP
    )
    return is_behind or (
        after is not None and after.label == DATE and after.start - end <= _WIDEST_DATE_GAP
    )


def _codes_of_stays(reading: Reading) -> Iterator[Finding]:
    """Find unknown abbreviations in a list of stays: `NAT 18#02#20 - 21#02#20 --> SIP 21#02#20`."""
    dates = reading.found.of(DATE)
    is_said = _lists_stays(reading)
    if not is_said and (len(dates) < _LEAST_STAYS or not reading.hits("hospital.bars")):
        return
    found = [
        Finding(*code, UNIT, "hospital.stay", trigger)
        for date in dates
        for code, trigger in _codes_beside(reading, date)
        if _STAY_CONTEXT.search(reading.plain[max(0, code[0] - 8) : code[0]])
    ]
    units = [code for code in found if _may_be_unit(reading, reading.text[code.start : code.end])]
    # `12.01 CHVT / 19.01 REED2`: nothing but stays between the bars.
    if is_said or (len(units) >= _LEAST_STAYS and len(units) == len(found)):
        yield from units


def _may_be_unit(reading: Reading, name: str) -> bool:
    """Return whether letters may be those of a unit: among capitals only what is short and plain is no word."""
    if name in NO_UNIT_CODES or is_common(name):
        return False
    return not reading.is_upper or (len(name) < _SHORTEST_WORD and name.isascii())


def _lists_stays(reading: Reading) -> bool:
    plain = reading.plain
    if "->" in plain or "puis" in plain or "=>" in plain or "→" in reading.text:
        return True
    return bool(reading.hits("dates.stays"))


def _codes_at_arrows(reading: Reading) -> Iterable[Finding]:
    """Return the abbreviations of a move: `transfert interne MIE -> SIC`."""
    for start, end in reading.hits("hospital.arrow"):
        # Mostly a word or a value stands beside an arrow.
        if reading.text[end : end + 2].lstrip()[:1].isupper() and (
            reading.text[max(0, start - 2) : start].rstrip(" -")[-1:].isalnum()
        ):
            return _moves(reading)
    return ()


def _moves(reading: Reading) -> Iterator[Finding]:
    known = {start for start, _ in reading.hits("hospital.code")}
    is_said = False
    for pair in _ARROWED.finditer(reading.text):
        places = (pair.span("first"), pair.span("second"))
        # What is said of the first goes for those that follow.
        is_said = bool(
            is_said
            or any(start in known for start, _ in places)
            or _MOVED.search(reading.plain, max(0, pair.start() - 40), pair.start())
        )
        names = [reading.text[start:end] for start, end in places]
        if is_said and all(_may_be_moved_to(reading, name) for name in names):
            for place in places:
                yield Finding(*place, UNIT, "hospital.unknown_code", pair.span())


def _may_be_moved_to(reading: Reading, name: str) -> bool:
    # `trsf SI → CHV`: intensive care, where it is no word.
    if name == "SI":
        return not reading.is_upper
    return _may_be_unit(reading, name) and not is_listed_word(fold(name))


def _codes_between_bars(reading: Reading) -> Iterator[Finding]:
    """Find the abbreviation that is a field of its own: `IPP 5520618 | SOIA |`."""
    if reading.found.labels.isdisjoint(NUMBERS):
        return
    for bars in _BARRED.finditer(reading.text):
        if len(bars["code"]) > 2 and _may_be_unit(reading, bars["code"]):
            yield Finding(*bars.span("code"), UNIT, "hospital.unknown_code", bars.span())


def _codes_beside(reading: Reading, date: Finding) -> Iterator[tuple[Place, Place]]:
    trigger = (date.start, date.end)
    behind = _CODE_BEHIND_DATE.match(reading.text, date.end)
    if behind:
        yield behind.span("code"), trigger
    offset = max(0, date.start - 24)
    before = _CODE_BEFORE_DATE.search(reading.text[offset : date.start])
    if before:
        yield (offset + before.start("code"), offset + before.end("code")), trigger


FINDERS = (
    Finder(_known_codes, {"hospital.code"}),
    Finder(_codes_where, {"hospital.where"}),
    Finder(_codes_behind_ways, {"hospital.way"}),
    Finder(_codes_of_fields, {"hospital.field"}),
    Finder(_codes_of_doctors, {"places.doctor"}),
    Finder(_codes_of_stays, {DATE}),
    Finder(_codes_at_arrows, {"hospital.arrow"}),
    Finder(_codes_between_bars, NUMBERS),
)
