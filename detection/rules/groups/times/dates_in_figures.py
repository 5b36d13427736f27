"""Dates in figures: whole, in part, and days that share a month."""

import re
from collections.abc import Iterator

from detection.base import Finding
from detection.rules import figures
from detection.rules.groups.times.years import (
    DATE,
    DAY_SOURCE,
    LINE_START,
    MEASURE_SOURCE,
    MEASURED,
    YEAR_SOURCE,
    Found,
    follows_date,
    from_year,
)
from detection.rules.reading import Reading

# All patterns read folded text: small letters, no accents, plain signs. Those that end with \Z look
# back from a place, the others look ahead.
_SEP = r" ?[./#-] ?"
_DIGITS_OF_YEAR = 4
# Two numbers and no third: a day and a month at most.
TWO_PARTS = re.compile(r"[./#](?P<second>\d{1,4})(?!\d)(?! ?[./#-] ?\d)")
MONTHS = frozenset(f"{month:0{width}}" for month in range(1, 13) for width in (1, 2))
FULL = re.compile(
    # A month may stand before its day, in letters that came from abroad.
    rf"(?:{DAY_SOURCE}{_SEP}(?:{DAY_SOURCE}|[ivx]{{1,4}}){_SEP}|(?:0[1-9]|[12]\d|3[01]) (?:0[1-9]|1[0-2]) ){YEAR_SOURCE}(?!\d)"
    # `12.XI.21`.
    rf"|{DAY_SOURCE}(?P<sign>[./#])(?:x|xi{{0,2}}|i{{1,3}}|i?v|ix|vi{{1,3}})(?P=sign)'?\d\d(?!\d)"
    rf"|(?P<short>{DAY_SOURCE}(?P<sep>[./#-])(?:0?[1-9]|1[0-2])(?P=sep)'?\d\d(?!\d)(?![./#]\d|-\d(?!\d?[./#-])))"
)
# The commonest of them, tried first.
COMMON = re.compile(rf"{DAY_SOURCE}[./#]{DAY_SOURCE}[./#]{YEAR_SOURCE}(?!\d)")
UNPADDED_WITH_DASHES = re.compile(r"\d-|\d\d-\d-")
MONTH_YEAR = re.compile(
    rf"(?:(?:0?[1-9]|1[0-2])(?: / |[./#])|(?:0[1-9]|1[0-2])-){YEAR_SOURCE}(?!\d)(?![./#]\d)"
)
DAY_MONTH = re.compile(
    rf"(?P<day>{DAY_SOURCE})(?P<sep>[./#])(?P<month>0?[1-9]|1[0-2])(?!\d)(?![.,/#:]\d)(?!{MEASURE_SOURCE})(?! ?h)"
)
# Days of one month that share it: `2-3#11#2021`, `4 au 8.10`, `02.-05.11.21`.
DAYS_JOINED = re.compile(
    rf"(?:{DAY_SOURCE}, ?){{0,4}}{DAY_SOURCE}[.#]?(?: ?(?:-|/|au|a|et|ou|&|et le|et du) ?)(?=\d{{1,2}}{_SEP}\d)"
)
FIGURES = re.compile(r"\d+")
FIRST_OF_DAYS = re.compile(r"(?P<day>\d\d?)[.#]? ?- ?\Z")
DAY_CUE = re.compile(
    r"(?<![a-z])(?:le|les|du|au|des|depuis|dps|ce|ddn|dn|nee?|naissance|date|entree|sortie|admission|rdv"
    r"|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lun|mar|mer|jeu|ven|sam|dim|lu|ve|di)[ .:,(]{0,3}\Z"
)
# Other words before anything but a day: `me 19.9`; `41 SA 3/7` are weeks.
BRIEF_DAY_CUE = re.compile(r"(?<![a-z])(?:ma|me|je)[ .]{1,2}\Z")
# `1re consult 7#4`, `ok pour le voir 1#7`: what takes place on a day, before one that is not padded.
_EVENT = (
    r"(?<![a-z])(?:consult(?:ation)?s?|cs|rendez-vous|formations?|colloques?|cours|reunions?|entretiens?|seances?|visites?"
    r"|ateliers?|reseau|absente?s?|vac(?:ances)?\.?|conges?|(?:re)?voir|(?:re)?vue?|convoquee?|planifiee?|reportee?|transf(?:ert)?|retour"
    r"|ctrl|controle|bloc|dde|demandee?s?|faite?s?|envoyee?s?|recue?s?|annulee?s?|fixee?s?|prevue?s?|signee?s?|operee?s?)"
)
EVENT_CUE = re.compile(rf"{_EVENT}[ :,(]{{1,2}}\Z")
# With words between, the day must have its hour: `entretien avec la famille, 15#2 à 16:00`.
EVENT_TOLD = re.compile(rf"{_EVENT}(?![a-z])[^.;\n]{{0,60}}[a-z][,(-] ?\Z")
HOUR_BEHIND = re.compile(r",? (?:a |des |vers )?[012]?\d ?[:h]")
# `rdv dentiste 3.4 14h`, `pour 2.12 8h50`: an hour right behind is enough where something is planned.
PLANNED = re.compile(
    rf"(?:{_EVENT}|(?<![a-z])(?:rdv|rv|pour|le|agenda|op|operation|sortie|entree|admission|irm|ct|scanner|annule[es]*))(?![a-z])[^;\n]{{0,45}}\Z"
)
CLOCK_BEHIND = re.compile(r" [012]?\d(?: ?h(?![a-z])|h\d\d|:\d\d)")
# `18/11 2h45`, `8h50 26/10`: a day of two figures beside a time.
TIME_BEFORE = re.compile(r"(?<![\d.,/#])[012]?\d(?:h[0-5]\d|h|:[0-5]\d)[ ,]{1,2}\Z")
# `J7 = 19#07`: a day of the course of treatment says the one of the calendar.
DAY_OF_COURSE = re.compile(r"(?<![a-z\d])j ?[+-]?\d{1,3}(?: ?[=:(] ?| )\Z")
# `rdv donné sur papier 6#12`.
APPOINTED = re.compile(r"(?<![a-z])(?:rdv|rendez-vous|rv|convocation)(?: [a-z?'-]{2,16}){1,4} \Z")
# `Poids 8/7 71#4 kg`.
WEIGHT_BEHIND = re.compile(r" ?[:=]? \d{2,3}(?:[.,#]\d{1,2})? ?kg(?![a-z])")
# `16/10` is a blood pressure as well, `10/10` how well someone sees, `20/10` a drug of two substances.
PRESSURE_TOLD = re.compile(
    r"(?<![a-z])(?:ta|tas|tad|pa|tension[a-z]*|pressions?|mmhg|acuite|visus|av|od|og|rapport|ratio|score|index|vas|upa"
    r"|targin|oxycod[a-z]*|oxynorm|naloxone|sevikar|atozet|rosuzet|ezetimibe|olmesartan|amlodipine|perindopril)(?![a-z])"
)
LAST_MONTH, OUT_OF = 12, ("5", "10")
BEHIND_EVENT = re.compile(
    r" ?(?:$|[,;:)\n-]|\.(?!\d))| (?:a|au|avec|par|pour|chez|dans|et|puis|matin|soir|apres-midi|[012]?\d ?[:h])(?![a-z])"
)
DATE_AHEAD = re.compile(r"[.#]? ?(?:-|/|au|et|et le) ?\d{1,2}[./#]\d{1,2}[./#]\d\d")
APGAR = re.compile(r"apgar[^\n]{0,12}\Z")
# A part of something, unless another day follows: `le 1/3 distal`, `du 1/3 au 4/3`.
FRACTION = re.compile(
    r"(?:1/[234]|2/3|3/4)(?! ?(?:au|et le|-) ?\d)"
    r"|\d{1,2}/\d{1,2} ?(?:inf|sup|moy|dist|prox|ext|int|ant|post|lat|med|de |du |des |d'|cp|comp|dose|amp|tour|part)"
)

SHORT_YEAR_CUE = re.compile(r"(?<![a-z])(?:en|fin|debut|annees|mai|juin|depuis) '?\Z")
ENDS_OF_YEAR_CUES = ("n ", "t ", "s ", "i ", " '")
SHORT_YEAR = re.compile(
    r"(?:[5-9]\d|[012]\d)(?=\n|$|[,;)]|\.(?!\d)| (?:et|puis|a|au|avec|par|pour|sans) )"
)


def dates_in_figures(reading: Reading) -> Iterator[Finding]:
    """Yield dates in figures, each with its kind as rule."""
    plain, position = reading.plain, 0
    for start, end in reading.hits(figures.DATE):
        if start < position:
            continue
        found: Found
        if match := COMMON.match(plain, start):
            found = match.end(), "full"
        elif not reading.found.is_free(start, end):
            # A month in letters has taken it.
            continue
        elif end - start > 2:
            found = from_year(reading, start, end)
        else:
            found = _from_day(reading, start, end)
        if found and reading.found.is_free(start, found[0]):
            position = found[0]
            yield Finding(start, position, DATE, f"dates.{found[1]}", (start, position))


def _from_day(reading: Reading, start: int, end: int) -> Found:
    if found := _from_parts(reading, start, end):
        return found
    plain = reading.plain
    if plain[start - 2 : start] not in ENDS_OF_YEAR_CUES:
        return None
    is_year = SHORT_YEAR.match(plain, start) and SHORT_YEAR_CUE.search(
        plain, max(0, start - 10), start
    )
    return (end, "short_year") if is_year else None


def _from_parts(reading: Reading, start: int, end: int) -> Found:
    plain = reading.plain
    # `rue du Midi 9, 1261 Bière`: what follows is no day.
    if plain[end : end + 1] == "," and plain[end + 2 : end + 5].isdigit():
        return None
    # Glued to a word by a full stop: the number of a room, unless it is a whole date.
    is_glued = plain[start - 1 : start] in ("#", ".")
    if two := TWO_PARTS.match(plain, end):
        return None if is_glued else _from_two_parts(reading, start, two["second"])
    match = FULL.match(plain, start)
    if match and _is_calendar_day(match, plain):
        return match.end(), "full"
    if is_glued:
        return None
    if stop := _joined(reading, start):
        return stop, "interval"
    return _month_and_year(plain, start) or _day_and_month(reading, start)


def _from_two_parts(reading: Reading, start: int, second: str) -> Found:
    if len(second) == _DIGITS_OF_YEAR:
        return _month_and_year(reading.plain, start)
    return _day_and_month(reading, start) if second in MONTHS else None


def _month_and_year(plain: str, start: int) -> Found:
    match = MONTH_YEAR.match(plain, start)
    return (match.end(), "month_year") if match else None


def _day_and_month(reading: Reading, start: int) -> Found:
    match = DAY_MONTH.match(reading.plain, start)
    return (match.end(), "day_month") if match and _is_day_and_month(reading, match) else None


def _joined(reading: Reading, start: int) -> int | None:
    """Return the end of days that share their month, if some start here."""
    plain = reading.plain
    joined = DAYS_JOINED.match(plain, start)
    rest = joined and (FULL.match(plain, joined.end()) or DAY_MONTH.match(plain, joined.end()))
    if not joined or not rest or APGAR.search(plain, max(0, start - 20), start):
        return None
    # `BH 13 - 08#03#2022`: a building, and a day.
    if rest.re is FULL and not _rises(plain, start, rest):
        return None
    is_sure = ("," not in joined[0]) if rest.re is FULL else _spans_days(plain, start, rest)
    return rest.end() if is_sure or _has_cue(reading, start) else None


def _rises(plain: str, start: int, last: re.Match[str]) -> bool:
    first, second = FIRST_OF_DAYS.match(plain, start, last.start()), FIGURES.match(last[0])
    return not (first and second) or int(first["day"]) < int(second[0])


def _spans_days(plain: str, start: int, last: re.Match[str]) -> bool:
    """Whether days with a month of two figures are no range of decimals: `24-26.12`, not `8-7.10`."""
    first = FIRST_OF_DAYS.match(plain, start, last.start())
    if not first or len(last["day"]) < 2 or len(last["month"]) < 2 or last["sep"] == "/":
        return False
    is_measured = MEASURED.search(plain, max(0, start - 12), start)
    return int(first["day"]) < int(last["day"]) and not is_measured


def _is_calendar_day(match: re.Match[str], plain: str) -> bool:
    if match["short"] is None:
        return True
    # `7-8-10` and `9/10/10` are scores of the newborn, `1-0-1` a scheme of doses.
    start = match.start()
    if UNPADDED_WITH_DASHES.match(plain, start):
        return False
    return not APGAR.search(plain, max(0, start - 20), start)


def _has_cue(reading: Reading, start: int) -> bool:
    """Whether an article, a weekday or a date in front says that a day follows."""
    is_announced = DAY_CUE.search(reading.plain, max(0, start - 14), start)
    return bool(is_announced) or follows_date(reading, start)


def _is_day_and_month(reading: Reading, match: re.Match[str]) -> bool:
    plain, start = reading.plain, match.start()
    is_padded = len(match["day"]) == len(match["month"]) == 2
    if match["sep"] == "/" and not is_padded and FRACTION.match(plain, start):
        return False
    if _has_cue(reading, start) or DATE_AHEAD.match(plain, match.end()):
        return True
    if WEIGHT_BEHIND.match(plain, match.end()):
        return match["sep"] == "/" or is_padded
    return _is_padded(reading, match) if is_padded else _is_unpadded(plain, match)


def _is_unpadded(plain: str, match: re.Match[str]) -> bool:
    start, end = match.span()
    if MEASURED.search(plain, max(0, start - 12), start):
        return False
    if match["sep"] == "/":
        # `rdv contrôle 3/12 14h20`; « douleur 4/10 14h », « force 4/5 14h » are scores.
        is_score = match["month"] in OUT_OF and int(match["day"]) <= int(match["month"])
        is_timed = not is_score and CLOCK_BEHIND.match(plain, end)
        return bool(is_timed) and bool(PLANNED.search(plain, max(0, start - 60), start))
    # Decimals hardly begin with a zero like `05.8`.
    return match["day"][0] == "0" or _is_of_event(plain, start, end)


def _is_padded(reading: Reading, match: re.Match[str]) -> bool:
    plain, start = reading.plain, match.start()
    is_dated = DAY_OF_COURSE.search(plain, max(0, start - 10), start)
    if is_dated or LINE_START.search(plain, max(0, start - 6), start):
        return True
    if MEASURED.search(plain, max(0, start - 12), start):
        return False
    is_apart = _is_no_score(plain, match) and not _follows_number(reading, start)
    return is_apart or _is_timed(plain, match)


def _is_timed(plain: str, match: re.Match[str]) -> bool:
    """Whether a time stands beside a day of two figures: `26/10 8h50`, but « douleur 08/10 14h »."""
    start, end = match.span()
    is_beside = HOUR_BEHIND.match(plain, end) or TIME_BEFORE.search(plain, max(0, start - 8), start)
    return bool(is_beside) and (match["sep"] != "/" or _is_no_score(plain, match))


def _is_no_score(plain: str, match: re.Match[str]) -> bool:
    """Whether it is no part of anything, as `26/07` and `27/12`; `08/10` may be a score."""
    if match["sep"] != "/" or match["month"][0] == "0":
        return True
    start = match.start()
    is_more = int(match["day"]) > LAST_MONTH
    return is_more and not PRESSURE_TOLD.search(plain, max(0, start - 40), start)


def _follows_number(reading: Reading, start: int) -> bool:
    """Whether a number stands before, which is not that of a patient: `IPP 8007043318 08#03`."""
    if not reading.plain[max(0, start - 2) : start].rstrip()[-1:].isdigit():
        return False
    previous = reading.found.before(start)
    return previous is None or previous.end < start - 1


def _is_of_event(plain: str, start: int, end: int) -> bool:
    """Whether something takes place on the day, so that it is no decimal."""
    if BRIEF_DAY_CUE.search(plain, max(0, start - 6), start):
        return True
    if not BEHIND_EVENT.match(plain, end):
        return False
    if event := EVENT_CUE.search(plain, max(0, start - 16), start):
        # `K contrôle 3.5` is a value.
        return not MEASURED.search(plain, max(0, event.start() - 12), event.start())
    if APPOINTED.search(plain, max(0, start - 70), start):
        return True
    if CLOCK_BEHIND.match(plain, end):
        return bool(PLANNED.search(plain, max(0, start - 60), start))
    return bool(HOUR_BEHIND.match(plain, end)) and bool(
        EVENT_TOLD.search(plain, max(0, start - 80), start)
    )
