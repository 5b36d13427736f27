"""Dates: days, months, years, weekdays, feasts and intervals; not moments relative to another."""

import re
from collections.abc import Iterator

from detection.base import Finding
from detection.rules import figures
from detection.rules.groups.times.dates_in_figures import dates_in_figures
from detection.rules.groups.times.numerals import LONGEST_NUMERAL, NUMERAL, ends_with_number
from detection.rules.groups.times.short_weekdays import WEEKDAY_NUMBER, short_weekdays
from detection.rules.groups.times.years import DATE, DAY_SOURCE, MEASURE_SOURCE, YEAR_SOURCE
from detection.rules.lexicons import listed, words
from detection.rules.lexicons.inflection import with_slips
from detection.rules.lexicons.packages import feasts
from detection.rules.reading import Place, Reading
from detection.rules.rules import Finder, Rule, RuleGroup
from text.errors import gettext_noop as _

_BARE_END = (
    r"(?=$|\n|[,;)]|\.(?![\d\w])| (?:a(?= \d| midi)|vers|des|au matin|au soir|puis|et|ou|avec|par|pour|courant|ct|du mois|de ce mois)"
    r"(?![a-z]))"
)
BARE_CUE = re.compile(r"(?<![a-z])(?:le|jusqu'au|nuit du|partir du|date du) \Z")
BARE_DAY = re.compile(rf"{DAY_SOURCE}{_BARE_END}|1er(?= ?(?:$|[,;)]|\.(?!\d)))")
BARE_DAYS = re.compile(rf"{DAY_SOURCE} ?(?:au|-|et) ?{DAY_SOURCE}{_BARE_END}")
BARE_DAYS_CUE = re.compile(r"(?<![a-z])(?:du|les|nuit du) \Z")
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
    for start, _end in reading.hits(figures.DAY):
        days = BARE_DAYS.match(plain, start)
        if days and BARE_DAYS_CUE.search(plain, max(0, start - 9), start):
            yield Finding(*days.span(), DATE, "dates.day", days.span())
        elif BARE_CUE.search(plain, max(0, start - 11), start) and (
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


# All patterns read folded text: small letters, no accents, plain signs. Those that end with \Z look
# back from a place, the others look ahead.
MONTH_CUE = re.compile(
    r"(?<![a-z])(?:en|fin|debut|mi|depuis|des|courant|mois de|d'ici|avant)[ -]\Z"
)
STREET_BEFORE = re.compile(
    r"(?<![a-z])(?:rue|place|pl|av|avenue|quai|bd|boulevard|ch|chemin|route|rte|esplanade|impasse|square)"
    r"[. #]{1,2}(?:du |de la |de l'|des |de )?\Z"
)
ACRONYMS = ("SEP", "OCT", "MAR", "AVR", "DEC", "JAN")
TITLE_BEFORE = re.compile(
    r"(?<![a-z])(?:m|mr|mme|mlle|monsieur|madame|dr|dre|dresse|docteure?|pr|prof|inf|famille)[.# ]{0,2}\Z"
)

_JOINT = r" ?(?:-|/|au|a|et|ou|&|et le|et du|ou le) ?"
_ORDINAL = rf"{DAY_SOURCE}(?: ?er| ?ier|(?:eme|e)(?![a-z]))?"
_FIRST_PLACE = r"(?:(?<![\w.,/#])(?<!\d-)|(?<![a-z])(?:le|du|au|les|des)(?=\d))"
DAYS_BEFORE_MONTH = re.compile(
    rf"{_FIRST_PLACE}(?P<days>(?:(?:{DAY_SOURCE}(?:er)?, ?){{0,4}}{DAY_SOURCE}(?:er)?{_JOINT})?{_ORDINAL})[ .#-]{{0,2}}\Z"
)
LONGEST_DAYS = 40
# One day, the commonest by far: nothing joins it to another.
DAY_BEFORE_MONTH = re.compile(rf"(?<=[ (])(?P<days>{_ORDINAL}) \Z")
ENDS_OF_JOINTS = ("-", "/", "au", "a", "et", "ou", "&", "et le", "et du", "ou le")
DAY_IN_WORDS = re.compile(rf"(?<![a-z'-])(?P<days>premier|{NUMERAL}) \Z")
HAS_DAY = re.compile(r"\d(?: ?er| ?ier|eme|e)?[ .#-]{0,2}\Z")
YEAR_AFTER_MONTH = re.compile(rf"[ ./#-]{{0,2}}{YEAR_SOURCE}(?!\d)")
SHORT_YEAR_AFTER_MONTH = re.compile(r" '?\d\d(?=[,;)\n]|\.(?!\d)|$)")
SHORT_YEAR_AFTER_DAY = re.compile(
    r"[ .-]{1,2}'?\d\d(?=[,;)\n]|\.(?!\d)|$| (?:au?|par|pour|avec|et|puis|chez|en|dans|-) )(?! a \d\d? ?h)"
)
# « mille neuf cent soixante-deux », « deux mille vingt et un ».
YEAR_IN_WORDS = re.compile(
    rf" (?:(?:mille? neuf|dix-neuf)[ -]cents?|deux[ -]mille?)(?:(?: et)?[ -]{NUMERAL})?(?![a-z-])"
)
SEASON_YEAR = re.compile(rf" {YEAR_SOURCE}(?:[-/]\d\d(?:\d\d)?)?(?!\d)")
FEAST_YEAR = re.compile(rf" {YEAR_SOURCE}(?!\d)(?!{MEASURE_SOURCE})")
ARTICLE_BEFORE = re.compile(r"(?<![a-z])(?:l'|la |a la |les |des )\Z")
FEAST_DAY_BEFORE = re.compile(
    r"(?<![a-z])(?:(?:jour|fete|veille|lendemain|week-end|pont) de|a|avant|apres|depuis|pour) (?:l'|la |)\Z"
)
# `Ascension fermé`, `congé Toussaint`: days on which nobody works, also without their article.
HOLIDAYS = frozenset({"ascension", "assomption", "toussaint", "armistice"})
CLOSED_BEFORE = re.compile(r"(?<![a-z])(?:ferme|conge|ferie|ouvert|garde|piquet)e?s?[ :]{1,3}\Z")
CLOSED_AHEAD = re.compile(r" ?[:,(-]? ?(?:ferm|ouvert|conge|ferie|pas de |\d{1,2}[./#]\d)")
# `bloc Ascension + vendredi`: beside what goes on or a weekday, those that are nobody's name.
NO_SURNAMES = frozenset({"ascension", "assomption", "armistice"})
PLANNED_BEFORE = re.compile(
    r"(?<![a-z])(?:pont|bloc|prog\.?|programme|consultations?|cs|visites?|horaires?|week-end|we)[ :]{1,3}\Z"
)
WEEKDAY_AHEAD = re.compile(
    r" ?(?:[+&/,-]|et) ?(?:le )?(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche)(?![a-z])"
)
OF_SOMETHING = re.compile(r" d(?:u|e|es)(?![a-z])| d'")
NOT_A_FEAST = re.compile(r"(?:(?<![a-z])(?:ile|iles|messe|marche|chant|sapin|pere) (?:de |du )?)\Z")


def _months(reading: Reading) -> Iterator[Finding]:
    for place in reading.hits("dates.month"):
        yield from _month(reading, place, is_short=False)


def _short_months(reading: Reading) -> Iterator[Finding]:
    for place in reading.hits("dates.month_short"):
        yield from _month(reading, place, is_short=True)


def _seasons(reading: Reading) -> Iterator[Finding]:
    for place in reading.hits("dates.season"):
        if year := SEASON_YEAR.match(reading.plain, place[1]):
            yield Finding(place[0], year.end(), DATE, "dates.season", place)


def _weekdays(reading: Reading) -> Iterator[Finding]:
    for place in reading.hits("dates.weekday"):
        yield _weekday(reading, place)


def _feasts(reading: Reading) -> Iterator[Finding]:
    for place in reading.hits("dates.feast"):
        if not TITLE_BEFORE.search(reading.plain, max(0, place[0] - 12), place[0]) and not (
            NOT_A_FEAST.search(reading.plain, max(0, place[0] - 16), place[0])
        ):
            yield _feast(reading, place)


def _feasts_with_article(reading: Reading) -> Iterator[Finding]:
    for place in reading.hits("dates.feast_with_article"):
        is_proper = reading.text[place[0]].isupper() and not reading.is_upper
        cue = ARTICLE_BEFORE if is_proper else FEAST_DAY_BEFORE
        is_announced = cue.search(reading.plain, max(0, place[0] - 14), place[0])
        if (
            FEAST_YEAR.match(reading.plain, place[1])
            or (is_announced and not OF_SOMETHING.match(reading.plain, place[1]))
            or (reading.text[place[0]].isupper() and _is_holiday(reading.plain, *place))
        ):
            yield _feast(reading, place)


def _is_holiday(plain: str, start: int, end: int) -> bool:
    name, window = plain[start:end], max(0, start - 16)
    if name not in HOLIDAYS:
        return False
    if CLOSED_AHEAD.match(plain, end) or CLOSED_BEFORE.search(plain, window, start):
        return True
    is_planned = WEEKDAY_AHEAD.match(plain, end) or PLANNED_BEFORE.search(plain, window, start)
    return name in NO_SURNAMES and bool(is_planned)


def _feast(reading: Reading, place: Place) -> Finding:
    year = FEAST_YEAR.match(reading.plain, place[1])
    return Finding(place[0], year.end() if year else place[1], DATE, "dates.feast", place)


def _month(reading: Reading, place: Place, *, is_short: bool) -> Iterator[Finding]:
    plain, (start, end) = reading.plain, place
    if is_short and plain[end : end + 1] == ".":
        end += 1
    days = _days_before(plain, start, is_short)
    first = days.start("days") if days else start
    short_year = SHORT_YEAR_AFTER_DAY if days else SHORT_YEAR_AFTER_MONTH
    year = YEAR_AFTER_MONTH.match(plain, end) or short_year.match(plain, end)
    if year is None and days:
        year = YEAR_IN_WORDS.match(plain, end)
    if STREET_BEFORE.search(plain, max(0, first - 25), first):
        return
    if (
        days
        or (year and not _is_acronym(reading, place, is_short))
        or _is_month(reading, place, is_short)
    ):
        rule = "dates.interval" if days and _is_joined(days["days"]) else "dates.month"
        yield Finding(first, year.end() if year else end, DATE, rule, place)


def _days_before(plain: str, start: int, is_short: bool) -> re.Match[str] | None:
    """Return the days before a month; in words only where the month is written out, too."""
    if HAS_DAY.search(plain, max(0, start - 5), start):
        day = DAY_BEFORE_MONTH.search(plain, max(0, start - 6), start)
        if day and not plain.endswith(ENDS_OF_JOINTS, 0, day.start() - 1):
            return day
        return DAYS_BEFORE_MONTH.search(plain, max(0, start - LONGEST_DAYS), start)
    if is_short or not ends_with_number(plain, start):
        return None
    return DAY_IN_WORDS.search(plain, max(0, start - LONGEST_NUMERAL), start)


def _is_joined(days: str) -> bool:
    return sum(map(str.isdigit, days)) > 2 or " " in days


def _is_acronym(reading: Reading, place: Place, is_short: bool) -> bool:
    """Whether the letters may mean something else: SEP, OCT, but not `OCT.`."""
    written = reading.text[place[0] : place[1]]
    return is_short and written in ACRONYMS and reading.text[place[1] : place[1] + 1] != "."


def _is_month(reading: Reading, place: Place, is_short: bool) -> bool:
    """Whether a month without day or year is one, and no name."""
    plain, (start, end) = reading.plain, place
    if MONTH_CUE.search(plain, max(0, start - 12), start):
        return not is_short or (
            plain[end : end + 1] == "." and not _is_acronym(reading, place, True)
        )
    if is_short or TITLE_BEFORE.search(plain, max(0, start - 12), start):
        return False
    following = reading.text[end + 1 : end + 3]
    is_name_like = (
        reading.text[start].isupper() and following[:1].isupper() and following[1:].islower()
    )
    return not is_name_like or reading.text[end] != " "


def _weekday(reading: Reading, place: Place) -> Finding:
    number = WEEKDAY_NUMBER.match(reading.plain, place[1])
    if number and reading.found.is_free(*place) and reading.found.is_free(place[1], number.end()):
        return Finding(place[0], number.end(), DATE, "dates.weekday", place)
    return Finding(*place, DATE, "dates.weekday", place)


def _feast_names() -> list[str]:
    ambiguous = words("feasts_with_article")
    return [*words("feasts"), *(name for name in feasts() if name not in ambiguous)]


LEXICONS = {
    "dates.month": with_slips("months"),
    "dates.month_short": listed("months_short"),
    "dates.weekday": with_slips("weekdays"),
    "dates.weekday_short": listed("weekdays_short"),
    "dates.season": listed("seasons"),
    "dates.feast": _feast_names,
    "dates.feast_with_article": listed("feasts_with_article"),
    "dates.stays": lambda: ["séjours", "hospitalisations", "hospit", "hosp", "séj"],
}

# The surest first: what is found later must not take a part of it.
FINDERS = (
    Finder(_feasts, {"dates.feast"}),
    Finder(_feasts_with_article, {"dates.feast_with_article"}),
    Finder(_months, {"dates.month"}),
    Finder(_short_months, {"dates.month_short"}),
    Finder(_seasons, {"dates.season"}),
    Finder(dates_in_figures, {figures.DATE}),
    Finder(dates_of_stays, {"dates.stays"}),
    Finder(_weekdays, {"dates.weekday"}),
    Finder(short_weekdays, {"dates.weekday_short"}),
    Finder(bare_days, {figures.DAY}),
)

GROUP = RuleGroup(
    name="dates",
    rules=(
        Rule(
            DATE,
            FINDERS,
            after=frozenset(
                {"CONTACT:URL", "CONTACT:FAX", "ID:IPP", "ID:NUMÉRO_BON", "ID:NUMÉRO_SÉJOUR"}
            ),
        ),
    ),
    meanings={
        "feast": _("the name of a feast"),
        "month": _("the name of a month, with its day and year"),
        "interval": _("days that share one month"),
        "season": _("a season with its year"),
        "full": _("a whole date in figures"),
        "month_year": _("a month and a year in figures"),
        "day_month": _("a day and a month in figures"),
        "year": _("a year"),
        "short_year": _("a year in two figures"),
        "weekday": _("a day of the week"),
        "day": _("a day of the month alone"),
    },
    lexicons=LEXICONS,
)
