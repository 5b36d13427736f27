"""Dates in figures: whole, in part, and days that share a month."""

import re
from collections.abc import Iterator

from detection import figures
from detection.findings import Finding
from detection.lookback import Lookback
from detection.reading import Reading

DATE = "TEMPORAL:DATE"

# All patterns read folded text: small letters, no accents, plain signs. Those that end with \Z look
# back from a place, the others look ahead.
YEAR_SOURCE = r"(?:19|20)\d\d"
DAY_SOURCE = r"(?:0?[1-9]|[12]\d|3[01])(?!\d)"
_SEP = r" ?[./#-] ?"
_DIGITS_OF_YEAR = 4
# What makes the number before it a quantity.
MEASURE_SOURCE = (
    r"(?: ?(?:%|°|‰)| ?(?:mg|ug|µg|g|kg|mmol|umol|µmol|nmol|pmol|ng|pg|ml|dl|cl|l|mm|cm|m|km|ui|u|cp|cpr|mmhg"
    r"|kpa|bpm|kcal|meq|mval|gy|mgy|ch|s|h|hz|j|ans?|mois|jours?|semaines?|sem|heures?|min|minutes?|fois|x"
    r"|comprimes?|gouttes?|gttes?|ampoules?|unites?|doses?|seances?|patients?|pas|points?|francs?|chf|metres?"
    r"|cellules?|copies|personnes?|sachets?|prises?|pansements?|litres?|bouffees?|push|amp|caps?|flacons?)"
    r"(?![a-z])| ?(?:mio|mia|[a-z]{1,5}/))"
)
SEPARATORS = (".", "/", "#", "-")
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
FIRST_OF_DAYS = re.compile(r"(?P<day>\d\d?)[.#]? ?- ?\Z")
ISO = re.compile(rf"{YEAR_SOURCE}([-./#])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])(?!\d)")
YEAR_MONTH = re.compile(rf"{YEAR_SOURCE}[-/#.](?:0[1-9]|1[0-2])(?![\d./#-])")
YEAR = re.compile(
    rf"{YEAR_SOURCE}(?!\d)(?![.,#:]\d)(?!-(?!{YEAR_SOURCE}(?!\d))\d)(?!{MEASURE_SOURCE})"
)
YEAR_TO_YEAR = re.compile(rf" ?(?:[-/]|a|et) ?{YEAR_SOURCE}(?!\d)(?!{MEASURE_SOURCE})")
COMPACT = re.compile(
    rf"(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2]){YEAR_SOURCE}|{YEAR_SOURCE}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?!\d)"
)

DAY_CUE = Lookback(
    r"(?<![a-z])(?:le|les|du|au|des|depuis|dps|ce|ddn|dn|nee?|naissance|date|entree|sortie|admission|rdv"
    r"|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lun|mar|mer|jeu|ven|sam|dim|lu|ve|di)[ .:,(]{0,3}\Z"
)
# Other words before anything but a day: `me 19.9`; `41 SA 3/7` are weeks.
BRIEF_DAY_CUE = Lookback(r"(?<![a-z])(?:ma|me|je)[ .]{1,2}\Z")
COMPACT_CUE = Lookback(
    r"(?<![a-z])(?:le|du|au|ddn|dn|nee?|naissance|date|entree|sortie|admission)[ .:]{0,3}(?:le )?\Z"
)
# `1re consult 7#4`, `ok pour le voir 1#7`: what takes place on a day, before one that is not padded.
_EVENT = (
    r"(?<![a-z])(?:consult(?:ation)?s?|cs|rendez-vous|formations?|colloques?|cours|reunions?|entretiens?|seances?|visites?"
    r"|ateliers?|reseau|absente?s?|vac(?:ances)?\.?|conges?|(?:re)?voir|(?:re)?vue?|convoquee?|planifiee?|reportee?|transf(?:ert)?|retour"
    r"|ctrl|controle|bloc|dde|demandee?s?|faite?s?|envoyee?s?|recue?s?|annulee?s?|fixee?s?|prevue?s?|signee?s?|operee?s?)"
)
EVENT_CUE = Lookback(rf"{_EVENT}[ :,(]{{1,2}}\Z")
# With words between, the day must have its hour: `entretien avec la famille, 15#2 à 16:00`.
EVENT_TOLD = Lookback(rf"{_EVENT}(?![a-z])[^.;\n]{{0,60}}[a-z][,(-] ?\Z")
HOUR_BEHIND = re.compile(r",? (?:a |des |vers )?[012]?\d ?[:h]")
# `rdv dentiste 3.4 14h`, `pour 2.12 8h50`: an hour right behind is enough where something is planned.
PLANNED = Lookback(
    rf"(?:{_EVENT}|(?<![a-z])(?:rdv|rv|pour|le|agenda|op|operation|sortie|entree|admission|irm|ct|scanner|annule[es]*))(?![a-z])[^;\n]{{0,45}}\Z"
)
CLOCK_BEHIND = re.compile(r" [012]?\d(?: ?h(?![a-z])|h\d\d|:\d\d)")
BEHIND_EVENT = re.compile(
    r" ?(?:$|[,;:)\n-]|\.(?!\d))| (?:a|au|avec|par|pour|chez|dans|et|puis|matin|soir|apres-midi|[012]?\d ?[:h])(?![a-z])"
)
# Text between two dates where the second is as short as its neighbour allows.
BETWEEN_DATES = re.compile(r" ?(?:-+>?|/|,|;|et|au|a|puis|et le|puis le|,? et du|ou|->) ?\Z")
DATE_AHEAD = re.compile(r"[.#]? ?(?:-|/|au|et|et le) ?\d{1,2}[./#]\d{1,2}[./#]\d\d")
LINE_START = re.compile(r"(?:^|\n)[ \t•*>-]{0,4}\Z")
# Before a number that is measured, or that names a score.
MEASURED = Lookback(
    # An arrow leads from one day to the next.
    r"(?:[<=~+*×]|(?<!-)>|(?<![a-z])(?:x|a|apgar|environ|env|total|score|valeur|taux|bmi|imc|hb|ht|vs|ph|be|inr|tsh|ft?[34]"
    r"|crp|pct|hba1c|gly[a-z]*|hgt|dextro|ta|pa|pas|pad|fc|fr|eva|od|og|t|temp|sa|sat|spo2|p?o2|fio2|pco2|bili|lactates?|uree|poids|taille|dose|debit|calcium|ca|mg|k|na|cl|lc|gb|gr|[a-z]*(?:ates?|emie|urie|ine|ium|ase))"
    r")[ :]{0,2}\Z"
)
APGAR = Lookback(r"apgar[^\n]{0,12}\Z")
# A part of something, unless another day follows: `le 1/3 distal`, `du 1/3 au 4/3`.
FRACTION = re.compile(
    r"(?:1/[234]|2/3|3/4)(?! ?(?:au|et le|-) ?\d)"
    r"|\d{1,2}/\d{1,2} ?(?:inf|sup|moy|dist|prox|ext|int|ant|post|lat|med|de |du |des |d'|cp|comp|dose|amp|tour|part)"
)

YEAR_CUE = Lookback(
    r"(?<![a-z])(?:en|depuis|dps|des|fin|debut|mi|courant|annees?|an|jusqu'en|avant|apres|vers|entre|nee?|ne\(e\)"
    r"|semestre|trimestre|saison|decembre|ete|noel|paques|date|ca|circa|mois|deces|decedee?|dcd)[ :-]{0,2}(?:l'annee |l'an )?\Z|[*?]\Z"
)
CLASSIFICATION = Lookback(
    r"(?<![a-z])(?:classification|criteres?|recommandations?|guidelines?|directives?|oms|who|esc|aha|eular|acr|tnm"
    r"|uicc|ajcc|figo|kdigo|gina|esmo|nccn|asco|nice|has|ers|ats|dsm|cim|icd|version|edition|norme|loi|etude|essai|consensus|rotterdam|swissmedic|tarmed"
    r"|code|modele|ref|reference|article|art)(?![a-z])[^.;\n]{0,25}\Z"
)
# What is counted in thousands, and what has numbers that are no years.
COUNTED = Lookback(
    r"(?:d-?dimeres?|bnp|troponines?|ck|cpk|ferritine|cytes|plaquettes|neutrophiles|poids|pn|diurese|apports?"
    r"|volume|calcique|debit|bilan|b12|ldh|crp|dose|frequence|total|cd4|copies|virale|amylase|lipase|asat|alat|ggt"
    r"|dlp|pdl|psa|hcg|tsh|insuline|salle|chambre|ch|lit|bip|poste|no|n°|numero|tel|interne|niveau|local|bureau"
    r"|case postale|cp|fr|chf|box|bon)[ .:=]{0,3}\Z"
)
YEAR_FOLLOWS = re.compile(
    r"(?:$|\n| ?[,;:.)\]!?]|/(?![a-z])| ?-| (?:par|sans|avec|a|au|aux|et|puis|chez|pour|suite|sous|apres|dans|sur|lors|selon"
    r"|d'|de|du|en|ou|avant|traitee?|operee?|non|stable|chuv|hug|hopital|clinique|\()(?![a-z]))"
)
_PROCEDURE = (
    r"(?:[a-z-]{2,20}(?:ectomie|tomie|stomie|plastie|scopie|graphie|synthese|algie|pathie|tion|ture|ment|ite|ose"
    r"|ome|emie|urie|gie)s?|avc|ait|pth|ptg|irm|ct|cure|pose|greffe|hernie|accouchement|cesarienne|debut|chute"
    r"|reprise|changement|mastectomie|pac|stent|stemi|nstemi|idm|tvp|ep|fesf|amputation|bypass)"
    r"(?![a-z])"
)
PROCEDURE_BEHIND = re.compile(rf" {_PROCEDURE}")
# At the head of a line: `2017: AVC`, `2017 Appendicectomie`, but `1950 Sion`.
YEAR_OF_ENTRY = re.compile(rf" ?[:,-]| {_PROCEDURE}")
# What is done or happens in a year, which may stand behind it without more.
PROCEDURE = Lookback(
    rf"(?<![a-z]){_PROCEDURE}(?: (?:d|g|dte?|gche|droite?|gauche|bilaterale?))?[.:]? \Z"
)
YEAR_AFTER_PROCEDURE = re.compile(r"$|\W")
SHORT_YEAR_CUE = Lookback(r"(?<![a-z])(?:en|fin|debut|annees|mai|juin|depuis) '?\Z")
ENDS_OF_YEAR_CUES = ("n ", "t ", "s ", "i ", " '")
SHORT_YEAR = re.compile(
    r"(?:[5-9]\d|[012]\d)(?=\n|$|[,;)]|\.(?!\d)| (?:et|puis|a|au|avec|par|pour|sans) )"
)

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

# Where a date ends, and what kind it is.
Found = tuple[int, str] | None


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
            found = _from_year(reading, start, end)
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
    is_year = SHORT_YEAR.match(plain, start) and SHORT_YEAR_CUE.fits(
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
    if not joined or not rest or APGAR.fits(plain, max(0, start - 20), start):
        return None
    is_sure = ("," not in joined[0]) if rest.re is FULL else _spans_days(plain, start, rest)
    return rest.end() if is_sure or _has_cue(reading, start) else None


def _spans_days(plain: str, start: int, last: re.Match[str]) -> bool:
    """Whether days with a month of two figures are no range of decimals: `24-26.12`, not `8-7.10`."""
    first = FIRST_OF_DAYS.match(plain, start, last.start())
    if not first or len(last["day"]) < 2 or len(last["month"]) < 2 or last["sep"] == "/":
        return False
    is_measured = MEASURED.fits(plain, max(0, start - 12), start)
    return int(first["day"]) < int(last["day"]) and not is_measured


def _is_calendar_day(match: re.Match[str], plain: str) -> bool:
    if match["short"] is None:
        return True
    # `7-8-10` and `9/10/10` are scores of the newborn, `1-0-1` a scheme of doses.
    start = match.start()
    if UNPADDED_WITH_DASHES.match(plain, start):
        return False
    return not APGAR.fits(plain, max(0, start - 20), start)


def _has_cue(reading: Reading, start: int) -> bool:
    """Whether an article, a weekday or a date in front says that a day follows."""
    is_announced = DAY_CUE.fits(reading.plain, max(0, start - 14), start)
    return bool(is_announced) or _follows_date(reading, start)


def _is_day_and_month(reading: Reading, match: re.Match[str]) -> bool:
    plain, start = reading.plain, match.start()
    is_padded = len(match["day"]) == len(match["month"]) == 2
    if match["sep"] == "/" and not is_padded and FRACTION.match(plain, start):
        return False
    if _has_cue(reading, start) or DATE_AHEAD.match(plain, match.end()):
        return True
    if not is_padded:
        if match["sep"] == "/" or MEASURED.fits(plain, max(0, start - 12), start):
            return False
        # Decimals hardly begin with a zero like `05.8`.
        return match["day"][0] == "0" or _is_of_event(plain, start, match.end())
    if LINE_START.search(plain, max(0, start - 6), start):
        return True
    # `26/07` is no part of anything; `08/10` may be a score.
    is_apart = match["sep"] != "/" or match["month"][0] == "0"
    return (
        is_apart
        and not _follows_number(reading, start)
        and not MEASURED.fits(plain, max(0, start - 12), start)
    )


def _follows_number(reading: Reading, start: int) -> bool:
    """Whether a number stands before, which is not that of a patient: `IPP 8007043318 08#03`."""
    if not reading.plain[max(0, start - 2) : start].rstrip()[-1:].isdigit():
        return False
    previous = reading.found.before(start)
    return previous is None or previous.end < start - 1


def _is_of_event(plain: str, start: int, end: int) -> bool:
    """Whether something takes place on the day, so that it is no decimal."""
    if BRIEF_DAY_CUE.fits(plain, max(0, start - 6), start):
        return True
    if not BEHIND_EVENT.match(plain, end):
        return False
    if event := EVENT_CUE.search(plain, max(0, start - 16), start):
        # `K contrôle 3.5` is a value.
        return not MEASURED.fits(plain, max(0, event.start() - 12), event.start())
    if CLOCK_BEHIND.match(plain, end):
        return PLANNED.fits(plain, max(0, start - 60), start)
    return bool(HOUR_BEHIND.match(plain, end)) and EVENT_TOLD.fits(plain, max(0, start - 80), start)


def _from_year(reading: Reading, start: int, end: int) -> Found:
    plain = reading.plain
    if end - start == 8:
        is_compact = COMPACT.match(plain, start) and COMPACT_CUE.fits(
            plain, max(0, start - 16), start
        )
        return (end, "full") if is_compact else None
    if plain[end : end + 1] in SEPARATORS:
        if match := ISO.match(plain, start):
            return match.end(), "full"
        if match := YEAR_MONTH.match(plain, start):
            return match.end(), "month_year"
    # `*1944 ch 21`: behind a star it is no measure.
    is_birth = plain[start - 1 : start] == "*" and not plain[start - 2 : start - 1].isdigit()
    if is_birth or (YEAR.match(plain, start) and _is_year(reading, start, end)):
        return end, "year"
    return None


def _is_year(reading: Reading, start: int, end: int) -> bool:
    plain = reading.plain
    if YEAR_CUE.fits(plain, max(0, start - 24), start):
        return True
    if not _may_be_year(reading, start, end) or COUNTED.fits(plain, max(0, start - 20), start):
        return False
    return not CLASSIFICATION.fits(plain, max(0, start - 45), start)


def _may_be_year(reading: Reading, start: int, end: int) -> bool:
    """Whether it stands where a year does, though no word says that it is one."""
    plain = reading.plain
    # `ATCD: 1987 appendicectomie, 2003 hystérectomie`.
    is_entry = plain[start - 2 : start] in (": ", ", ", "; ") and PROCEDURE_BEHIND.match(plain, end)
    if is_entry or _follows_date(reading, start) or reading.follows_name("names.first", start):
        return True
    if match := YEAR_TO_YEAR.match(plain, end):
        return int(plain[start:end]) <= int(match[0][-4:])
    if LINE_START.search(plain, max(0, start - 6), start):
        return bool(YEAR_OF_ENTRY.match(plain, end))
    if plain[start - 1 : start] not in (" ", "(", "[", "/"):
        return False
    if not YEAR_FOLLOWS.match(plain, end) and not (
        YEAR_AFTER_PROCEDURE.match(plain, end) and PROCEDURE.fits(plain, max(0, start - 30), start)
    ):
        return False
    return not MEASURED.fits(plain, max(0, start - 12), start)


def _follows_date(reading: Reading, start: int) -> bool:
    """Whether a date ends just before, so that this one goes with it."""
    previous = reading.found.before(start)
    if previous is None or previous.label != DATE:
        return False
    return bool(BETWEEN_DATES.match(reading.plain, previous.end, start))


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
