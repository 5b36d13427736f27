"""Nationalities, said by an adjective or a noun for people."""

import re
from collections.abc import Iterator
from functools import partial

from detection.base import Finding
from detection.rules.lexicons.inflection import with_plurals
from detection.rules.reading import Place, Reading
from detection.rules.rules import Finder, Rule, RuleGroup
from text.errors import gettext_noop as _

NATIONALITY = "DÉMOGRAPHIE:NATIONALITÉ"

# `parle espagnol`, `traduction en tamoul`, `interprète albanais`: languages.
LANGUAGE_BEFORE = re.compile(
    r"\b(?:parl\w+|langues?|langue maternelle|interpretes?|traduct\w+|traduit\w*|comprend\w*"
    r"|communiqu\w+|expression|locuteurs?|locutrices?|bilingue|maitrise\w*|lit|ecrit|apprend\w*|notions?"
    r"|(?<!en )cours|rediges?|rediger|redigee?s?|version|lettre)\b(?:\W+(?:un peu|peu|bien|mal|pas|que|seulement|le|l'"
    r"|de|d'|en|du|tres|couramment|uniquement|surtout|ne|et|ou|mais|maternelle|quelques mots"
    r"|\w{4,12}(?:ais|ol|ien|ain|and|sse|que|an|be|te|ul|ec)))*\W*$"
)
# `Langues: wolof, français`: a field, whatever stands in it.
LANGUAGE_FIELD = re.compile(
    r"\blangues?(?: parlees?| maternelles?)?\.?\s?:\s?(?:[a-z?-]{3,14}(?: \([a-z ]{2,12}\)| (?:bien|un peu|moyen))?(?:, ?|/| et | ou | \+ )){1,5}$"
)
# What stands right before the word when it is said of a person.
NOUN_BEFORE = re.compile(
    r"(?:\bnat(?:i[a-z?]{5,10}|\.)?(?: d'origine)?|\borigines?|\bnaturalisee?s?|\bdouble[- ]national\w*"
    r"|\bbinational\w*|\bcitoyennete|\bpasseports?|\bressort(?:issante?s?|\.)|\bcitoyens?|\bcitoyennes?)"
    r"\W{0,4}(?:(?:est|sont|a la fois|a|de|est de|probablement|egalement)\s)?$"
)
PERSON_BEFORE = re.compile(
    r"(?:\b(?:patiente?s?|pat\.?|pt(?:e|s)?\.|h|f|hommes?|femmes?|dames?|monsieur|madame|garcon|garconnet|fille|fillette"
    r"|enfants?|bebe|nourrisson|adolescente?|jeune|couple|famille|parents?|touristes?|vacanci\w+|voyageu\w+"
    r"|refugiee?s?|requerante?s?|migrante?s?|immigree?s?|exilee?|expatriee?|etudiante?s?|ouvri\w+|soldat"
    r"|travailleu\w+|saisonni\w+|retraitee?|\w+genaire|epou\w+|mari|mere|pere|maman|papa|compagn\w+"
    r"|conjointe?|freres?|soeurs?|oncle|tante|cousine?|fils|voisine?|amie?|bru|gendre|neveu|niece|mariee?|residente?|pte?|pts|bb|nouveau-nee?|jumeaux|jumelles|concubine?|copine?|copain|fiancee?"
    r"|veuve|veuf|divorcee?|celibataire|mineure?|demandeu\w+|sans-papiers|detenue?|prisonni\w+|apprentie?|ecoli\w+|eleve|vendeu\w+|cuisini\w+"
    r"|macon|employee?|agricult\w+|serveu\w+|chauffeur|infirmi\w+|collegue|equipage|marin|diplomate|citoyenne?|individu|personne|assure\w*)"
    r"|\b(?:grand|beau|belle)s?-\w+|\b(?:elle|lui|eux)s?-memes?|\bans)"
    r"(?:\W{1,3}(?:agee?s? de |de )?\d{1,3} ans|\sd'asile)?"
    r"(?:[ ,(]{1,3}|\s(?:est|sont|etait|etaient|qui est)\s(?:d'origine |aussi |egalement )?)$"
)
IS_BEFORE = re.compile(
    r"[a-z?]\s(?:est|sont|etait|etaient)\s(?:aussi |egalement |d'origine |tous deux |toutes deux )?$"
)
# `la langue est française`, `le traitement est américain`: said of a thing.
THING_BEFORE = re.compile(
    r"\b(?:langue|traitement|regime|medicament|produit|vaccin|protocole|texte|document|courrier|lettre|rapport|plan|systeme|prothese|marque"
    r"|modele|accent|cuisine|repas|assurance|permis|interprete|plaque|voiture|cela|ce|qui|loi|etude|norme|consultation|version|formulaire)"
    r"\s(?:[a-z]+ )?(?:est|sont|etait|etaient)\s(?:[a-z]+ )?$"
)
SAID_OF_PERSON = re.compile(
    r"\s{0,2}(?:$|[,.;)/]|de \d|d'origine|vivant|ne en|nee en|et|agee?|depuis|sans|avec|mais|par|ne parle|en suisse|a moitie)"
)
INHABITANT_BEFORE = re.compile(r"\b(?:un|une|le|la|cette|ce|jeune|des|les|deux|trois)\s$")
AGED = re.compile(r"\s(?:de|agee?s? de)\s(?:\d|\w+ ans)")
AGED_IN_FIGURES = re.compile(r"\s(?:de|agee?s? de)\s\d{1,3} ?ans")
# A field of its own among what is told about a person: `Sørensen Mette, danoise, 54 ans`.
ALONE_BEFORE = re.compile(r"(?:^|[,;(/|]|\s-)\s{0,2}$")
ALONE_AFTER = re.compile(
    r"\s{0,2}(?:$|[,;)/|]|-\s)|\s(?:d'origine|par (?:naturalisation|naissance|mariage|filiation|s(?:a|on|es))|vivant|residant"
    r"|domiciliee?|etablie?|installee?|arrivee?|nee?|depuis|en suisse|en situation|requerante?|refugiee?|sans papiers|ne parl\w+)(?![a-z])"
)
ALSO = re.compile(r"[\s,/]{1,3}(?:et |ou |puis )?(?:d'origine |de nationalite )?$")
REGION_AFTER = re.compile(r"[ -](?:romande|alemanique|italienne|centrale|orientale)")
# `secrétaire`, `avocat`: things too, so only what is always an occupation, or one of care.
OCCUPATIONS = ("professions.jobs", "professions.care")
_LONGEST_OCCUPATION = 40
COUNTRY_TOO = frozenset({"suisse", "suisses"})


# `italo-suisse`, `suisse-portugaise`: one word.
JOINED_BEFORE = re.compile(r"(?<![\w-])[^\W\d_]{3,12}(?:o|se)-$")
JOINED_AFTER = re.compile(r"-[^\W\d_]{4,}(?:s|se|ne|n|e|ol|ole|an)(?![\w-])")


def _nationalities(reading: Reading) -> Iterator[Finding]:
    last: Place | None = None
    for place in map(partial(_whole, reading), reading.hits("nationalities.adjectives")):
        trigger = _person(reading, place, last)
        if trigger:
            last = place
            yield Finding(*place, NATIONALITY, "nationalities.adjective", trigger)


def _person(reading: Reading, place: Place, last: Place | None) -> Place | None:
    """Return the place of the words that make the adjective one of a person."""
    start, end = place
    before = reading.before(start, 70)
    is_language = LANGUAGE_BEFORE.search(before) or LANGUAGE_FIELD.search(before)
    if is_language or reading.text[end : end + 1] == "-":
        return None
    if last and start - last[1] < 25 and ALSO.fullmatch(reading.folded(last[1], start)):
        return last
    for pattern in (NOUN_BEFORE, PERSON_BEFORE, IS_BEFORE):
        if (match := pattern.search(before)) and _fits(reading, place, pattern):
            return max(0, start - len(match[0])), start
    if _is_alone(reading, place, before) or _follows_occupation(reading, start):
        return place
    if not reading.text[start].isupper():
        # `portugais de 53 ans`, at the head of a note in small letters.
        return place if not before.strip() and AGED_IN_FIGURES.match(reading.after(end)) else None
    return place if _is_inhabitant(reading, place, before) else None


def _whole(reading: Reading, place: Place) -> Place:
    """Return the place of the adjective with another that a hyphen joins to it."""
    start, end = place
    before = reading.text[max(0, start - 13) : start] if start else ""
    if before.endswith("-") and (joined := JOINED_BEFORE.search(before)):
        start -= len(joined[0])
    elif reading.text[end : end + 1] == "-" and (joined := JOINED_AFTER.match(reading.text, end)):
        end = joined.end()
    return start, end


def _is_alone(reading: Reading, place: Place, before: str) -> bool:
    # `Suisse` in a field is the country.
    is_country = reading.text[place[0]].isupper() and reading.folded(*place) in COUNTRY_TOO
    stands_alone = ALONE_BEFORE.search(before) and ALONE_AFTER.match(reading.after(place[1]))
    return bool(stands_alone) and not is_country


def _follows_occupation(reading: Reading, start: int) -> bool:
    """Return whether an occupation stands right before: `enseignante irlandaise`."""
    return any(
        end == start - 1
        for lexicon in OCCUPATIONS
        for _, end in reading.hits_between(lexicon, max(0, start - _LONGEST_OCCUPATION), start)
    )


def _fits(reading: Reading, place: Place, pattern: re.Pattern[str]) -> bool:
    if pattern is NOUN_BEFORE:
        # In a field `Suisse` is the name of the country.
        return reading.text[slice(*place)] != "Suisse"
    if pattern is IS_BEFORE and THING_BEFORE.search(reading.before(place[0], 40)):
        return False
    # `famille Suisse romande`, `patient en Suisse` are no nationalities.
    return bool(SAID_OF_PERSON.match(reading.after(place[1]))) or pattern is PERSON_BEFORE


def _is_inhabitant(reading: Reading, place: Place, before: str) -> bool:
    """Return whether the word is a noun for a person: `une Portugaise de 44 ans`."""
    after = reading.after(place[1])
    if AGED.match(after):
        return not before.strip() or bool(INHABITANT_BEFORE.search(before))
    if reading.folded(*place) in COUNTRY_TOO:
        # `mariée à un Suisse`, but `en Suisse romande`.
        return before.endswith((" un ", " une ")) and not REGION_AFTER.match(after)
    return bool(INHABITANT_BEFORE.search(before))


GROUP = RuleGroup(
    name="nationalities",
    rules=(
        Rule(
            NATIONALITY,
            (Finder(_nationalities, {"nationalities.adjectives"}),),
            overrides=frozenset({"EMPLACEMENT:PAYS"}),
        ),
    ),
    meanings={"adjective": _("an adjective of nationality said of a person")},
    lexicons={"nationalities.adjectives": with_plurals("nationalities")},
)
