"""Places that no list has, by what stands around their name."""

import re
from collections.abc import Iterable, Iterator
from functools import partial

from detection.base import Finding
from detection.rules import figures
from detection.rules.groups.common_words import MEDICAL_CODES
from detection.rules.groups.names.known import fold_word, is_eponym, is_ordinary
from detection.rules.groups.shapes import (
    CAPITALISED,
    LETTER,
    SPACE,
    UPPER,
    WHOLE,
    has_common,
    is_common,
    is_no_name,
)
from detection.rules.reading import Place, Reading
from detection.rules.rules import Finder
from text.tokens import fold

# `Dr Savigny`, `Mme J. Romont`: a person.
TITLE = re.compile(
    r"\b(?:m|mr|mm|mme|mmes|mlle|monsieur|madame|mademoiselle|dr|dre|drs|dresse|pr|pre|prof|professeure?"
    r"|docteure?|doctoresse|inf|infirmiere?|maitre|soeur|patiente?|nom|prenom)[.#:]?\s?"
    r"(?:[a-z][.#]-?\s?){0,3}(?:[a-z?-]{3,}\s)?$"
)
# `score de Genève`, `critères de Rome`: medicine.
EPONYM = re.compile(
    r"\b(?:score|echelle|critere|classification|classe|grade|stade|index|indice|syndrome|maladie|signe"
    r"|consensus|protocole|test|regle|schema|prothese|methode|technique|questionnaire|grille|cotation"
    r"|fievre|virus|vaccin|procedure|convention|accord|declaration|manoeuvre|etude|essai|inventaire"
    r"|coma|gcs|bleu|boue|blanc|vert|savon|eau|herbe|fracture|genou|variant|corset|definition|plaque|fromage|vin|vins|salmonella|serotype|serovar|angine)s?"
    r"\s(?:de\s|d'|du\s|selon\s|modifie\w*\s)?(?:la\s)?$"
)
AT = re.compile(
    r"(?:(?:^|[\s(,;:/-])(?:a|vers|jusqu'a|entre|direction|pres de|proche de)\s|(?<![a-z])a)$"
)
# `canton de`, `originaire de`.
FROM = re.compile(
    r"\b(?:canton|district|commune|ville|village|region|vallee|ferme|hameau|quartier|bourg|originaire"
    r"|natif|native|provenance|venant|vient|viennent|venue?|arrivee?|environs|banlieue|alentours"
    r"|departement|ile|province|etat|pres|proche|loin|hauts|hauteurs|depart|retour|alpage|station"
    r"|habitante?|rentree?|citoyenne?|bourgeoise?|bourgeoisie|gare|lieu|prefecture)s?"
    r"\s(?:a\s|de\s|du\s|d'|des\s|de\sla\s|de\sl')$"
)
# `domicilié à`, `née à`, `transfert à`; with or without the preposition.
LIVES = re.compile(
    r"\b(?:domicilie[es]*|domicile|habit(?:e|ent|ait|ant|aient)|vi(?:t|vent|vait|vant|vaient)|resid[a-z]+"
    r"|demeur[a-z]+|etablie?s?|installee?s?|demenag[a-z]+|loge[a-z]*|nee?s?|naissance|origine|originaires?"
    r"|deced[a-z]+|scolarise[es]*|transferee?s?|transfert|hospitalise[es]*|hospitalisation|prise? en charge|operee?s?|suivie?s?|vacances"
    r"|voyage|sejour|grandi|etudes|travaill[a-z]+|lieu(?: de naissance| d'origine)?|localite"
    r"|medecin traitant|cabinet|provenance|provenant|venant)"
    r"(?:\s(?:actuellement|seule?|toujours|desormais|maintenant|demandee?|prevue?|en famille"
    r"|avec (?:son|sa|ses|leurs?) [a-z?-]+|(?:en|le|des) [\d#./-]+))?"
    r"\s?:?\s?(?:a|au|aux|de|d'|du|vers|sur|pres de|en|depuis)?\s?(?:la\s|l')?$"
)
POSTAL_CODE = re.compile(r"(?:^|[^\w.,#%+])(?:[a-z]{1,2}-)?(?:[1-9]\d{3}|\d{5})(?:-\d{3})?[\s-]?$")
CONTRACTED = re.compile(r"(?:au|aux|du|des)\s$")
# `allergie à`, `expliqué à`: what follows is a drug, a germ or a person.
NOT_AT = re.compile(
    r"\b(?:allergi[a-z]*|intoleran[a-z]*|sensib[a-z]*|resistan[a-z]*|repon[a-z]*|reaction|exposition"
    r"|switch[a-z]*|relais|passage|remise?s?|donnee?s?|confiee?s?|explique[es]*|annonce[es]*|dit"
    r"|propose[es]*|telephon[a-z]*|appele?[es]*|merci|grace|due?s?|secondaires?|liee?s?|imputable"
    r"|associee?s?|ajoutee?s?|egale?|identique|similaire|superieure?|inferieure?|face|quant|suite"
    r"|infection|pneumonie|sepsis|bacteriemie|gastro[a-z-]*|cystite|contact|colonise[es]*|porteu[a-z]*"
    r"|infecte[es]*|traitement|positi[a-z]*|negati[a-z]*|adaptee?|ressembl[a-z]*|relati[a-z]*|parle"
    r"|dire|demander|expliquer|donner|remettre|confier|rappeler|encephalite|meningite|angine|otite"
    r"|hepatite|serologie|antigene|anticorps|culture|glasgow|score|reponse|retour)\s(?:[a-z?']+\s)?a\s$"
)
# An address stands before a postal code whose place nobody listed.
ADDRESS = re.compile(
    r"(?:^|\n|[,/(-]|\b(?:ch|f|d|i)-|adresse|domicil\w*|habit\w*|vit|\ba|localite|npa|lieu)\s*:?\s*$"
)


PLACE = "EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE"
IN_ADDRESS = frozenset({"EMPLACEMENT:RUE", "EMPLACEMENT:NUMÉRO_HABITATION", "ORGANISATION"})
# fmt: off
CANTONS = (
    "AG", "AI", "AR", "BE", "BL", "BS", "FR", "GE", "GL", "GR", "JU", "LU", "NE",
    "NW", "OW", "SG", "SH", "SO", "SZ", "TG", "TI", "UR", "VD", "VS", "ZG", "ZH",
)
# fmt: on

# `La Tour-de-Peilz`, `St-Oyens`, `Bad Ragaz`, `Villars sur Glâne`.
_NAME = re.compile(
    rf"(?:(?:La|Le|Les|LA|LE|LES){SPACE}|[LD]['’])?"
    rf"(?:(?i:saint|sainte|st|ste|san|santa|santo|são|new|bad|vila|villa|porto|puerto|el|al|los|las|rio"
    rf"|monte|mont|val|col|novi|nova|château|grand|petit|haut|bas|sankt|ponte|castel|tel|abu|ain|sidi|ho"
    rf"|sri|lac|punta|praia|playa|cabo|costa|isla|ilha|campo|torre|fort|port|sierra|ouled|beni|dar)[.#]?(?:{SPACE}|-))?{CAPITALISED}"
    rf"(?:{SPACE}(?i:sur|sous|lès|am|bei|im|an der|près|do|de los|dos){SPACE}"
    rf"(?:(?i:la|le){SPACE}|[Ll]['’])?{CAPITALISED})?"
)
# Names that cannot be much else, on folded text.
_SHAPE = re.compile(
    r".*-(?:sur|sous|les|la|le|de|du|des|pres|en|dessus|dessous|ville|village)(?:-.*)?|(?:saint|st)e?-.*"
    r"|.{2,}(?:igny|agny|ogny|egny|ugny|ency|ancy|onnex|az|oz|iez|olles|inges|anges|enges|onges"
    r"|ville|villars|villard|court|bourg|wil|ikon|ingen|dorf|hausen|felden|stadt|eyres|ollon|[a-z]{2}ens)"
)
_DOCTOR = re.compile(
    rf"[.#]?{SPACE}?(?:{UPPER}[.#]-?{SPACE}?){{0,3}}(?:(?:de|du|von|van|di|DE|DU|VON){SPACE}|[dD]['’])?"
    rf"{WHOLE}(?:{SPACE}+(?:{WHOLE}|{UPPER}[.#])){{0,3}}"
    rf"(?:{SPACE}{{0,8}},{SPACE}{{0,8}}|{SPACE}{{0,8}}\({SPACE}?|{SPACE}+(?=[àÀa]{SPACE}))(?:(?:à|a|A|À){SPACE}+)?(?P<name>(?={UPPER}){_NAME.pattern})"
    rf"(?={SPACE}{{0,8}}(?:\)|$|[.;\n]|,{SPACE}{{0,8}}(?:\d|(?i:fax|t[ée]l|natel|e-?mail|courriel)\b)|(?:{'|'.join(CANTONS)})\b|\((?:{'|'.join(CANTONS)})\)))"
)
_WIDEST_CANTON_GAP = 3
_SEAL = re.compile(
    rf"[ \t]*(?P<name>{_NAME.pattern}){SPACE}{{0,8}},{SPACE}{{0,8}}(?:le|ce|LE|Le){SPACE}{{0,8}}(?:{LETTER}+{SPACE}+)?\d"
)
_LINE = re.compile("^", re.MULTILINE)
_LIVES_REST = re.compile(
    rf"(?:{SPACE}+(?i:actuellement|seule?|toujours|désormais|maintenant|en famille))?"
    rf"(?:{SPACE}{{0,8}}[:,]?{SPACE}{{0,8}}(?i:à|a|au|aux|de|du|des|sur|vers|près de|depuis)(?={SPACE})|{SPACE}{{0,8}}:)?"
    rf"{SPACE}{{0,8}}(?:[dD]['’])?"
)
_KIND_REST = re.compile(
    rf"{SPACE}{{0,8}}:{SPACE}{{0,8}}|{SPACE}+(?:(?i:de|du|des){SPACE}+(?:(?i:la){SPACE}+)?|(?:(?i:de){SPACE}+)?[dD]['’])?"
)
_FIELD_REST = re.compile(rf"{SPACE}{{0,8}}:{SPACE}{{0,8}}(?:[àÀ]{SPACE}+)?")
_ADDRESS_GAP = re.compile(rf"{SPACE}{{0,8}}[,/–-]{SPACE}{{0,8}}")
_CANTON_OR_END = re.compile(rf"{SPACE}{{0,8}}(?:$|[.;,)/\n-]|\(?(?:{'|'.join(CANTONS)})\b)")
_END = re.compile(rf"{SPACE}{{0,8}}(?:$|[.;,)/\n-])")
_BEFORE_CANTON = re.compile(rf"(?P<name>{_NAME.pattern}){SPACE}{{0,8}}[(/]?{SPACE}{{0,8}}$")
# Those that medicine hardly uses, so that a name before them must be a place.
_SURE_CANTONS = frozenset({"VD", "VS", "GE", "FR", "JU", "NE", "BE", "TI", "ZH", "LU"})
_NO_NAMES = MEDICAL_CODES | frozenset(CANTONS) | {"CH", "CHUV"}
_NUMBERS = frozenset([
    "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze", "quinze", "vingt",
    "trente", "cent",
])  # fmt: skip
_LONGEST_COUNTRY = 50
_COUNTRIES = (
    "countries.name",
    "countries.doubtful",
    "countries.foreign",
    "nationalities.adjectives",
)
# `221 Hafnarfjörður, Iceland`: a code of any country and its place, before the country.
_ABROAD = re.compile(
    rf"(?<![\w.,#/])(?:\d{{3}}(?:{SPACE}\d{{2,3}})?|\d{{4,6}}){SPACE}(?P<name>{_NAME.pattern}){SPACE}?[,(–-]{SPACE}?$"
)
_LONGEST_ABROAD = 44
_BEFORE_COUNTRY = frozenset(",(–-")
_SHORTEST_IN_CAPITALS = 5
_PREFIXES = frozenset({"", "CH-", "CH", "F-", "D-", "I-"})


def is_country(reading: Reading, start: int, end: int) -> bool:
    """Return whether the stretch belongs to a country or its people: `Côte` to `Côte d'Ivoire`."""
    return any(
        start < last
        for lexicon in _COUNTRIES
        for _, last in reading.hits_between(lexicon, start - _LONGEST_COUNTRY, end)
    )


def _name_at(reading: Reading, start: int) -> Place | None:
    """Return where a name stands that begins there, unless it is taken or a word of the language."""
    if not reading.text[start : start + 1].isupper() or not reading.found.is_free(start, start + 1):
        return None
    name = _NAME.match(reading.text, start)
    if name is None or len(name[0]) < 2 or not reading.found.is_free(*name.span()):
        return None
    article = re.match(r"(?:L[ae]s?|L[AE]S?) |[LD]['’]", name[0])
    bare = name[0][article.end() :] if article else name[0]
    if (
        bare in _NO_NAMES
        or fold(bare) in _NUMBERS
        or has_common(bare)
        or (is_common(bare.split("-")[0]) and bare.count("-") < 2)
    ):
        return None
    if is_country(reading, *name.span()):
        return None
    return name.span()


def _behind_codes(reading: Reading) -> Iterator[Finding]:
    text = reading.text
    for start, end in reading.hits(figures.CODE):
        place = _name_at(reading, end + (text[end : end + 1] in (" ", "-")))
        if place and _is_addressed(reading, start, place):
            yield Finding(*place, PLACE, "places.postal_code", (start, end))


def _is_addressed(reading: Reading, start: int, place: Place) -> bool:
    """Return whether a number before a name is a postal code: an address stands around it."""
    before = reading.found.before(start)
    if before and before.label in IN_ADDRESS:
        return reading.text[before.end : start].strip(" ,/-–\t") in _PREFIXES
    if not ADDRESS.search(reading.plain[max(0, start - 30) : start]):
        return False
    return bool(_CANTON_OR_END.match(reading.text, place[1]))


def _behind_addresses(reading: Reading) -> Iterator[Finding]:
    """Find `Ouffens` in `rue du Stand 4, Ouffens`."""
    for found in reading.found:
        if found.label not in IN_ADDRESS or (
            found.label == "ORGANISATION" and found.rule != "organisations.kind"
        ):
            continue
        gap = _ADDRESS_GAP.match(reading.text, found.end)
        place = _name_at(reading, gap.end()) if gap else None
        if place and _CANTON_OR_END.match(reading.text, place[1]):
            yield Finding(*place, PLACE, "places.address", (found.start, found.end))


def _before_countries(reading: Reading) -> Iterator[Finding]:
    """Find `Hafnarfjörður` in `221 Hafnarfjörður, Iceland`."""
    if not reading.has_digit:
        return
    for start, end in (*reading.hits("countries.name"), *reading.hits("countries.foreign")):
        # Mostly a preposition stands there.
        if reading.text[max(0, start - 2) : start].rstrip()[-1:] not in _BEFORE_COUNTRY:
            continue
        offset = max(0, start - _LONGEST_ABROAD)
        before = _ABROAD.search(reading.text[offset:start])
        if before is None or not ADDRESS.search(
            reading.plain[max(0, offset - 20) : offset + before.start()]
        ):
            continue
        if place := _name_at(reading, offset + before.start("name")):
            yield Finding(*place, PLACE, "places.postal_code", (start, end))


def _before_cantons(reading: Reading) -> Iterator[Finding]:
    text = reading.text
    for start, end in reading.hits("places.canton"):
        if text[start:end] not in _SURE_CANTONS or reading.is_upper or not _END.match(text, end):
            continue
        known = reading.found.before(start)
        if known and known.label == PLACE and start - known.end <= _WIDEST_CANTON_GAP:
            continue
        offset = max(0, start - 40)
        before = _BEFORE_CANTON.search(text[offset:start])
        place = _name_at(reading, offset + before.start("name")) if before else None
        if place is None or (
            text[slice(*place)].isupper() and place[1] - place[0] < _SHORTEST_IN_CAPITALS
        ):
            continue
        if _is_shortened(text[slice(*place)], text[start:end]):
            continue
        if not TITLE.search(reading.plain[max(0, place[0] - 44) : place[0]]):
            yield Finding(*place, PLACE, "places.before_canton", (start, end))


def _is_shortened(name: str, code: str) -> bool:
    """Return whether the letters shorten the word before them: `Gastro-entérite (GE)`."""
    parts = name.split("-")
    return parts[-1][:1].islower() and "".join(part[:1] for part in parts).upper() == code


def _sealed(reading: Reading) -> Iterable[Finding]:
    """Find `Lausanne, le 14.11.2021` at the start of a line."""
    plain = reading.plain
    return _seals(reading) if ", le" in plain or ",le" in plain else ()


def _seals(reading: Reading) -> Iterator[Finding]:
    for line in _LINE.finditer(reading.text):
        seal = _SEAL.match(reading.text, line.start())
        place = _name_at(reading, seal.start("name")) if seal else None
        if seal and place:
            yield Finding(*place, PLACE, "places.sealed", (seal.end("name"), seal.end()))


def _behind_doctors(reading: Reading) -> Iterator[Finding]:
    for start, end in reading.hits("places.doctor"):
        behind = _DOCTOR.match(reading.text, end)
        place = _name_at(reading, behind.start("name")) if behind else None
        if place is None:
            continue
        # Capitals among small letters, or few of them, are the abbreviation of a unit.
        is_code = place[1] - place[0] < _SHORTEST_IN_CAPITALS if reading.is_upper else True
        if not (is_code and reading.text[slice(*place)].isupper()):
            yield Finding(*place, PLACE, "places.doctor", (start, end))


def _behind_words(reading: Reading, *, kind: str, rest: "re.Pattern[str]") -> Iterator[Finding]:
    for start, end in reading.hits(f"places.{kind}"):
        gap = rest.match(reading.text, end)
        # `Nouveau-né DA COSTA`: no word of its own.
        if gap is None or gap.end() == end or reading.text[start - 1 : start] == "-":
            continue
        # `Traitement à domicile : Dafalgan`.
        if reading.plain.endswith(" a ", 0, start) and ":" in gap[0]:
            continue
        place = _name_at(reading, gap.end())
        if place is None or (
            reading.is_upper and not _looks_like_place(reading, place) and ":" not in gap[0]
        ):
            continue
        yield Finding(*place, PLACE, f"places.{kind}", (start, end))


def _looks_like_place(reading: Reading, place: Place) -> bool:
    return bool(_SHAPE.fullmatch(reading.folded(*place)))


def _at(reading: Reading) -> Iterator[Finding]:
    text = reading.text
    for start, end in reading.hits("places.at"):
        # Mostly a small letter follows.
        if text[end : end + 2].islower():
            continue
        first = end + 1 if text[end : end + 1] == " " else end
        place = _name_at(reading, first) if text[first : first + 1].isupper() else None
        if place is None or text[place[1] :][:2].strip()[:1].isdigit():
            continue
        before = fold(text[max(0, start - 44) : end]) + " "
        if _is_at(reading, place, before, is_accented=text[start:end] in "àÀ"):
            yield Finding(*place, PLACE, "places.at", (start, end))


def _is_at(reading: Reading, place: Place, before: str, *, is_accented: bool) -> bool:
    """Return whether « à » says where: not to whom, nor against what."""
    # `endocardite à Staphylococcus`.
    first = reading.text[slice(*place)].partition(" ")[0]
    word = fold_word(first)
    if is_eponym(word) or is_ordinary(word) or is_no_name(first):
        return False
    if _looks_like_place(reading, place) or LIVES.search(before):
        return True
    name = reading.text[slice(*place)]
    is_acronym = name.isupper() and len(name) < _SHORTEST_IN_CAPITALS
    if reading.is_upper or not is_accented or is_acronym:
        return False
    return not NOT_AT.search(before) and not reading.hits_between("names.first", *place)


# How names are found in the surroundings of a place, in this order.
FINDERS = (
    Finder(_behind_codes, {figures.CODE}),
    Finder(_sealed, {"TEMPORAL:DATE"}),
    Finder(_behind_addresses, IN_ADDRESS),
    Finder(_before_cantons, {"places.canton"}),
    Finder(_before_countries, {"countries.name", "countries.foreign"}),
    Finder(_behind_doctors, {"places.doctor"}),
    Finder(partial(_behind_words, kind="lives", rest=_LIVES_REST), {"places.lives"}),
    Finder(partial(_behind_words, kind="kind", rest=_KIND_REST), {"places.kind"}),
    Finder(partial(_behind_words, kind="field", rest=_FIELD_REST), {"places.field"}),
    Finder(_at, {"places.at"}),
)
