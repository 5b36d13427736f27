"""Days of the week by their first letters: `lu 14`, `sortie sa`, `ma + je`; most are other words as well."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from detection.base import Finding
from detection.rules.groups.times.years import DATE, DAY_SOURCE, MEASURE_SOURCE
from detection.rules.reading import Place, Reading

LEXICON = "dates.weekday_short"
# All patterns read folded text: small letters, no accents, plain signs.
WEEKDAY_NUMBER = re.compile(
    rf" (?:1er|{DAY_SOURCE})(?!{MEASURE_SOURCE})(?![\d%])(?![.,/#:-]\d)(?! ?[hx]\b)"
)
# « sa 24h », « ma 1h de marche » last.
HOUR_AHEAD = re.compile(
    r" (?:[012]?\d(?:h[0-5]\d|:[0-5]\d)|(?:0?[6-9]|1\d|2[0-2]) ?h(?![a-z\d])(?! (?:de|plus|par)(?![a-z])))"
)
HALF_DAY = re.compile(r"[. ]{1,2}(?:am|pm|apm|aprem|ap(?:res)?[ -]?midi|matin|soir|midi)(?![a-z])")
ENDS = re.compile(r"$|[,;)\n]|\.(?!\d)")
_DAY = r"(?:lun|lu|mar|ma|mer|me|jeu|je|ven|ve|sam|sa|dim|di)(?![a-z])\.?"
# `lu-ve`, `ma et je`, `lu + me + ve`.
NEXT_DAY = re.compile(rf" ?(?:[-/+&,]|au?|et) ?(?P<day>{_DAY})")
FIRST_JOINT = frozenset(" .-/+&,")
# `sortie sa`, `RDV ve`: what is planned for a day.
PLANNED_BEFORE = re.compile(
    r"(?<![a-z])(?:sorties?|sort|entrees?|entre|retour(?: (?:a )?dom(?:icile)?)?|rad|bloc|rdv|rv|transf(?:ert)?|admission|revoir|visites?|controles?|ctrl|operation"
    r"|op|prevue?s?|pour|des|jusqu'a|dispo|absente?|conge|reponse|pans(?:ements?)?|chgt|coro|seance|bain|passe|vient|vu|vue|reprise"
    r"|agenda|prog(?:ramme)?|liste|essai|revoit|reverra|repasse|passera|viendra|reprend(?:ra)?|r?appeler|recontacter|re(?:programm|port)ee?s?) \Z"
)
BEHIND_PLANNED = re.compile(r" (?:si|sous|avec|par|chez|a|au|dans|puis|ou|et|en)(?![a-z])")
# What a plan of the week is of, and where one of its entries begins.
PLAN_BEFORE = re.compile(
    r"(?<![a-z])(?:sorties?|entrees?|bloc|programme|planning|consultations?|gardes?|piquet|equipe|admissions?|visites?"
    r"|prog\.?(?: op(?:eratoire)?\.?)?|liste|agenda) \Z"
)
# `10h lu`, and days apart where something is done so many times a week: `2x/sem ma sa`.
HOUR_BEFORE = re.compile(r"(?<![\d.,/#])[012]?\d(?:h[0-5]\d|h|:[0-5]\d) \Z")
RHYTHM_BEFORE = re.compile(r"\d ?x ?(?:/|par) ?sem(?:aine)?s?\.?[ :(]{1,2}\Z")
APART = re.compile(rf" (?P<day>{_DAY})")
LEAST_APART = 3
ORDINAL_BEHIND = re.compile(" ?(?:e|er|ere|eme|ieme)(?![a-z])|[a-z]")
# `pour sa 2 consultation` counts.
POSSESSIVES = frozenset({"ma", "sa"})
BEHIND_POSSESSIVE = re.compile(
    r"$|[,;.:)\n-]| [^a-z]| (?:salle|bloc|a|au|avec|chez|par|puis|et|si|matin|soir)(?![a-z])"
)
ENTRY_BEFORE = re.compile(r"(?:^|\n|[,;./|-])[ \t•*>-]{0,3}\Z")
ITEM_BEFORE = re.compile(r"(?:^|[\n,;:/|])[ \t•*>-]{0,3}\Z")
# With a colon: `Sam:` and `Dim:` are people and dimensions.
SURE_WITH_COLON = frozenset({"lun", "mar", "mer", "jeu"})
# Where something is planned: the sea and Mars are left out.
SURE = frozenset({"lun", "jeu", "ven", "sam", "dim", "ve", "di"})
# No words of the language before a number; and those that are words elsewhere.
NO_WORDS = frozenset({"lu", "ve", "di"})
LETTERS_OF_SHORT = 3
WORDS_TOO = frozenset({"lu", "ma", "me", "je", "sa"})
BEHIND_ROW = re.compile(r" ?(?:$|[,;.)\n(]|\d)")
READ = re.compile(r"(?<![a-z])(?:a|ai|as|ont|avons|avez|pas|bien|ete|deja|non) \Z")


class Heads(NamedTuple):
    """Days that may head entries of a plan: where some stand before a name, and how many have a colon."""

    before_names: frozenset[int]
    with_colon: int


NO_HEADS = Heads(frozenset(), 0)


def _heads(reading: Reading) -> Heads:
    days = reading.hits(LEXICON)
    text, plain = reading.text, reading.plain
    if len(days) < 2:
        return NO_HEADS
    before_names = (
        start
        for start, end in days
        if text[end + 1 : end + 2].isupper() and ITEM_BEFORE.search(plain, max(0, start - 6), start)
    )
    with_colon = sum(plain[end : end + 2].lstrip()[:1] == ":" for _, end in days)
    return Heads(frozenset(before_names), with_colon)


def short_weekdays(reading: Reading) -> Iterator[Finding]:
    """Yield shortened weekdays where nothing else can be meant."""
    joined = -1
    heads = _heads(reading)
    for place in reading.hits(LEXICON):
        if place[0] < joined:
            continue
        for found in _days(reading, place, heads):
            joined = found[1]
            yield Finding(*found, DATE, "dates.weekday", place)


def _days(reading: Reading, place: Place, heads: Heads) -> Iterator[Place]:
    start, end = place
    plain = reading.plain
    ahead = plain[end : end + 1]
    if ahead == ":" or plain[end : end + 2] == " :":
        if _heads_entry(reading, place, heads):
            yield place
        return
    end += ahead == "."
    if ahead in FIRST_JOINT and (row := list(_row(plain, start, end))):
        yield from row
    elif _precedes_date(reading, end) or _stands_for_day(reading, start, end, heads):
        yield start, end
    elif (number := WEEKDAY_NUMBER.match(plain, end)) and _is_numbered(
        reading, start, end, number.end()
    ):
        yield start, number.end()


def _row(plain: str, start: int, end: int) -> Iterator[Place]:
    """Yield days that are joined, the first one too; « lu, sa fille » and « je, je » are none."""
    days = [(start, end)]
    is_parted = False
    while following := NEXT_DAY.match(plain, days[-1][1]) or APART.match(plain, days[-1][1]):
        is_parted = is_parted or following.re is APART
        days.append(following.span("day"))
    # `2x/sem ma sa`, `dialyse lu me ve`: two alone are mostly other words.
    if is_parted and len(days) < LEAST_APART:
        days = days if RHYTHM_BEFORE.search(plain, max(0, start - 14), start) else days[:1]
    written = {plain[first:last].rstrip(".") for first, last in days}
    if len(days) > 1 and len(written) == len(days):
        is_ended = BEHIND_ROW.match(plain, days[-1][1]) is not None
        is_sure = not is_parted and not written <= WORDS_TOO
        yield from days if is_ended or is_sure else ()


def _precedes_date(reading: Reading, end: int) -> bool:
    following = reading.found.after(end)
    if following is None or following.label != DATE or following.start - end > 1:
        return False
    return reading.plain[following.start].isdigit()


def _is_numbered(reading: Reading, start: int, end: int, last: int) -> bool:
    """Return whether letters and a bare number are a day: `lu 17 rx`, `me 19: bloc`, `jeu 9 16h15`."""
    plain = reading.plain
    if plain[end - 1] == "." and end - start > LETTERS_OF_SHORT:
        return True
    if HOUR_AHEAD.match(plain, last):
        return True
    if not reading.text[start].islower():
        return False
    if _is_planned(plain, start) and _is_day_number(plain, plain[start:end], last):
        return True
    if plain[last : last + 1] == ":" or ENDS.match(plain, last):
        # `sa 2` and « pas lu 2 » are no days.
        is_high = plain[last - 2].isdigit() or plain[start:end] not in WORDS_TOO
        return is_high and not READ.search(plain, max(0, start - 6), start)
    return plain[start:end] in NO_WORDS and bool(
        ENTRY_BEFORE.search(plain, max(0, start - 6), start)
    )


def _is_day_number(plain: str, day: str, last: int) -> bool:
    """Return whether the number behind a planned day counts nothing: `me 9 salle 3`, not « sa 2e cure »."""
    if ORDINAL_BEHIND.match(plain, last):
        return False
    return day not in POSSESSIVES or BEHIND_POSSESSIVE.match(plain, last) is not None


def _is_planned(plain: str, start: int) -> bool:
    return bool(PLANNED_BEFORE.search(plain, max(0, start - 24), start))


def _stands_for_day(reading: Reading, start: int, end: int, heads: Heads) -> bool:
    """Return whether a shortened weekday stands alone: `je 18h30`, `passe me pm`, `sortie sa`."""
    plain = reading.plain
    if HOUR_AHEAD.match(plain, end):
        return True
    if not reading.text[start].islower():
        return False
    if HALF_DAY.match(plain, end):
        return True
    if ENDS.match(plain, end) or (
        plain[start:end] in SURE and BEHIND_PLANNED.match(plain, end) is not None
    ):
        is_timed = ENDS.match(plain, end) and HOUR_BEFORE.search(plain, max(0, start - 8), start)
        return bool(is_timed) or _is_planned(plain, start)
    # `lu Dr X, ma Dr Y`
    return len(heads.before_names) > 1 and start in heads.before_names


def _heads_entry(reading: Reading, place: Place, heads: Heads) -> bool:
    """Return whether a plan of the week has an entry under this day: `mar: bloc, mer: visite`."""
    start, end = place
    if PLAN_BEFORE.search(reading.plain, max(0, start - 16), start):
        return reading.text[start].islower() or end - start == LETTERS_OF_SHORT
    if not ENTRY_BEFORE.search(reading.plain, max(0, start - 6), start):
        return False
    # Other words look like these days: only a row of entries leaves no doubt.
    is_sure = reading.plain[start:end] in SURE_WITH_COLON
    return (is_sure and not reading.text[start:end].isupper()) or heads.with_colon > 1
