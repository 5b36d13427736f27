"""Years alone, and dates that begin with their year."""

import re

from detection.rules.reading import Reading

DATE = "TEMPORAL:DATE"

# All patterns read folded text: small letters, no accents, plain signs. Those that end with \Z look
# back from a place, the others look ahead.
YEAR_SOURCE = r"(?:19|20)\d\d"
DAY_SOURCE = r"(?:0?[1-9]|[12]\d|3[01])(?!\d)"
# What makes the number before it a quantity.
MEASURE_SOURCE = (
    r"(?: ?(?:%|°|‰)| ?(?:mg|ug|µg|g|kg|mmol|umol|µmol|nmol|pmol|ng|pg|ml|dl|cl|l|mm|cm|m|km|ui|u|cp|cpr|mmhg"
    r"|kpa|bpm|kcal|meq|mval|gy|mgy|ch|s|h|hz|j(?!\d)|ans?|mois|jours?|semaines?|sem|heures?|min|minutes?|fois|x"
    r"|comprimes?|gouttes?|gttes?|ampoules?|unites?|doses?|seances?|patients?|pas|points?|francs?|chf|metres?"
    r"|cellules?|copies|personnes?|sachets?|prises?|pansements?|litres?|bouffees?|push|amp|caps?|flacons?)"
    r"(?![a-z])| ?(?:mio|mia|[a-z]{1,5}/))"
)
# Text between two dates where the second is as short as its neighbour allows.
BETWEEN_DATES = re.compile(r" ?(?:-+>?|/|,|;|et|au|a|puis|et le|puis le|,? et du|ou|->) ?\Z")
LINE_START = re.compile(r"(?:^|\n)[ \t•*>-]{0,4}\Z")
# Before a number that is measured, or that names a score.
MEASURED = re.compile(
    # An arrow leads from one day to the next.
    r"(?:[<=~+*×]|(?<!-)>|(?<![a-z])(?:x|a|apgar|chambre|ch|lit|box|salle|environ|env|total|score|valeur|taux|bmi|imc|hb|ht|vs|ph|be|inr|tsh|ft?[34]"
    r"|crp|pct|hba1c|gly[a-z]*|hgt|dextro|ta|pa|pas|pad|fc|fr|eva|od|og|t|temp|sa|sat|spo2|p?o2|fio2|pco2|bili|lactates?|uree|poids|taille|dose|debit|calcium|ca|mg|k|na|cl|lc|gb|gr|[a-z]*(?:ates?|emie|urie|ine|ium|ase))"
    r")[ :]{0,2}\Z"
)

# Where a date ends, and what kind it is.
Found = tuple[int, str] | None


def follows_date(reading: Reading, start: int) -> bool:
    """Whether a date ends just before, so that this one goes with it."""
    previous = reading.found.before(start)
    if previous is None or previous.label != DATE:
        return False
    return bool(BETWEEN_DATES.match(reading.plain, previous.end, start))


# All patterns read folded text.
SEPARATORS = (".", "/", "#", "-")
ISO = re.compile(rf"{YEAR_SOURCE}([-./#])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])(?!\d)")
YEAR_MONTH = re.compile(rf"{YEAR_SOURCE}[-/#.](?:0[1-9]|1[0-2])(?![\d./#-])")
YEAR = re.compile(
    rf"{YEAR_SOURCE}(?!\d)(?![.,#:]\d)(?!-(?!{YEAR_SOURCE}(?!\d))\d)(?!{MEASURE_SOURCE})"
)
YEAR_TO_YEAR = re.compile(rf" ?(?:[-/]|a|et) ?{YEAR_SOURCE}(?!\d)(?!{MEASURE_SOURCE})")
COMPACT = re.compile(
    rf"(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2]){YEAR_SOURCE}|{YEAR_SOURCE}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?!\d)"
)

COMPACT_CUE = re.compile(
    r"(?<![a-z])(?:le|du|au|ddn|dn|nee?|naissance|date|entree|sortie|admission)[ .:]{0,3}(?:le )?\Z"
)
YEAR_CUE = re.compile(
    r"(?<![a-z])(?:en|depuis|dps|des|fin|debut|mi|courant|annees?|an|jusqu'en|avant|apres|vers|entre|nee?|ne\(e\)"
    r"|semestre|trimestre|saison|decembre|ete|noel|paques|date|ca|circa|mois|deces|decedee?|dcd)[ :-]{0,2}(?:l'annee |l'an )?\Z|[*?]\Z"
)
CLASSIFICATION = re.compile(
    r"(?<![a-z])(?:classification|criteres?|recommandations?|guidelines?|directives?|oms|who|esc|aha|eular|acr|tnm"
    r"|uicc|ajcc|figo|kdigo|gina|esmo|nccn|asco|nice|has|ers|ats|dsm|cim|icd|version|edition|norme|loi|etude|essai|consensus|rotterdam|swissmedic|tarmed"
    r"|code|modele|ref|reference|article|art)(?![a-z])[^.;\n]{0,25}\Z"
)
# What is counted in thousands, and what has numbers that are no years.
COUNTED = re.compile(
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
PROCEDURE = re.compile(
    rf"(?<![a-z]){_PROCEDURE}(?: (?:d|g|dte?|gche|droite?|gauche|bilaterale?))?[.:]? \Z"
)
YEAR_AFTER_PROCEDURE = re.compile(r"$|\W")
# `l'accident de 2016`: what happened in a year.
OF_YEAR = re.compile(
    r"(?<![a-z])(?:accident|avp|avc|ait|chute|operation|intervention|episode|infarctus|idm|hospitalisation|sejour|fracture"
    r"|greffe|transplantation|depression|tentamen|agression|crise|irm|scanner|ct|bilan|rapport|courrier|lettre|consultation"
    r"|evaluation|[a-z]*(?:ectomie|plastie|scopie|synthese|graphie))s?(?: [a-z]{3,14})? de \Z"
)


def from_year(reading: Reading, start: int, end: int) -> Found:
    """Return where a date ends that begins with a year, or with eight figures, and its kind."""
    plain = reading.plain
    if end - start == 8:
        is_compact = COMPACT.match(plain, start) and COMPACT_CUE.search(
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
    if YEAR_CUE.search(plain, max(0, start - 24), start):
        return True
    if plain[start - 3 : start] == "de " and OF_YEAR.search(plain, max(0, start - 40), start):
        return True
    if not _may_be_year(reading, start, end) or COUNTED.search(plain, max(0, start - 20), start):
        return False
    return not CLASSIFICATION.search(plain, max(0, start - 45), start)


def _may_be_year(reading: Reading, start: int, end: int) -> bool:
    """Whether it stands where a year does, though no word says that it is one."""
    plain = reading.plain
    # `ATCD: 1987 appendicectomie, 2003 hystérectomie`.
    is_entry = plain[start - 2 : start] in (": ", ", ", "; ") and PROCEDURE_BEHIND.match(plain, end)
    if is_entry or follows_date(reading, start) or reading.follows_name("names.first", start):
        return True
    if match := YEAR_TO_YEAR.match(plain, end):
        return int(plain[start:end]) <= int(match[0][-4:])
    if LINE_START.search(plain, max(0, start - 6), start):
        return bool(YEAR_OF_ENTRY.match(plain, end))
    if plain[start - 1 : start] not in (" ", "(", "[", "/"):
        return False
    if not YEAR_FOLLOWS.match(plain, end) and not (
        YEAR_AFTER_PROCEDURE.match(plain, end)
        and PROCEDURE.search(plain, max(0, start - 30), start)
    ):
        return False
    return not MEASURED.search(plain, max(0, start - 12), start)
