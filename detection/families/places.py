"""Places smaller than a country: by list, and by what stands around a name; cantons by their code."""

import re
from collections.abc import Iterator

from detection.findings import Finding
from detection.folding import fold
from detection.lexicons import listed, words
from detection.lexicons.place_names import doubtful_places, known_places, places_without_article
from detection.reading import Reading
from detection.rules import Family, Rule
from detection.shapes import CAPITALISED, LETTER, SPACE, UPPER, is_common

PLACE, CANTON = "EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE", "EMPLACEMENT:CODE_CANTON"
STREET, HOUSE_NUMBER, ORGANISATION = (
    "EMPLACEMENT:RUE",
    "EMPLACEMENT:NUMÉRO_HABITATION",
    "ORGANISATION",
)
UNIT, ROOM, DATE = "CHUV:STRUCTURE_RÉFÉRENCE", "CHUV:BÂTIMENT_CHAMBRE_OU_LIT", "TEMPORAL:DATE"

CANTONS = [
    "AG",
    "AI",
    "AR",
    "BE",
    "BL",
    "BS",
    "FR",
    "GE",
    "GL",
    "GR",
    "JU",
    "LU",
    "NE",
    "NW",
    "OW",
    "SG",
    "SH",
    "SO",
    "SZ",
    "TG",
    "TI",
    "UR",
    "VD",
    "VS",
    "ZG",
    "ZH",
]
_CANTON = rf"(?:{'|'.join(CANTONS)})(?![\w'’-])"

# A name nobody listed: `La Tour-de-Peilz`, `St-Oyens`, `Bad Ragaz`, `Villars sur Glâne`.
_NAME = re.compile(
    rf"(?:(?:La|Le|Les|LA|LE|LES){SPACE}|[LD]['’])?"
    rf"(?:(?i:saint|sainte|st|ste|san|santa|santo|são|new|bad|vila|villa|porto|puerto|el|al|los|las|rio|monte|mont"
    rf"|val|col|novi|nova|château|grand|petit|haut|bas|sankt|am|ponte|castel|tel|abu|ain|sidi|ho|sri|lac)[.#]?(?:{SPACE}|-))?"
    rf"{CAPITALISED}"
    rf"(?:{SPACE}(?i:sur|sous|lès|am|bei|im|an der|près|do|de los|dos){SPACE}(?:(?i:la|le){SPACE}|[Ll]['’])?{CAPITALISED})?"
)
_PLACE_SHAPE = re.compile(
    r".*-(?:sur|sous|les|la|le|de|du|des|pres|en|d'en|dessus|dessous|ville|village|dessu)(?:-|$).*|saint-.*|sainte-.*|ste?-.*"
    r"|.{2,}(?:ens|ignier|igny|agny|ogny|egny|ugny|ency|ancy|acy|exan|onnex|inex|ex|az|oz|iez|illy|elly|olles|ieres|ier"
    r"|inges|anges|enges|onges|ges|ville|villars|villard|mont|court|bourg|wil|ikon|ingen|dorf|berg|bach|hausen|heim"
    r"|felden|stadt|acker|thal|holz|matt|vaux|ay|ey|eyres|eyraz|ins|on|our|eau|eaux|oux|olens|ollon|igney)"
)

# What stands before, on folded text.
_TITLE = re.compile(
    r"\b(?:m|mr|mm|mme|mmes|mlle|monsieur|madame|mademoiselle|dr|dre|drs|dresse|pr|pre|prof|professeure?|docteure?"
    r"|doctoresse|inf|infirmiere?|maitre|soeur|patiente?|nom|prenom)[.#:]?\s?(?:[a-z][.#]-?\s?){0,3}(?:[a-z?-]{3,}\s)?$"
)
_EPONYM = re.compile(
    r"\b(?:score|scores|echelle|criteres?|classification|classe|grade|stade|index|indice|syndrome|maladie|signe|consensus"
    r"|protocole|test|regles?|schema|prothese|methode|technique|questionnaire|grille|cotation|fievre|virus|vaccin"
    r"|procedure|convention|accords?|declaration|manoeuvre|etude|essai|inventaire|coma|gcs|bleu|boue|blanc|vert|savon"
    r"|ecole|eau|herbe|fracture|genou|lunettes|variant|corset)s?\s(?:de\s|d'|du\s|selon\s|modifie\w*\s)?(?:la\s)?$"
)
_AT = re.compile(r"(?:(?:^|[\s(,;:/-])(?:a|vers|jusqu'a|entre|direction|pour)\s|\ba)$")
_FROM = re.compile(
    r"\b(?:canton|cantons|district|commune|ville|village|region|vallee|ferme|hameau|quartier|bourg|originaires?|natif|native"
    r"|provenance|venant|vient|viennent|venue?s?|arrivee?s?|environs|banlieue|alentours|departement|ile|province|etat|pres|proche"
    r"|loin|hauts|hauteurs|depart|retour|alpage|station|habitante?s?|rentree?s?|citoyenne?|bourgeoise?|bourgeoisie|gare|lieu|prefecture)"
    r"\s(?:a\s|de\s|du\s|d'|des\s|de\sla\s|de\sl')$"
)
_LIVES = re.compile(
    r"\b(?:domicilie[es]*|habit(?:e|ent|ait|ant|aient)|vi(?:t|vent|vait|vant|vaient)|resid[a-z]+|demeur[a-z]+|etablie?s?|installee?s?"
    r"|demenag[a-z]+|loge[a-z]*|nee?s?|origine|originaires?|deced[a-z]+|scolarise[es]*|transferee?s?|transfert|hospitalise[es]*|operee?s?"
    r"|suivie?s?|vacances|voyage|sejour|grandi|etudes|travaill[a-z]+|lieu)"
    r"(?:\s(?:actuellement|seule?|toujours|desormais|maintenant|en famille|avec (?:son|sa|ses|leurs?) [a-z?-]+))?"
    r"\s?(?:a|au|aux|de|d'|du|vers|sur|pres de|en|depuis|:)?\s?(?:la\s|l')?$"
)
_CODE_BEFORE = re.compile(r"(?:^|[^\w.,#%+])(?:[a-z]{1,2}-)?[1-9]\d{3,4}(?:-\d{3})?\s?$")
_SPECIFIC = re.compile(r"(?:au|aux|du|des)\s$")
_NOT_AT = re.compile(
    r"\b(?:allergi[a-z]*|intoleran[a-z]*|sensib[a-z]*|resistan[a-z]*|repon[a-z]*|reaction|exposition|switch[a-z]*|relais|passage"
    r"|remise?s?|donnee?s?|confiee?s?|explique[es]*|annonce[es]*|dit|propose[es]*|telephon[a-z]*|appele?[es]*|merci|grace|due?s?|secondaires?"
    r"|liee?s?|imputable|associee?s?|ajoutee?s?|egale?|identique|similaire|superieure?|inferieure?|face|quant|suite|infection|pneumonie"
    r"|sepsis|bacteriemie|gastro[a-z-]*|cystite|contact|colonise[es]*|porteur|porteuse|infecte[es]*|traitement|positi[a-z]*|negati[a-z]*"
    r"|adaptee?|ressembl[a-z]*|relati[a-z]*|parle|dire|demander|expliquer|donner|remettre|confier|rappeler|encephalite|meningite"
    r"|angine|otite|hepatite|serologie|antigene|anticorps|culture|glasgow|score)\s(?:[a-z?']+\s)?a\s$"
)
_DOCTOR = re.compile(
    rf"[.#]?{SPACE}?(?:{UPPER}[.#]-?{SPACE}?){{0,3}}(?:(?:de|du|von|van|di){SPACE}|d['’])?{CAPITALISED}(?:{SPACE}+(?:{CAPITALISED}|{UPPER}[.#])){{0,3}}"
    rf"{SPACE}*(?:,{SPACE}*|\({SPACE}?)(?:(?:à|a|A|À){SPACE}+)?(?P<name>{_NAME.pattern})(?P<close>{SPACE}*(?:\)|$|[.;\n]|,{SPACE}*\d))"
)
_SEALED = re.compile(
    rf"[ \t]*(?P<name>{_NAME.pattern}){SPACE}*,{SPACE}*(?:le|ce|LE|Le){SPACE}*(?:{LETTER}+{SPACE}+)?\d",
    re.MULTILINE,
)
_FIELD = re.compile(rf"{SPACE}*:{SPACE}*(?:(?:à|À|a){SPACE}+)?")
_TRIGGER_REST = re.compile(
    rf"(?:{SPACE}+(?i:actuellement|seule?|toujours|désormais|maintenant|en famille))?"
    rf"(?:{SPACE}*[:,]?{SPACE}*(?i:à|a|au|aux|de|du|des|sur|vers|près de|depuis)(?={SPACE})|{SPACE}*:)?"
    rf"{SPACE}*(?:(?:d|D)['’]|(?i:de la|la|le|les){SPACE}+(?:(?i:ferme|ville|commune|région|village){SPACE}+(?:(?i:de|du|des){SPACE}+|d['’])))?"
)
_GEO_REST = re.compile(
    rf"{SPACE}+(?:(?i:de|du|des){SPACE}+(?:(?i:la){SPACE}+)?|(?:(?i:de){SPACE}+)?[ldLD]['’]|:{SPACE}*)"
)
_CANTON_AFTER = re.compile(rf"{SPACE}*(?P<sign>[,/(–-]?){SPACE}*(?P<code>{_CANTON})(?P<close>\)?)")
_LOOSE_CANTON = re.compile(r"\b(?:canton|cantons|ct)\.?\s(?:de\s|du\s)?\(?$")
_ENDS = re.compile(rf"{SPACE}*(?:$|[.;,)/\n-]|\d)")
_NAME_BEFORE_CANTON = re.compile(rf"(?P<name>{_NAME.pattern}){SPACE}*[(/]?{SPACE}*$")
_SURE_CANTONS = frozenset({"VD", "VS", "GE", "FR", "JU", "NE", "BE", "TI", "ZH", "LU"})
_MEDICAL_CODES = frozenset(words("medical_codes"))
_SHORTEST_SMALL = 5


def _places(reading: Reading) -> Iterator[Finding]:
    yield from _known(reading)
    yield from _doubtful(reading)
    yield from _without_article(reading)
    yield from _behind_codes(reading)
    yield from _before_cantons(reading)
    yield from _sealed(reading)
    yield from _at(reading)
    yield from _behind_triggers(reading)
    yield from _behind_doctors(reading)


def _known(reading: Reading) -> Iterator[Finding]:
    text, plain = reading.text, reading.plain
    for start, end in reading.hits("places.listed"):
        if _is_inside_word(text, start, end):
            continue
        before = plain[max(0, start - 44) : start]
        if not text[start].isupper() and not _is_sure_in_small_letters(before, end - start):
            continue
        if (
            _TITLE.search(before)
            or _EPONYM.search(before)
            or _is_surname(reading, start, end, before)
        ):
            continue
        yield Finding(start, _joined_end(text, end), PLACE, "places.listed", (start, end))


def _is_inside_word(text: str, start: int, end: int) -> bool:
    """Return whether letters are joined to the hit: a word that was glued is no place."""
    if start and (
        (text[start - 1] == "-" and text[start - 2 : start - 1].isalpha())
        or text[start - 1].isalpha()
    ):
        return text[max(0, start - 1) : start] not in ("à", "À")
    return text[end : end + 1].isalpha()


def _is_sure_in_small_letters(before: str, length: int) -> bool:
    if length < _SHORTEST_SMALL:
        return False
    return bool(
        _LIVES.search(before)
        or _CODE_BEFORE.search(before)
        or _AT.search(before)
        or _FROM.search(before)
    )


def _is_surname(reading: Reading, start: int, end: int, before: str) -> bool:
    """Return whether capitals in a text of small letters say a surname: `ROMONT Jean`."""
    text = reading.text
    if reading.is_upper or not text[start:end].isupper():
        return False
    if (
        _AT.search(before)
        or _CODE_BEFORE.search(before)
        or _FROM.search(before)
        or _LIVES.search(before)
    ):
        return False
    return (
        text[end : end + 1] == " "
        and text[end + 1 : end + 2].isupper()
        and text[end + 2 : end + 3].islower()
    )


def _joined_end(text: str, end: int) -> int:
    """Return the end of the name with what hyphens join to it: `Lausanne-Centre`."""
    tail = _TAIL.match(text, end)
    return tail.end() if tail else end


_TAIL = re.compile(rf"(?:-{LETTER}+)+")


def _doubtful(reading: Reading) -> Iterator[Finding]:
    text, plain = reading.text, reading.plain
    for start, end in reading.hits("places.doubtful"):
        if not text[start].isupper() or _is_inside_word(text, start, end):
            continue
        before = plain[max(0, start - 44) : start]
        after = text[end : end + 12]
        is_sure = _CODE_BEFORE.search(before) or _LIVES.search(before) or _FROM.search(before)
        is_sure = is_sure or (
            _AT.search(before) and not _NOT_AT.search(before) and not reading.is_upper
        )
        is_sure = is_sure or re.match(rf"{SPACE}\(?{_CANTON}", after)
        if is_sure and not _EPONYM.search(before) and not re.match(rf"{SPACE}\d", after):
            yield Finding(start, _joined_end(text, end), PLACE, "places.doubtful", (start, end))


def _without_article(reading: Reading) -> Iterator[Finding]:
    text, plain = reading.text, reading.plain
    for start, end in reading.hits("places.without_article"):
        if text[start].isupper() and _SPECIFIC.search(plain[max(0, start - 4) : start]):
            if not (reading.is_upper and end - start < _SHORTEST_SMALL) and not is_common(
                text[start:end]
            ):
                yield Finding(start, _joined_end(text, end), PLACE, "places.listed", (start, end))


def _behind_codes(reading: Reading) -> Iterator[Finding]:
    text = reading.text
    for start, end in reading.numbers:
        if not 4 <= end - start <= 5 or (text[start] == "0" and end - start == 4):
            continue
        space = 1 if text[end : end + 1] == " " else 0
        name = _NAME.match(text, end + space)
        if (
            name is None
            or not _is_free_name(reading, name)
            or not _is_addressed(reading, start, name.end(), space)
        ):
            continue
        yield Finding(*name.span(), PLACE, "places.postal_code", (start, end))


def _is_addressed(reading: Reading, start: int, end: int, space: int) -> bool:
    """Return whether a number before a name is a postal code: an address stands around it."""
    before = reading.found.before(start)
    gap = reading.text[before.end : start].strip(" ,/-–\t") if before else "?"
    if (
        gap in ("", "CH-", "CH", "F-", "D-", "I-")
        and before
        and before.label in (STREET, HOUSE_NUMBER, ORGANISATION)
    ):
        return True
    left = reading.plain[max(0, start - 30) : start]
    closes = bool(_ENDS.match(reading.text, end)) or bool(_CANTON_AFTER.match(reading.text, end))
    if re.search(
        r"(?:^|\n|[,/(-]|\b(?:ch|f|d|i)-|adresse|domicil\w*|habit\w*|vit|\ba|localite|npa|lieu)\s*:?\s*$",
        left,
    ):
        return closes or space == 0
    return False


def _is_free_name(reading: Reading, name: "re.Match[str]") -> bool:
    word = name[0]
    if not reading.found.is_free(*name.span()) or any(
        is_common(part) for part in re.split(r"[ '’]", word)[-2:] if len(part) > 2
    ):
        return False
    if (
        word in _MEDICAL_CODES
        or len(word) < 2
        or (is_common(word.split("-")[0]) and "-" not in word)
    ):
        return False
    return not any(
        start < name.end() and name.start() < end for start, end in reading.hits("countries.name")
    )


def _before_cantons(reading: Reading) -> Iterator[Finding]:
    text = reading.text
    for start, end in reading.hits("places.canton"):
        if text[start:end] not in _SURE_CANTONS or not _ENDS.match(text, end):
            continue
        offset = max(0, start - 40)
        before = _NAME_BEFORE_CANTON.search(text[offset:start])
        if before is None or reading.is_upper:
            continue
        name = _NAME.match(text, offset + before.start("name"))
        if name and name[0][1:] != name[0][1:].upper() and _is_free_name(reading, name):
            if not _TITLE.search(reading.plain[max(0, name.start() - 44) : name.start()]):
                yield Finding(*name.span(), PLACE, "places.before_canton", (start, end))


def _sealed(reading: Reading) -> Iterator[Finding]:
    """Find `Lausanne, le 14.11.2021` at the start of a line."""
    if ", le " not in reading.plain and ",le " not in reading.plain:
        return
    for line in re.finditer(r"^", reading.text, re.MULTILINE):
        seal = _SEALED.match(reading.text, line.start())
        if seal and not any(is_common(part) for part in seal["name"].split()):
            yield Finding(
                *seal.span("name"), PLACE, "places.sealed", (seal.end("name"), seal.end())
            )


def _at(reading: Reading) -> Iterator[Finding]:
    text, plain = reading.text, reading.plain
    for start, end in reading.hits("places.at"):
        space = 1 if text[end : end + 1] == " " else 0
        name = _NAME.match(text, end + space)
        if (
            name is None
            or not _is_free_name(reading, name)
            or re.match(rf"{SPACE}?\d", text[name.end() :][:2])
        ):
            continue
        before = plain[max(0, start - 44) : end] + " "
        word = name[0]
        is_shaped = bool(_PLACE_SHAPE.fullmatch(fold(word)))
        if reading.is_upper:
            is_place = bool(_LIVES.search(before)) or is_shaped
        else:
            is_acronym = word.isupper() and len(word) < _SHORTEST_SMALL
            is_place = not is_acronym and (is_shaped or not _NOT_AT.search(before))
        if (is_place and text[start:end] in ("à", "À")) or (
            is_place and (is_shaped or _LIVES.search(before))
        ):
            yield Finding(*name.span(), PLACE, "places.at", (start, end))


def _behind_triggers(reading: Reading) -> Iterator[Finding]:
    for kind, rest in (("lives", _TRIGGER_REST), ("geography", _GEO_REST)):
        for start, end in reading.hits(f"places.{kind}"):
            gap = rest.match(reading.text, end)
            if gap is None or gap.end() == end:
                continue
            name = _NAME.match(reading.text, gap.end())
            if name is None or not _is_free_name(reading, name):
                continue
            if reading.is_upper and not _PLACE_SHAPE.fullmatch(fold(name[0])) and kind == "lives":
                continue
            yield Finding(*name.span(), PLACE, f"places.{kind}", (start, end))


def _behind_doctors(reading: Reading) -> Iterator[Finding]:
    for start, end in reading.hits("places.doctor"):
        place = _DOCTOR.match(reading.text, end)
        if place is None:
            continue
        name = _NAME.match(reading.text, place.start("name"))
        if (
            name
            and _is_free_name(reading, name)
            and not (name[0].isupper() and not reading.is_upper)
        ):
            yield Finding(*name.span(), PLACE, "places.doctor", (start, end))


def _cantons(reading: Reading) -> Iterator[Finding]:
    text, plain = reading.text, reading.plain
    for start, end in reading.hits("places.canton"):
        if text[start:end] not in CANTONS or not re.match(_CANTON, text[start : end + 1]):
            continue
        place = reading.found.before(start)
        gap = text[place.end : start] if place else "?"
        if place and place.label in (PLACE, ORGANISATION) and re.fullmatch(r"\s*[,/(–-]?\s*", gap):
            is_open = gap.strip() in ("(", "/")
            if (
                is_open
                or (place.label == PLACE and _ENDS.match(text, end))
                or (place.label == PLACE and not gap.strip() and not reading.is_upper)
            ):
                yield Finding(start, end, CANTON, "places.canton", (place.start, place.end))
        elif _LOOSE_CANTON.search(plain[max(0, start - 14) : start]):
            yield Finding(start, end, CANTON, "places.canton", (start, end))


FAMILY = Family(
    name="places",
    rules=(
        Rule(
            PLACE,
            _places,
            needs=frozenset({STREET, HOUSE_NUMBER, ORGANISATION, DATE}),
            after=frozenset({UNIT, ROOM}),
        ),
        Rule(CANTON, _cantons, needs=frozenset({PLACE, ORGANISATION})),
    ),
    meanings={
        "listed": "a known place",
        "doubtful": "a known place that is also a word, in the surroundings of a place",
        "postal_code": "a name behind a postal code",
        "before_canton": "a name before the code of a canton",
        "sealed": "a name at the start of a line before a date",
        "at": "a name behind « à »",
        "lives": "a name behind a word of living, being born or moving",
        "geography": "a name behind a kind of place",
        "doctor": "a name behind that of a doctor",
        "canton": "the code of a canton",
    },
    lexicons={
        "places.listed": known_places,
        "places.doubtful": doubtful_places,
        "places.without_article": places_without_article,
        "places.canton": lambda: CANTONS,
        "places.at": lambda: ["à"],
        "places.lives": listed("place_verbs"),
        "places.geography": listed("place_kinds"),
        "places.doctor": listed("place_doctors"),
    },
)
