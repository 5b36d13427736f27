"""Days of a month that is not said, and months beside the units of a list of stays."""

import re
from collections.abc import Iterator

from detection import figures
from detection.families.date_cues import DATE, DAY_SOURCE
from detection.findings import Finding
from detection.lookback import Lookback
from detection.reading import Reading

_BARE_END = (
    r"(?=$|\n|[,;)]|\.(?![\d\w])| (?:a(?= \d| midi)|vers|des|au matin|au soir|puis|et|ou|avec|par|pour|courant|ct|du mois|de ce mois)"
    r"(?![a-z]))"
)
BARE_CUE = Lookback(r"(?<![a-z])(?:le|jusqu'au|nuit du|partir du|date du) \Z")
BARE_DAY = re.compile(rf"{DAY_SOURCE}{_BARE_END}|1er(?= ?(?:$|[,;)]|\.(?!\d)))")
BARE_DAYS = re.compile(rf"{DAY_SOURCE} ?(?:au|-|et) ?{DAY_SOURCE}{_BARE_END}")
BARE_DAYS_CUE = Lookback(r"(?<![a-z])(?:du|les|nuit du) \Z")
# `Séjours: MIC 03#22, CHTO 09#22`: a month and a short year beside the letters of a unit.
STAYS = re.compile(r"(?: (?:antérieurs?|précédents?|CHUV))?\.? ?: ?")
_UNIT = r"[A-Z][A-Z\d]{1,6}(?:-[A-Z\d]{1,2})?"
STAY = re.compile(
    rf"(?:(?P<before>{_UNIT}) )?(?P<month>(?:0[1-9]|1[0-2])[./#]\d\d)(?![\d./#])(?P<behind> {_UNIT}(?!\w))?"
    r"(?: ?(?:[,;/|+-]|->|puis|et)? ?)"
)


def bare_days(reading: Reading) -> Iterator[Finding]:
    """Yield days of a month that is not said: `repris le 16`."""
    plain = reading.plain
    for start, _ in reading.hits(figures.DAY):
        days = BARE_DAYS.match(plain, start)
        if days and BARE_DAYS_CUE.fits(plain, max(0, start - 9), start):
            yield Finding(*days.span(), DATE, "dates.day", days.span())
        elif BARE_CUE.fits(plain, max(0, start - 11), start) and (
            day := BARE_DAY.match(plain, start)
        ):
            yield Finding(*day.span(), DATE, "dates.day", day.span())


def dates_of_stays(reading: Reading) -> Iterator[Finding]:
    """Yield months with a short year beside the units of a list: `Séjours: MIC 03#22, CHTO 09#22`."""
    for place in reading.hits("dates.stays"):
        field = STAYS.match(reading.text, place[1])
        position = field.end() if field else len(reading.text)
        while stay := STAY.match(reading.text, position):
            position = stay.end()
            if stay["before"] or stay["behind"]:
                yield Finding(*stay.span("month"), DATE, "dates.month_year", place)
