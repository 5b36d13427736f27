"""What dates of all kinds share: their parts, and what stands beside a number that is none."""

import re

from detection.lookback import Lookback
from detection.reading import Reading

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
MEASURED = Lookback(
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
