"""Dates: days, months, years, weekdays, feasts and intervals; not moments relative to another."""

import re
from collections.abc import Iterator

from detection.findings import Finding
from detection.lexicons import listed, words
from detection.lexicons.packages import feasts
from detection.numerals import LONGEST_NUMERAL, NUMERAL
from detection.reading import Place, Reading
from detection.rules import Family, Rule

DATE = "TEMPORAL:DATE"

# All patterns read folded text: small letters, no accents, plain signs. Those that end with \Z look
# back from a place, the others look ahead.
_YEAR = r"(?:19|20)\d\d"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])(?!\d)"
_SEP = r" ?[./#-] ?"
_MEASURE = (
    r"(?: ?(?:%|°|‰)| ?(?:mg|ug|µg|g|kg|mmol|umol|µmol|nmol|pmol|ng|pg|ml|dl|cl|l|mm|cm|m|km|ui|u|cp|cpr|mmhg"
    r"|kpa|bpm|kcal|meq|mval|gy|mgy|ch|s|h|hz|j|ans?|mois|jours?|semaines?|sem|heures?|min|minutes?|fois|x"
    r"|comprimes?|gouttes?|gttes?|ampoules?|unites?|doses?|seances?|patients?|pas|points?|francs?|chf|metres?"
    r"|cellules?|copies|personnes?|sachets?|prises?|pansements?|litres?|bouffees?|push|amp|caps?|flacons?)"
    r"(?![a-z])| ?(?:mio|mia|[a-z]{1,5}/))"
)
FULL = re.compile(
    rf"(?P<a>\d{{1,2}}){_SEP}(?P<b>\d{{1,2}}|[ivx]{{1,4}}){_SEP}(?P<year>{_YEAR})(?!\d)"
    rf"|(?P<a1>\d\d) (?P<b1>\d\d) {_YEAR}(?!\d)"
    rf"|(?P<a2>{_DAY})(?P<sep>[./#-])(?P<b2>0?[1-9]|1[0-2])(?P=sep)'?\d\d(?!\d)(?![./#-]\d)"
)
MONTH_YEAR = re.compile(
    rf"(?:(?:0?[1-9]|1[0-2]) ?[./#] ?|(?:0[1-9]|1[0-2])-){_YEAR}(?!\d)(?![./#]\d)"
)
DAY_MONTH = re.compile(
    rf"(?P<day>{_DAY})(?P<sep>[./#])(?P<month>0?[1-9]|1[0-2])(?!\d)(?![.,/#:]\d)(?!{_MEASURE})(?! ?h)"
)
# Days of one month that share it: `2-3#11#2021`, `4 au 8.10`, `02.-05.11.21`.
DAYS_JOINED = re.compile(
    rf"(?P<day>{_DAY})[.#]?(?: ?(?:-|/|au|a|et|ou|&|et le|et du) ?)(?=\d{{1,2}}{_SEP}\d)"
)
ISO = re.compile(rf"{_YEAR}([-./#])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])(?!\d)")
YEAR_MONTH = re.compile(rf"{_YEAR}[-/#.](?:0[1-9]|1[0-2])(?![\d./#-])")
YEAR = re.compile(rf"{_YEAR}(?!\d)(?![.,#:]\d)(?!{_MEASURE})")
YEAR_TO_YEAR = re.compile(rf" ?(?:[-/]|a|et) ?{_YEAR}(?!\d)(?!{_MEASURE})")
COMPACT = re.compile(
    rf"(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2]){_YEAR}|{_YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?!\d)"
)

DAY_CUE = re.compile(
    r"(?<![a-z])(?:le|les|du|au|des|depuis|ce|ddn|dn|nee?|naissance|date|entree|sortie|admission|rdv"
    r"|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lun|mar|mer|jeu|ven|sam|dim|lu|ve|di)[ .:,(]{0,3}\Z"
)
COMPACT_CUE = re.compile(r"(?<![a-z])(?:le|du|au|ddn|dn|nee?|naissance|date)[ .:]{0,3}(?:le )?\Z")
MONTH_CUE = re.compile(
    r"(?<![a-z])(?:en|fin|debut|mi|depuis|des|courant|mois de|d'ici|avant)[ -]\Z"
)
# Text between two dates where the second is as short as its neighbour allows.
BETWEEN_DATES = re.compile(r" ?(?:-+>?|/|,|;|et|au|a|puis|et le|puis le|,? et du|ou|->) ?\Z")
LINE_START = re.compile(r"(?:^|\n)[ \t•*>-]{0,4}\Z")
# Before a number that is measured, or that names a score.
MEASURED = re.compile(
    r"(?:[<>=~+*x×]|[a-z]\d?[+:]?=|(?<![a-z])(?:a|apgar|environ|env|total|score))[ :]{0,2}\Z"
)
APGAR = re.compile(r"apgar[^\n]{0,12}\Z")
# A part of something, unless another day follows: `le 1/3 distal`, `du 1/3 au 4/3`.
FRACTION = re.compile(
    r"(?:1/[2-5]|2/[35]|3/[45])(?! ?(?:au|et le|-) ?\d)"
    r"|\d{1,2}/\d{1,2} ?(?:inf|sup|moy|dist|prox|ext|int|ant|post|lat|med|de |du |des |d'|cp|comp|dose|amp|tour|part)"
)
STREET_BEFORE = re.compile(
    r"(?<![a-z])(?:rue|place|pl|av|avenue|quai|bd|boulevard|ch|chemin|route|rte|esplanade|impasse|square)"
    r"[. #]{1,2}(?:du |de la |de l'|des |de )?\Z"
)
TITLE_BEFORE = re.compile(
    r"(?<![a-z])(?:m|mr|mme|mlle|monsieur|madame|dr|dre|dresse|docteure?|pr|prof|inf|famille)[.# ]{0,2}\Z"
)

YEAR_CUE = re.compile(
    r"(?<![a-z])(?:en|depuis|des|fin|debut|mi|courant|annees?|an|jusqu'en|avant|apres|vers|entre|nee?|ne\(e\)"
    r"|semestre|trimestre|saison|decembre|ete|noel|paques|date|ca|circa|mois)[ :-]{0,2}(?:l'annee |l'an )?\Z"
)
CLASSIFICATION = re.compile(
    r"(?<![a-z])(?:classification|criteres?|recommandations?|guidelines?|directives?|oms|who|esc|aha|eular|acr|tnm"
    r"|uicc|ajcc|dsm|cim|icd|version|edition|norme|loi|etude|essai|consensus|rotterdam|swissmedic|tarmed"
    r"|code|modele|ref|reference|article|art)(?![a-z])[^.;\n]{0,25}\Z"
)
# What is counted in thousands, and what has numbers that are no years.
COUNTED = re.compile(
    r"(?:d-?dimeres?|bnp|troponines?|ck|cpk|ferritine|cytes|plaquettes|neutrophiles|poids|pn|diurese|apports?"
    r"|volume|calcique|debit|bilan|b12|ldh|crp|dose|frequence|total|cd4|copies|virale|amylase|lipase|asat|alat|ggt"
    r"|dlp|pdl|psa|hcg|tsh|insuline|salle|chambre|ch|lit|bip|poste|no|n°|numero|tel|interne|niveau|local|bureau"
    r"|case postale|cp|fr|chf|box)[ .:=]{0,3}\Z"
)
YEAR_FOLLOWS = re.compile(
    r"(?:$|\n| ?[,;:.)\]/!?]| ?-| (?:par|sans|avec|a|au|aux|et|puis|chez|pour|suite|sous|apres|dans|sur|lors|selon"
    r"|d'|de|du|en|ou|avant|traitee?|operee?|non|stable|\()(?![a-z]))"
)
OPERATED = re.compile(
    r" (?:[a-z-]{2,20}(?:ectomie|tomie|stomie|plastie|scopie|graphie|synthese|algie|pathie|tion|ture|ment|ite|ose"
    r"|ome|emie|urie|gie)s?|avc|ait|pth|ptg|irm|ct|cure|pose|greffe|hernie|accouchement|cesarienne|debut|chute)"
    r"(?![a-z])"
)
SHORT_YEAR_CUE = re.compile(r"(?<![a-z])(?:en|fin|debut|annees|mai|juin|depuis) '?\Z")
SHORT_YEAR = re.compile(
    r"(?:[5-9]\d|[012]\d)(?=\n|$|[,;)]|\.(?!\d)| (?:et|puis|a|au|avec|par|pour|sans) )"
)

_JOINT = r" ?(?:-|/|au|a|et|ou|&|et le|et du|ou le) ?"
_DAY_WORD = rf"(?:{_DAY}(?: ?er| ?ier|(?:eme|e)(?![a-z]))?|premier(?![a-z])|{NUMERAL}(?![a-z]))"
_FIRST_PLACE = r"(?:(?<![\w.,/#])|(?<![a-z])(?:le|du|au|les|des)(?=\d))"
DAYS_BEFORE_MONTH = re.compile(
    rf"{_FIRST_PLACE}(?P<days>(?:(?:{_DAY}(?:er)?, ?){{0,4}}{_DAY}(?:er)?{_JOINT})?{_DAY_WORD})[ .#-]{{0,2}}\Z"
)
LONGEST_DAYS = 40 + LONGEST_NUMERAL
YEAR_AFTER_MONTH = re.compile(rf"[ ./#-]{{0,2}}{_YEAR}(?!\d)(?!{_MEASURE})")
SHORT_YEAR_AFTER_MONTH = re.compile(
    r"[ .-]{1,2}'?\d\d(?=[,;)\n]|\.(?!\d)|$| (?:au?|par|pour|avec|et|puis|chez|en|dans|-) )(?! a \d\d? ?h)"
)
SEASON_YEAR = re.compile(rf" {_YEAR}(?:[-/]\d\d(?:\d\d)?)?(?!\d)")
FEAST_YEAR = re.compile(rf" {_YEAR}(?!\d)(?!{_MEASURE})")
ARTICLE_BEFORE = re.compile(r"(?<![a-z])(?:l'|la |a la |les |des )\Z")
FEAST_DAY_BEFORE = re.compile(
    r"(?<![a-z])(?:jour|fete|veille|lendemain|week-end|pont) de (?:l'|la |)\Z"
)
NOT_A_FEAST = re.compile(r"(?:(?<![a-z])(?:ile|iles|messe|marche|chant|sapin|pere) (?:de |du )?)\Z")

WEEKDAY_NUMBER = re.compile(rf" (?:1er|{_DAY})(?!{_MEASURE})(?![\d%])(?![.,/#:-]\d)(?! ?[hx]\b)")
SHORT_WEEKDAYS_JOINED = re.compile(
    r"(?P<first>lu|lun|ma|mar|me|mer|je|jeu|ve|ven)\.? ?(?:-|au|a|/) ?(?P<last>(?:mar|ma|mer|me|jeu|je|ven|ve|sam|sa|dim|di)\.?)(?![a-z])"
)
_BARE_END = (
    r"(?=$|\n|[,;)]|\.(?![\d\w])| (?:a|vers|des|au matin|au soir|puis|et|ou|avec|par|pour|courant|ct|du mois|de ce mois|a midi)"
    r"(?![a-z]))"
)
BARE_CUE = re.compile(r"(?<![a-z])(?:le|jusqu'au|nuit du|partir du) \Z")
BARE_DAY = re.compile(rf"{_DAY}{_BARE_END}|1er(?= ?(?:$|[,;)]|\.(?!\d)))")
BARE_DAYS = re.compile(rf"{_DAY} ?(?:au|-|et) ?{_DAY}{_BARE_END}")
BARE_DAYS_CUE = re.compile(r"(?<![a-z])(?:du|les|nuit du) \Z")


def _dates(reading: Reading) -> Iterator[Finding]:
    """Yield the surest first: what is found later must not take a part of it."""
    yield from _feasts(reading)
    for name in ("dates.month", "dates.month_short"):
        for place in reading.hits(name):
            yield from _month(reading, place, is_short=name == "dates.month_short")
    for place in reading.hits("dates.season"):
        if year := SEASON_YEAR.match(reading.plain, place[1]):
            yield Finding(place[0], year.end(), DATE, "dates.season", place)
    if reading.has_digit:
        yield from _numeric(reading)
    for place in reading.hits("dates.weekday"):
        yield _weekday(reading, place)
    for place in reading.hits("dates.weekday_short"):
        yield from _short_weekday(reading, place)
    if reading.has_digit:
        yield from _bare_days(reading)


def _feasts(reading: Reading) -> Iterator[Finding]:
    for place in reading.hits("dates.feast"):
        if not TITLE_BEFORE.search(reading.plain, max(0, place[0] - 12), place[0]) and not (
            NOT_A_FEAST.search(reading.plain, max(0, place[0] - 16), place[0])
        ):
            yield _feast(reading, place)
    for place in reading.hits("dates.feast_with_article"):
        is_proper = reading.text[place[0]].isupper() and not reading.is_upper
        cue = ARTICLE_BEFORE if is_proper else FEAST_DAY_BEFORE
        if cue.search(reading.plain, max(0, place[0] - 14), place[0]):
            yield _feast(reading, place)


def _feast(reading: Reading, place: Place) -> Finding:
    year = FEAST_YEAR.match(reading.plain, place[1])
    return Finding(place[0], year.end() if year else place[1], DATE, "dates.feast", place)


def _month(reading: Reading, place: Place, *, is_short: bool) -> Iterator[Finding]:
    plain, (start, end) = reading.plain, place
    if is_short and plain[end : end + 1] == ".":
        end += 1
    days = DAYS_BEFORE_MONTH.search(plain, max(0, start - LONGEST_DAYS), start)
    if days and is_short and not days["days"][0].isdigit():
        days = None
    first = days.start("days") if days else start
    year = YEAR_AFTER_MONTH.match(plain, end) or (
        SHORT_YEAR_AFTER_MONTH.match(plain, end) if days else None
    )
    if STREET_BEFORE.search(plain, max(0, first - 25), first):
        return
    if (
        days
        or (year and not _is_acronym(reading, place, is_short))
        or _is_month(reading, place, is_short)
    ):
        rule = "dates.interval" if days and _is_joined(days["days"]) else "dates.month"
        yield Finding(first, year.end() if year else end, DATE, rule, place)


def _is_joined(days: str) -> bool:
    return sum(map(str.isdigit, days)) > 2 or " " in days


def _is_acronym(reading: Reading, place: Place, is_short: bool) -> bool:
    """Whether the letters may mean something else: SEP, OCT."""
    return is_short and reading.text[place[0] : place[1]].isupper()


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


def _numeric(reading: Reading) -> Iterator[Finding]:
    position = 0
    for start, end in reading.numbers:
        if start < position or (reading.plain[start - 1 : start] in ("#", ".", ",") and start > 1
                                and reading.plain[start - 2].isalnum()):  # fmt: skip
            continue
        found = _from_year(reading, start, end) if end - start > 2 else _from_day(reading, start)
        if found and reading.found.is_free(found[0], found[1]):
            position = found[1]
            yield Finding(found[0], found[1], DATE, f"dates.{found[2]}", (found[0], found[1]))


Found = tuple[int, int, str] | None


def _from_day(reading: Reading, start: int) -> Found:
    plain = reading.plain
    match = FULL.match(plain, start)
    if match and _is_calendar_day(match, plain):
        return start, match.end(), "full"
    if joined := DAYS_JOINED.match(plain, start):
        rest = FULL.match(plain, joined.end()) or DAY_MONTH.match(plain, joined.end())
        is_dated = rest and (rest.re is FULL or _has_cue(reading, start))
        if rest and is_dated and not APGAR.search(plain, max(0, start - 20), start):
            return start, rest.end(), "interval"
    if match := MONTH_YEAR.match(plain, start):
        return start, match.end(), "month_year"
    match = DAY_MONTH.match(plain, start)
    if match and _is_day_and_month(reading, match):
        return start, match.end(), "day_month"
    if SHORT_YEAR_CUE.search(plain, max(0, start - 10), start) and (
        match := SHORT_YEAR.match(plain, start)
    ):
        return start, match.end(), "short_year"
    return None


def _is_calendar_day(match: re.Match[str], plain: str) -> bool:
    if match["year"]:
        return int(match["a"]) <= 31 and (match["b"].isalpha() or int(match["b"]) <= 31)
    if match["a1"]:
        return int(match["a1"]) <= 31 and int(match["b1"]) <= 12
    # `7-8-10` and `9/10/10` are scores of the newborn, `1-0-1` a scheme of doses.
    is_padded = len(match["a2"]) == len(match["b2"]) == 2
    return (is_padded or match["sep"] != "-") and not APGAR.search(
        plain, max(0, match.start() - 20), match.start()
    )


def _has_cue(reading: Reading, start: int) -> bool:
    """Whether an article, a weekday or a date in front says that a day follows."""
    if DAY_CUE.search(reading.plain, max(0, start - 14), start):
        return True
    previous = reading.found.before(start)
    return bool(
        previous
        and previous.label == DATE
        and BETWEEN_DATES.match(reading.plain, previous.end, start)
    )


def _is_day_and_month(reading: Reading, match: re.Match[str]) -> bool:
    plain, start = reading.plain, match.start()
    is_padded = len(match["day"]) == len(match["month"]) == 2
    if match["sep"] == "/" and not is_padded and FRACTION.match(plain, start):
        return False
    if _has_cue(reading, start):
        return True
    if not is_padded:
        return False
    if LINE_START.search(plain, max(0, start - 6), start):
        return True
    before = plain[max(0, start - 2) : start].rstrip()
    return (
        match["sep"] != "/"
        and not before[-1:].isdigit()
        and not MEASURED.search(plain, max(0, start - 12), start)
    )


def _from_year(reading: Reading, start: int, end: int) -> Found:
    plain = reading.plain
    if end - start == 8 and COMPACT.match(plain, start):
        is_announced = COMPACT_CUE.search(plain, max(0, start - 16), start)
        return (start, end, "full") if is_announced else None
    if end - start != 4:
        return None
    if match := ISO.match(plain, start):
        return start, match.end(), "full"
    if match := YEAR_MONTH.match(plain, start):
        return start, match.end(), "month_year"
    if YEAR.match(plain, start) and _is_year(reading, start, end):
        return start, end, "year"
    return None


def _is_year(reading: Reading, start: int, end: int) -> bool:
    plain = reading.plain
    window = max(0, start - 45)
    if CLASSIFICATION.search(plain, window, start) or COUNTED.search(
        plain, max(0, start - 20), start
    ):
        return False
    if YEAR_CUE.search(plain, max(0, start - 24), start):
        return True
    previous = reading.found.before(start)
    if previous and previous.label == DATE and BETWEEN_DATES.match(plain, previous.end, start):
        return True
    if match := YEAR_TO_YEAR.match(plain, end):
        return int(plain[start:end]) <= int(match[0][-4:])
    if LINE_START.search(plain, max(0, start - 6), start):
        return bool(
            OPERATED.match(plain, end) or plain[end : end + 2].strip()[:1] in (":", "-", ",")
        )
    is_apart = plain[start - 1 : start] in (" ", "(", "[", "/") and not MEASURED.search(
        plain, window, start
    )
    return is_apart and bool(YEAR_FOLLOWS.match(plain, end))


def _weekday(reading: Reading, place: Place) -> Finding:
    number = WEEKDAY_NUMBER.match(reading.plain, place[1])
    if number and reading.found.is_free(*place) and reading.found.is_free(place[1], number.end()):
        return Finding(place[0], number.end(), DATE, "dates.weekday", place)
    return Finding(*place, DATE, "dates.weekday", place)


def _short_weekday(reading: Reading, place: Place) -> Iterator[Finding]:
    """Yield a shortened weekday before a date; two letters alone are mostly other words."""
    start, end = place
    plain = reading.plain
    end += plain[end : end + 1] == "."
    following = reading.found.after(end)
    if (
        following
        and following.label == DATE
        and following.start - end <= 1
        and plain[following.start].isdigit()
    ):
        yield Finding(start, end, DATE, "dates.weekday", place)
    elif joined := SHORT_WEEKDAYS_JOINED.match(plain, start):
        yield Finding(*joined.span("first"), DATE, "dates.weekday", place)
        yield Finding(*joined.span("last"), DATE, "dates.weekday", place)
    elif end - start == 4 and (number := WEEKDAY_NUMBER.match(plain, end)):
        yield Finding(start, number.end(), DATE, "dates.weekday", place)


def _bare_days(reading: Reading) -> Iterator[Finding]:
    """Yield days of a month that is not said: `repris le 16`."""
    plain = reading.plain
    for start, end in reading.numbers:
        if end - start > 2:
            continue
        days = BARE_DAYS.match(plain, start)
        if days and BARE_DAYS_CUE.search(plain, max(0, start - 9), start):
            yield Finding(*days.span(), DATE, "dates.day", days.span())
        elif BARE_CUE.search(plain, max(0, start - 11), start) and (
            day := BARE_DAY.match(plain, start)
        ):
            yield Finding(*day.span(), DATE, "dates.day", day.span())


def _feast_names() -> list[str]:
    ambiguous = words("feasts_with_article")
    return [*words("feasts"), *(name for name in feasts() if name not in ambiguous)]


FAMILY = Family(
    name="dates",
    rules=(
        Rule(
            DATE,
            _dates,
            after=frozenset(
                {
                    "CONTACT:TÉLÉPHONE",
                    "CONTACT:FAX",
                    "CONTACT:URL",
                    "ID:IPP",
                    "ID:NUMÉRO_BON",
                    "ID:NUMÉRO_SÉJOUR",
                }
            ),
        ),
    ),  # fmt: skip
    meanings={
        "feast": "the name of a feast",
        "month": "the name of a month, with its day and year",
        "interval": "days that share one month",
        "season": "a season with its year",
        "full": "a whole date in figures",
        "month_year": "a month and a year in figures",
        "day_month": "a day and a month in figures",
        "year": "a year",
        "short_year": "a year in two figures",
        "weekday": "a day of the week",
        "day": "a day of the month alone",
    },
    lexicons={
        "dates.month": listed("months"),
        "dates.month_short": listed("months_short"),
        "dates.weekday": listed("weekdays"),
        "dates.weekday_short": listed("weekdays_short"),
        "dates.season": listed("seasons"),
        "dates.feast": _feast_names,
        "dates.feast_with_article": listed("feasts_with_article"),
    },
)
