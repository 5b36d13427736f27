"""Ages with their unit by its first letter, as lists and notes in a hurry have them: `67a`, `81 a`, `2 a 4 m`."""

import re
from collections.abc import Iterator

from detection.base import Finding
from detection.rules import figures
from detection.rules.reading import Place, Reading

AGE = "DÉMOGRAPHIE:ÂGE"
# From here on, a number of years is an age unless something says that it is not.
GROWN_UP = 18
LAST_YEAR_OF_LIFE = 120

KIN = (
    r"meres?|peres?|maman|papa|parents?|fils|filles?|freres?|s(?:oe|\?)urs?|oncle|tante|cousine?s?|neveux?|nieces?"
    r"|mari|epoux|epouse|femme|compagne|compagnon|conjointe?|amie?|voisine?|jumeaux|jumelles|jumeau|jumelle"
)
# Patterns read folded text, as those of other ages do; units, names and verbs as they are written: `29 à Renens`.
UNIT = re.compile(
    r" ?[aA](?P<months>(?: et)? ?\d{1,2} ?[mM](?:ois)?(?!\w)| ?½| 1/2(?![\d/]))?(?!\w)"
)
# `F, 52 a /`, `(H, 67a)`: the sex right before.
SEXED = re.compile(
    r"(?:^|[ ,(/])(?:f|h|m|fem|masc|femme|homme|garcon|fille|fillette|bebe|enfant|enf|ado|patiente?|pte?|pat)[.,/:]?[ -]{0,2}(?:de )?\Z"
)
NAMED = re.compile(r"[A-ZÀ-Ý][a-zà-ÿ-]{2,20}, ?\Z")
# `mme thurnherr 81 a`.
ADDRESSED = re.compile(r"(?<![a-z])(?:m|mr|mme|mlle|monsieur|madame)[.# ]{1,2}[a-z?'-]{2,20},? \Z")
KIN_BEFORE = re.compile(rf"(?<![a-z])(?:{KIN})[,:(]? ?\Z")
# `hier à 12 a été vu`: a verb follows, and no unit stands here.
VERB_BEHIND = re.compile(
    r" [aA] (?:(?:été|ete|eu|pu|dû|du|fait|dit|mis|pris|bu|vu|lu|bien|mal|besoin|très|tres|peu|une?|des|les|la|le|l['’]|ses|son|sa|ce|\d)"
    r"|[\w'’-]*(?:é|ée|és|ées|dormi|vomi|sorti|senti|parti|fini|rendu|perdu|reçu|venu|tenu|voulu))(?!\w)"
)
# What has numbers with a letter behind them, and is no person.
NUMBERED = re.compile(
    r"(?<![a-z])(?:lit|ch|chambre|box|salle|bureau|local|porte|etage|niveau|no|n°|nr|numero|bus|ligne|stade|type|grade|classe"
    r"|dent|ao|vis|image|coupe|lot|item|appartement|appt|immeuble|casier|kit|tour|pouls|lamal|segment|groupe|phase|annexe|art|article|al|alinea|let|point|fig|figure|tableau|chap|genotype|sous-type|cat|categorie"
    r"|[a-z]*(?:rue|route|chemin|avenue|place|strasse|gasse|weg))[ .:#]{0,3}\Z"
)
# `Rue de Bourg 12a, 1003 Lausanne`.
STREET_BEFORE = re.compile(
    r"(?<![a-z])(?:rue|rte|route|ch|chemin|av|avenue|bd|boulevard|pl|place|quai|impasse|sentier|via|viale|allee|passage|[a-z]+(?:strasse|gasse|weg))\b[ .#]{1,2}[a-z][^,;\n]{1,40}\Z"
)
CODE_BEHIND = re.compile(r",? ?[1-9]\d{3} [a-z]")
BESIDE = frozenset(" (,/:-")


def short_ages(reading: Reading) -> Iterator[Finding]:
    """Yield an age whose unit is a letter: `F, 52 a`, `père IDM 61a`."""
    for start, end in reading.hits(figures.YEARS):
        unit = UNIT.match(reading.text, end)
        if unit and (unit["months"] or _is_age(reading, start, end)):
            yield Finding(start, unit.end(), AGE, "ages.unit", (end, unit.end()))


def _is_age(reading: Reading, start: int, end: int) -> bool:
    plain, years = reading.plain, int(reading.text[start:end])
    if not 0 < years <= LAST_YEAR_OF_LIFE or (start and plain[start - 1] not in BESIDE):
        return False
    if SEXED.search(plain, max(0, start - 12), start):
        return not VERB_BEHIND.match(reading.text, end)
    if plain[end] == "a":
        return _is_glued_age(reading, (start, end), years)
    return (
        years >= GROWN_UP
        and _is_told_of(reading, start)
        and not VERB_BEHIND.match(reading.text, end)
    )


def _is_glued_age(reading: Reading, number: Place, years: int) -> bool:
    """Return whether a letter right behind a number is its unit: `61a`, but `stade 2a`, `rue Neuve 12a`."""
    start, end = number
    plain = reading.plain
    # Fewer years may be anything with a letter behind it, `3a`, unless someone is spoken of.
    if years < GROWN_UP:
        return _is_told_of(reading, start)
    if NUMBERED.search(plain, max(0, start - 16), start) or CODE_BEHIND.match(plain, end + 1):
        return False
    return STREET_BEFORE.search(plain, max(0, start - 50), start) is None


def _is_told_of(reading: Reading, start: int) -> bool:
    plain, window = reading.plain, max(0, start - 32)
    return bool(
        NAMED.search(reading.text, window, start)
        or ADDRESSED.search(plain, window, start)
        or KIN_BEFORE.search(plain, window, start)
        or reading.follows_name("names.first", start)
    )
