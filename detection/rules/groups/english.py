"""Dates, times of day and ages in English: a small set, which shows that rules belong to a language."""

import re
from collections.abc import Iterator

from detection.base import Finding
from detection.rules.lexicons import listed
from detection.rules.reading import Place, Reading
from detection.rules.rules import Finder, Rule, RuleGroup
from text.errors import gettext_noop as _

DATE, TIME, AGE = "TEMPORAL:DATE", "TEMPORAL:TEMPS", "DÉMOGRAPHIE:ÂGE"

# All patterns read folded text: small letters, no accents, plain signs. Those that end with \Z look
# back from a place, the others look ahead.
_YEAR = r"(?:19|20)\d\d(?!\d)"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])(?!\d)(?:st|nd|rd|th)?"
DAYS_BEFORE = re.compile(rf"(?<![\w./#-])(?:{_DAY} ?(?:-|to|and|or|&) ?)?{_DAY}(?: of)?[ -]\Z")
DAYS_AFTER = re.compile(
    rf"\.? (?:{_DAY} ?(?:-|to|and|&) ?)?{_DAY}(?![.:]\d)(?! ?(?:mg|ml|h|am|pm|x|%))(?:,? {_YEAR})?"
)
YEAR_AFTER = re.compile(rf"\.?,?[ -]{_YEAR}")
MONTH_CUE = re.compile(
    r"(?<![a-z])(?:in|since|by|until|from|to|late|early|mid|last|next|and|of|during)[ -]\Z"
)
FIGURES = re.compile(
    r"\d{1,2}([./#-])\d{1,2}\1(?:(?:19|20)\d\d|\d\d)(?!\d)(?![./#-]\d)"
    r"|(?:19|20)\d\d([-/])(?:0?[1-9]|1[0-2])\2(?:0?[1-9]|[12]\d|3[01])(?!\d)"
    r"|(?:0?[1-9]|1[0-2])[/#.](?:19|20)\d\d(?!\d)"
)
YEAR = re.compile(rf"{_YEAR}(?![.,]\d)(?! ?(?:ml|mg|g|kg|kcal|m|iu|units?|/)(?![a-z]))")
YEAR_CUE = re.compile(
    r"(?:(?<![a-z])(?:in|since|by|until|before|after|from|to|around|circa|late|early|mid|year|and|born)[ -]|\() ?\Z"
)
_HALF_DAY = r"(?:a\.?m\.?|p\.?m\.?)(?![a-z])"
CLOCK = re.compile(
    rf"(?:[01]?\d|2[0-4])[:.][0-5]\d(?::[0-5]\d)?(?!\d) ?{_HALF_DAY}"
    rf"|(?:[01]?\d|2[0-4]):[0-5]\d(?::[0-5]\d)?(?![\d:])(?: ?(?:hrs|hours|h)(?![a-z]))?"
    rf"|(?:0?[1-9]|1[0-2]) ?{_HALF_DAY}|(?:0?[1-9]|1[0-2]) o'clock"
)
LASTING = re.compile(
    r"(?<![a-z])(?:for|lasting|duration|over|within|lasted|ratio|dilution)[ :=]{1,2}(?:of )?\Z"
)
DIGITS = re.compile("[0-9]+")
_UNIT = r"(?:years?|yrs?|months?|weeks?|days?)"
OLD = re.compile(
    rf"\d{{1,3}}(?: 1/2|½)?[ -]?(?:{_UNIT}[ -]old(?![a-z])|(?:y/o|yo|y\.o\.)(?![a-z]))"
    rf"|\d{{1,3}}[ -]?{_UNIT} of age(?![a-z])"
)
AGED = re.compile(
    rf"(?: of| at| is|d)?[ :=]{{1,3}}(?P<age>\d{{1,3}}(?: ?(?:-|and|to) ?\d{{1,3}})?(?: {_UNIT})?)(?![\d.,/%]\d)"
)


def _numbers(reading: Reading) -> Iterator[Place]:
    return (number.span() for number in DIGITS.finditer(reading.plain))


def _dates(reading: Reading) -> Iterator[Finding]:
    for name in ("english.feast", "english.weekday"):
        for place in reading.hits(name):
            yield Finding(*place, DATE, f"{name}", place)
    for place in reading.hits("english.month"):
        if found := _around_month(reading, place):
            yield Finding(*found, DATE, "english.month", place)
    for start, end in _numbers(reading):
        if stop := _figures(reading, start, end):
            yield Finding(start, stop, DATE, "english.date_in_figures", (start, stop))


def _around_month(reading: Reading, place: Place) -> Place | None:
    """Return a month with its day and year; alone it needs a capital and a word that announces it."""
    plain, (start, end) = reading.plain, place
    if days := DAYS_BEFORE.search(plain, max(0, start - 24), start):
        year = YEAR_AFTER.match(plain, end)
        return days.start(), year.end() if year else end
    if rest := YEAR_AFTER.match(plain, end) or DAYS_AFTER.match(plain, end):
        return start, rest.end()
    is_announced = MONTH_CUE.search(plain, max(0, start - 8), start)
    return place if is_announced and reading.text[start].isupper() else None


def _figures(reading: Reading, start: int, end: int) -> int | None:
    plain = reading.plain
    if plain[start - 1 : start] in ("/", ".", "-", "#") and plain[start - 2 : start - 1].isdigit():
        return None
    if match := FIGURES.match(plain, start):
        return match.end()
    is_year = end - start == 4 and YEAR.match(plain, start)
    return end if is_year and YEAR_CUE.search(plain, max(0, start - 9), start) else None


def _times(reading: Reading) -> Iterator[Finding]:
    for place in reading.hits("english.noon"):
        yield Finding(*place, TIME, "english.noon", place)
    for start, end in _numbers(reading):
        match = CLOCK.match(reading.plain, start) if end - start <= 2 else None
        if match and not LASTING.search(reading.plain, max(0, start - 14), start):
            yield Finding(*match.span(), TIME, "english.clock", match.span())


def _ages(reading: Reading) -> Iterator[Finding]:
    for start, end in _numbers(reading):
        if end - start <= 3 and (match := OLD.match(reading.plain, start)):
            yield Finding(*match.span(), AGE, "english.old", match.span())
    for place in reading.hits("english.age"):
        if match := AGED.match(reading.plain, place[1]):
            yield Finding(*match.span("age"), AGE, "english.aged", place)


GROUP = RuleGroup(
    name="english",
    language="en",
    rules=(
        Rule(
            DATE,
            (Finder(_dates),),
            after=frozenset({"CONTACT:TÉLÉPHONE", "CONTACT:FAX", "CONTACT:URL"}),
        ),
        Rule(TIME, (Finder(_times),), after=frozenset({DATE})),
        Rule(AGE, (Finder(_ages),), after=frozenset({DATE, TIME})),
    ),
    meanings={
        "feast": _("the name of a feast"),
        "weekday": _("a day of the week"),
        "month": _("the name of a month, with its day and year"),
        "date_in_figures": _("a date or a year in figures"),
        "noon": _("noon or midnight"),
        "clock": _("a time of day in figures"),
        "old": _("a number of years, months, weeks or days that someone is old"),
        "aged": _("a number beside the word for age"),
    },
    lexicons={
        "english.feast": listed("feasts_en"),
        "english.weekday": listed("weekdays_en"),
        "english.month": listed("months_en"),
        "english.noon": lambda: ("noon", "midnight"),
        "english.age": lambda: ("age", "aged"),
    },
)
