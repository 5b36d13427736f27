"""Organisations: by kind and name, by what ends a company's name, by list, and as employer or insurer."""

import re
from collections.abc import Iterator

from detection.base import Finding
from detection.rules.groups.names.known import is_first_name
from detection.rules.groups.places import employers
from detection.rules.groups.places.employers import (
    AT_WORK,
    CLOSED,
    FIELDS,
    ORGANISATION,
    SMALL_ARTICLE,
    is_code,
    with_region,
    without_place,
)
from detection.rules.groups.shapes import CAPITALISED, LETTER, SPACE, UPPER, is_common, name_end
from detection.rules.lexicons import listed, words
from detection.rules.reading import Reading
from detection.rules.rules import Finder, Rule, RuleGroup
from text.errors import gettext_noop as _
from text.tokens import fold

# Between the kind and the name: `Hôpital [régional] de Chavigneux`.
_ADJECTIVES = re.compile(
    rf"(?:{SPACE}+(?:regiona|cantona|universitaire|psychiatrique|intercantona|general|orthopedique"
    r"|ophtalmique|pediatrique|civil|prive|medica|dentaire|veterinaire|secondaire|primaire|superieur"
    r"|professionnel|enfantin|commercia|communa|hospitalier|medico-socia|medico-chirurgica|specialise"
    r"|de zone|de district|de soins|de premier recours|publi[cq])[a-z-]{0,4}\b){1,3}"
)
# `école primaire de`, `centre de dialyse de`: small words, then a known place.
_SMALL_WORDS = re.compile(
    rf"(?:{SPACE}+(?:[dl]')?[a-z-]+){{0,4}}{SPACE}+(?:(?:de|du){SPACE}+|d')(?:la{SPACE}+|l')?"
)
_WIDEST_GAP = 45
_SHORTEST_NAME = 3  # with the space before it
# Of other houses they are organisations, here units.
_LIKE_UNITS = frozenset(
    {"centre d'imagerie", "centre de radiologie", "institut de radiologie", "institut d'imagerie"}
    | {"centre de physiotherapie", "centre d'endoscopie", "centre de dialyse"}
)
# `pacemaker Medtronic`: a brand.
_DEVICE = re.compile(
    r"\b(?:pacemaker|pm|stimulateurs?|neurostimulateur|defibrillateurs?|dai|crt-?d?|prothese|valve|bioprothese|stents?|pompe|capteur|lecteur|implants?|boitier|pile|marque"
    r"|modele|generateur|holter|sondes?|moniteur|respirateur|scope|catheter|endoprothese|vaccin|test|ballon|clip|insuline)\s(?:de marque |a insuline |cardiaque )?$"
)
_ABBREVIATED = 4
# « contrôle clinique au Département »: no name begins like this.
_NO_LINK = re.compile(rf"{SPACE}+aux?{SPACE}")
_COLON = re.compile(rf"{SPACE}{{0,8}}[:(«\"“]{SPACE}{{0,8}}")
_OTHER_SPACES, _OPENING_SIGNS = frozenset("\t\xa0\u202f"), frozenset(':(«"“')
_WORDS = re.compile(r"\S+")
_COMPANY_WORD = re.compile(rf"(?:[dl]['’])?{UPPER}[\w&'’-]*(?:\.[\w&'’-]+)*|{UPPER}\.")
_COMPANY_LINK = re.compile("&|et|de|du|des|la|le|les")
# `Orlandini & Fils SA`: behind what ends a name already.
_LEGAL_FORM = re.compile(rf"{SPACE}(?:SA|S\.A\.|Sàrl|Sarl|SARL|SÀRL|AG|GmbH)(?![\w-])")
_POSTAL_CODE = re.compile(rf"(?<!\d)[1-9]\d{{3}}{SPACE}\Z")
_JOINED = re.compile(rf"-{CAPITALISED}")
# `Vivre son deuil`, `Grandir sans violence`: a name like a sentence, up to where it ends.
_SENTENCE = re.compile(
    r" (?:son|sa|ses|mon|leur|sans|avec|contre|mieux|ensemble|autrement)(?: [a-z-]{3,}){0,2}(?=\s?(?:$|[,.;)\n]))"
)
_FIRST_WORD = re.compile(rf"{LETTER}+")
_ARTICLE = re.compile(r"(?:\b(?:la|une|cette|notre|votre|sa|leur|en|dite)\s*|[:(,/>]\s*|^\s*)$")
_OWN_SHAPES = {fold(code): code for code in words("organisation_codes")}
# Abbreviations that medicine uses too: an article or preposition must stand before.
_SHARED_CODES = frozenset(
    {"HIB", "CSS", "CRR", "HRC", "CNA", "TCS", "NOMAD", "HNE", "KPT", "TL", "TPF", "MBC"}
    | {"STAR", "CSR", "CNP", "CSU", "CASS", "HEP", "EHL", "SSP", "BRIO", "CHAL", "imad"}
)
# Those whose houses and sections are told apart by a place.
_SEVERAL_HOUSES = frozenset(
    {"hfr", "hvs", "hju", "rhne", "hne", "ehnv", "ehc", "hib", "ghol", "chvr", "szo", "csr", "sdis", "caritas", "pro senectute"}
    | {"pro infirmis", "csp", "orp", "croix-rouge", "croix-bleue", "spitex", "aa", "alcooliques anonymes", "avivo"}
    | {"ligue contre le cancer", "armee du salut", "exit", "procap", "insieme", "emmaus", "transport handicap", "senevita"}
)  # fmt: skip
_BEFORE_SHARED = re.compile(
    r"(?:\b(?:a|au|aux|du|des|le|la|les|de|par|chez|via|avec|assurance|caisse|garantie|demandee?|ambulances?|dossier|:)\s*:?\s*"
    r"|l'|[:(/;]\s*|(?<![a-z])(?:dr|dre|dresse|prof)[. ]{1,2}[a-z?'-]{2,20}, )$"
)
_BEHIND_SHARED = re.compile(r",? (?:site|antenne|agence) |, \d{4} ")
_MINOR_KINDS = frozenset(
    {"cabinet", "cave", "caves", "transports", "reseau", "ligue", "pension", "ambulances", "taxis"}
)
# « SOUFFLE AU FOYER AORTIQUE »: among capitals these need an article.
_DOUBTFUL_IN_CAPITALS = _MINOR_KINDS | {
    "foyer", "home", "ecole", "cafe", "banque", "prison", "creche",
}  # fmt: skip
# Employers with a capital, places otherwise: `employé à la Commune de Meyrin`.
_PUBLIC_KINDS = frozenset({"commune", "ville", "canton", "etat"})
# `Pharmacie du Midi`, `Café de la Poste`: called after a common word.
_SHOPS = frozenset(
    {"pharmacie", "garage", "cafe", "restaurant", "hotel", "boulangerie", "boucherie", "auberge", "brasserie"}
    | {"creche", "garderie", "droguerie", "carrosserie", "librairie", "residence", "kiosque", "pizzeria", "tea-room"}
)  # fmt: skip
_SHOP_LINK = re.compile(rf"{SPACE}+(?:du{SPACE}|de{SPACE}la{SPACE}|des{SPACE}|de{SPACE}l['’])")
# `un restaurant de Verbier`: anyone, in a place.
_INDEFINITE = re.compile(r"(?:\b(?:une?|des|deux|trois|plusieurs|quelques|petite?)\s|d'une?\s)$")
_LINKED = re.compile(rf"{SPACE}+(?:de|du|des|la|le|les|d'|l')")
_OPTIONAL_KINDS = frozenset(
    {"association", "entreprise", "societe", "firme", "maison", "groupe", "magasin"}
)


def _companies(reading: Reading) -> Iterator[Finding]:
    text = reading.text
    for start, end in reading.hits("organisations.suffix"):
        if not _ends_company(reading, start, end):
            continue
        first = _without_common_start(text, _company_start(text, start), start)
        # `Aarau AG` is a place with its canton.
        is_place = bool(reading.hits_between("places.listed", first, first + 1))
        is_place = is_place or _POSTAL_CODE.search(text, max(0, first - 7), first) is not None
        if first < start and not (is_place and text[start:end] == "AG"):
            form = _LEGAL_FORM.match(text, end)
            last = form.end() if form else end
            yield Finding(first, last, ORGANISATION, "organisations.company", (start, end))


def _ends_company(reading: Reading, start: int, end: int) -> bool:
    """Return whether the word is written as what ends a company's name, not as `sa femme`."""
    text = reading.text
    if text[start - 1 : start] not in (" ", "\xa0") or text[start - 2 : start - 1] in (".", "#"):
        return False
    if text[start] == "&" or text.startswith("et ", start):
        return True
    if text[start:end] == "Ag" or " " in text[start:end]:
        return False
    is_closed = bool(CLOSED.match(text, end))
    return text[start].isupper() and (is_closed or not reading.is_upper)


def _company_start(text: str, end: int) -> int:
    """Return where the words with capitals begin that lead to what ends a company's name."""
    start = end
    for word in reversed(list(_WORDS.finditer(text, max(0, end - 60), end))):
        if _COMPANY_WORD.fullmatch(word[0]) and not is_common(word[0]):
            start = word.start()
        elif not _COMPANY_LINK.fullmatch(word[0]):
            break
    return start


def _without_common_start(text: str, first: int, end: int) -> int:
    """Return the start after words that begin a sentence: `Employeur Alpibat SA`."""
    while (word := _FIRST_WORD.match(text, first)) and is_common_or_context(word[0]):
        first = word.end()
        while first < end and not text[first].isalpha():
            first += 1
    return first


def is_common_or_context(word: str) -> bool:
    folded = fold(word)
    return is_common(word) or folded in FIELDS or folded in ("travaille", "chez")


def _kinds(reading: Reading) -> Iterator[Finding]:
    for start, end in reading.hits("organisations.word"):
        last = _after_kind(reading, start, end) if _goes_on(reading.text, start, end) else None
        if last is not None:
            known = dict(reading.hits("organisations.listed"))
            last = max(last, known.get(start, last))
            last = without_place(reading, known.get(start, end), last, is_whole=start in known)
            last = with_region(reading, last)
            yield Finding(start, last, ORGANISATION, "organisations.kind", (start, end))


def _goes_on(text: str, start: int, end: int) -> bool:
    """Return whether anything stands behind the kind that a name may begin with: asked first, as mostly none does."""
    following = text[end : end + 1]
    return (
        following == " "
        or following.isalnum()
        or following in _OTHER_SPACES
        or (following in _OPENING_SIGNS and text[start:end].isupper())
    )


def _names_itself(reading: Reading, start: int, end: int) -> bool:
    """Return whether a known name follows a kind in small letters: `foyer EVAM`, `laboratoire Synlab`."""
    if not reading.text[start].islower():
        return False
    codes = reading.hits_between("organisations.code", end + 1, end + 2)
    is_code = any(reading.text[slice(*code)].isupper() for code in codes)
    known = reading.hits_between("organisations.listed", end + 1, end + 2)
    return is_code or (bool(known) and reading.text[end + 1].isupper())


def _after_kind(reading: Reading, start: int, end: int) -> int | None:
    text, plain = reading.text, reading.plain
    if _NO_LINK.match(plain, end) or not _may_be_named(reading, start, end):
        return None
    adjectives = _ADJECTIVES.match(plain, end)
    place = adjectives.end() if adjectives else end
    # `EMS: Les Tilleuls`, but not « EXAMEN CLINIQUE: »
    has_colon = text[start:end].isupper() and (not reading.is_upper or end - start <= _ABBREVIATED)
    colon = _COLON.match(text, place) if has_colon and not adjectives else None
    is_shop = plain[start:end] in _SHOPS and text[start].isupper() and not reading.is_upper
    last = name_end(
        text,
        colon.end() if colon else place,
        is_upper=reading.is_upper,
        may_be_common=is_shop and bool(_SHOP_LINK.match(plain, place)),
    )
    if last is None or (colon and _is_someone(text, colon.end())):
        return None if last else _place_end(reading, end)
    if plain[start:end] == "clinique" and text[place + 1 : place + 2].isupper():
        # « examen clinique », « la clinique Cecil »: the noun has an article or begins a line.
        return last if _ARTICLE.search(plain[max(0, start - 12) : start]) else None
    is_direct = text[place + 1 : place + 2].isupper() and not _LINKED.match(plain, place)
    is_doubtful = reading.is_upper and is_direct and plain[start:end] in _DOUBTFUL_IN_CAPITALS
    # « souffle au foyer Ao », `centre d'imagerie du CHUV`.
    is_own = plain.endswith("chuv", place, last) and plain[start:end] in _LIKE_UNITS
    if is_doubtful or is_own or last - place <= _SHORTEST_NAME:
        return None
    if plain[start:end] in _MINOR_KINDS and not text[start].isupper() and not adjectives:
        return None if text[place + 1].isupper() else last
    return last


def _is_someone(text: str, place: int) -> bool:
    """Return whether a first name stands behind a colon: `CMS: Fabienne Theytaz`."""
    first = _FIRST_WORD.match(text, place)
    return first is not None and is_first_name(fold(first[0]))


def _may_be_named(reading: Reading, start: int, end: int) -> bool:
    """Return whether the word is one organisation, not any of its kind."""
    plain = reading.plain
    if _names_itself(reading, start, end):
        return False
    if plain[start:end] in _SHOPS and _INDEFINITE.search(plain[max(0, start - 14) : start]):
        return False
    return _may_be_public(reading, start, end)


def _may_be_public(reading: Reading, start: int, end: int) -> bool:
    """Return whether the word is no place or state of something, but an employer."""
    if reading.plain[start:end] not in _PUBLIC_KINDS:
        return True
    if not reading.text[start].isupper() or reading.is_upper:
        return False
    return bool(AT_WORK.search(reading.plain[max(0, start - 60) : start]))


def _place_end(reading: Reading, end: int) -> int | None:
    """Return where a known place ends that the kind and small words lead to."""
    for lexicon in ("places.listed", "places.doubtful"):
        for first, last in reading.hits_between(lexicon, end + 1, end + _WIDEST_GAP):
            is_sure = reading.text[first].isupper() or lexicon == "places.listed"
            if is_sure and _SMALL_WORDS.fullmatch(reading.plain, end, first):
                return last
    return None


def _direct_kinds(reading: Reading) -> Iterator[Finding]:
    text = reading.text
    for start, end in reading.hits("organisations.direct"):
        following = text[end + 1 : end + 2]
        last = None
        # `police Lausanne`: any of its kind, in a place.
        is_any = reading.plain[start:end] == "police" and text[start].islower()
        if is_any or _names_itself(reading, start, end):
            continue
        if following.isupper() and text[end] == " " and not reading.is_upper:
            last = name_end(text, end, is_upper=False)
            sentence = _SENTENCE.match(reading.plain, last) if last else None
            last = sentence.end() if sentence else last
        if last is None and reading.plain[start:end] not in _OPTIONAL_KINDS - {"association"}:
            last = _place_end(reading, end)
        if last is None or is_code(text[end:last].strip()):
            continue
        # `l'entreprise Favre`: a kind in small letters is no part of a company's name.
        is_optional = following.isupper() and reading.plain[start:end] in _OPTIONAL_KINDS
        is_outside = is_optional and text[start].islower()
        yield Finding(
            end + 1 if is_outside else start,
            last,
            ORGANISATION,
            "organisations.direct",
            (start, end),
        )


def _listed(reading: Reading) -> Iterator[Finding]:
    for start, end in reading.hits("organisations.listed"):
        is_street = reading.is_upper and reading.plain.endswith("de ", 0, start)
        # `à la Vaudoise`: an article in small letters is no part of the name.
        is_own = not reading.plain.endswith("de ", 0, start)
        article = SMALL_ARTICLE.match(reading.text, start) if is_own else None
        first = article.end() if article else start
        is_brand = _DEVICE.search(reading.plain[max(0, start - 30) : start])
        if reading.text[first].isupper() and not is_street and not is_brand:
            joined = _JOINED.match(reading.text, end)
            last = with_region(reading, joined.end() if joined else end)
            last = _with_site(reading, start, last)
            yield Finding(first, last, ORGANISATION, "organisations.listed", (start, end))


def _codes(reading: Reading) -> Iterator[Finding]:
    text, plain = reading.text, reading.plain
    for start, end in reading.hits("organisations.code"):
        code = text[start:end]
        if not code.isupper() and _OWN_SHAPES.get(fold(code)) != code:
            continue
        last = _with_site(reading, start, end)
        is_sure = code not in _SHARED_CODES or last > end
        is_sure = is_sure or _BEHIND_SHARED.match(plain, end) is not None
        if not is_sure and not _BEFORE_SHARED.search(plain[max(0, start - 30) : start]):
            continue
        yield Finding(start, last, ORGANISATION, "organisations.code", (start, end))


def _with_site(reading: Reading, start: int, end: int) -> int:
    """Return the end with the place that tells one of several houses: `HFR Tafers`, `Caritas Jura`."""
    if reading.text[end : end + 1] != " " or not reading.text[end + 1 : end + 2].isupper():
        return end
    if reading.is_upper or reading.plain[start:end] not in _SEVERAL_HOUSES:
        return end
    for lexicon in ("places.listed", "places.doubtful"):
        for _start, last in reading.hits_between(lexicon, end + 1, end + 2):
            return last
    return end


GROUP = RuleGroup(
    name="organisations",
    rules=(
        Rule(
            ORGANISATION,
            (
                Finder(_companies, {"organisations.suffix"}),
                Finder(_kinds, {"organisations.word"}),
                Finder(_direct_kinds, {"organisations.direct"}),
                *employers.FINDERS,
                Finder(_listed, {"organisations.listed"}),
                Finder(_codes, {"organisations.code"}),
            ),
            after=frozenset({"CONTACT:EMAIL", "CONTACT:URL"}),
        ),
    ),
    meanings={
        "company": _("a company by what ends its name"),
        "kind": _("a kind of organisation and its name"),
        "direct": _("a kind of organisation and the name behind it"),
        "listed": _("a known organisation"),
        "code": _("the abbreviation of a known organisation"),
        "occupation": _("a name behind an occupation"),
        "context": _("a name where an employer or an insurer is said"),
    },
    lexicons={
        "organisations.word": listed("organisation_words"),
        "organisations.direct": listed("organisation_words_direct"),
        "organisations.suffix": listed("organisation_suffixes"),
        "organisations.listed": listed("organisations"),
        "organisations.code": listed("organisation_codes"),
        "organisations.context": listed("organisation_contexts"),
    },
)
