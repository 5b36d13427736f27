"""Ages of people, not of pregnancies, and not durations: the words around decide."""

import re
from collections.abc import Iterator

from detection.base import Finding
from detection.rules import figures
from detection.rules.groups.times.numerals import NUMERAL, ends_with_number
from detection.rules.groups.times.short_ages import (
    AGE,
    GROWN_UP,
    KIN,
    LAST_YEAR_OF_LIFE,
    NAMED,
    short_ages,
)
from detection.rules.lexicons import listed
from detection.rules.reading import Place, Reading
from detection.rules.rules import Finder, Rule, RuleGroup
from text.errors import gettext_noop as _

PATIENT_NUMBERS = frozenset({"ID:IPP", "ID:NUMÉRO_SÉJOUR"})

# All patterns read folded text: small letters, no accents, plain signs, `?` for œ. Those that end with
# \Z look back from a place, the others look ahead.
_COUNT = rf"(?:\d{{1,3}}(?:[.,#]5)?|{NUMERAL}(?![a-z]))"
_HALF = r"(?: ?½| 1/2)"
# Several ages that share their unit: `13 et 15 ans`, `3, 5 et 8 ans`, `entre 60 et 65 ans`.
COUNT_BEFORE = re.compile(
    rf"(?<![\w./#:+'-])(?<!\d,)(?:(?:{_COUNT}, ?){{0,5}}{_COUNT}(?: et | ou | a | ?- ?))?{_COUNT}{_HALF}? ?\Z"
    # `H#45 ans`.
    rf"|(?<=(?<![a-z])[hf][#.])\d{{1,3}} ?\Z"
    rf"|(?<=d'){_COUNT}{_HALF}? ?\Z|(?<=[de(])(?:{_COUNT} (?:et|ou) )?{_COUNT} ?\Z"
)
LONGEST_COUNT = 60
# A number alone, the commonest by far: nothing joins it to another.
ALONE_BEFORE = re.compile(r"(?<=[ (])\d{1,3} ?\Z")
JOINTS_OF_NUMBERS = (" et ", " ou ", " a ", "- ")
SMALLER = re.compile(
    rf"(?: (?:et )?(?:{_COUNT} ?(?:mois|semaines?|sem\.?|jours?)|demie?|1/2)(?![a-z]|-[a-z]))?"
    rf"(?: (?:et )?{_COUNT} ?jours?(?![a-z]))?(?P<of_life> de vie(?![a-z]))?"
)
YEARS = ("an", "ans", "annee", "annees")
ONE = ("1", "un")

_ABOUT = r"(?:environ |env\.? |presque |pres de |plus de |moins de |bientot |seulement |entre |a peine |deja )?"
SAYS_AGE = re.compile(
    rf"(?:(?<![a-z])(?:agee?s?|ages)(?: respectivement| actuellement| corrige| reel| civil| chronologique)?[ :=(]*(?:de ?|d'|est |etait )?"
    rf"|(?<![a-z])(?:ses|leurs|mes|vos) |(?<![a-z])(?:avait|aura|avoir|fete) )(?:ses )?{_ABOUT}\Z"
)
PREGNANCY_BEFORE = re.compile(
    r"(?:enceinte|grossesse|gestation|gestationnel|amenorrhee|terme|prematuree? (?:nee? )?a)[^.,;\n]{0,10}\Z"
)
PREGNANCY_AFTER = re.compile(
    r" (?:sa(?![a-z])|d'amenorrhee|de grossesse|de gestation|gestationnel|\d/7)"
)
DURATION_BEFORE = re.compile(
    r"(?:(?<![a-z])(?:depuis|dps|pendant|pdt|durant|il y a|y a|dans|tous les|toutes les|chaque|pour|sur|en|d'ici"
    r"|apres|au bout de|encore|moins de|plus de|au moins|maximum|minimum|les|ces|derniers|premiers|prochains|bout de"
    r"|sous|quelques|toutes|tous|encore|date de|remonte a|suite|puis|x|par|travaille|fume|vecu|restee?|dure|habite|attendu)"
    rf"[ :]|[/<>~+] ?){_ABOUT}\Z"
)
# What lasts, before « de »; words in -thérapie, -ation, -ement and -isme do.
LASTING = re.compile(
    r"(?<![a-z])(?:[a-z]*(?:therapie|ation|ement|isme|sion|tion)s?|duree|sejour|arret|arret de travail|periode|delai"
    r"|suivi|histoire|mariage|contrat|cure|cycle|surveillance|survie|recul|peine|anciennete|experience|intervalle"
    r"|apprentissage|prison|incapacite|conge|stage|attente|pause|vacances|regime|course|programme|bail|toux"
    r"|douleurs?|cephalees?|anamnese|notion|essai|ecart|retard|stabilite|sevrage|abstinence|commune|garde|antibio"
    r"|antibiotiques|pension|rente|scolarite|carriere|vie|etudes|absence|voyage|convalescence)"
    rf"(?: [a-z]{{1,14}})? (?:de ?|d'){_ABOUT}\Z"
)
AT = re.compile(r"(?<![a-z])(?:a|vers|jusqu'a|des|avant) ?(?:environ |env\.? |l'age de )?\Z")
# What happens a time after something else, not at an age.
AFTER_SOMETHING = re.compile(
    r"(?<![a-z])(?:controles?|suivi|survie|risque|frax|framingham|agla|scores?|taux|incidence|esperance|remission|recul|recidive|pronostic|resultats?|bilan|rx|irm|ct|scanner"
    r"|consultations?|revoir|rdv|rendez-vous|mortalite|probabilite|reevaluation|reevaluer|colonoscopie|echographie|visite"
    r"|radiographie|radio|refaire|prevoir|prevue?|chirurgie|distance|rappel|examen|densitometrie|mammographie"
    r"|evaluation|cicatrisation|consolidation|intervention|post-?op[a-z]*|recontrole|repeter|planifier|revue?"
    r"|rapport|espacer|espaces?)(?: [^.;,\n]{0,40})? a \Z"
)
# What children learn, and what strikes at an age, even in months.
AT_AN_AGE = re.compile(
    r"(?<![a-z])(?:marche|assise?|tenue|sourire|babill[a-z]*|mots?|phrases?|dents?|propre|proprete|vaccin[a-z]*"
    r"|rampe|pattes|station|allait[a-z]*|sevr[a-z]*|diagnosti[a-z]*|premiere?s?|crises?|convulsions?|decede[es]*|operee?"
    r"|mort|morte|deces|diversification|acquise?s?|parle|developpement|langage|debout)"
    rf"[^.;\n]{{0,25}} (?:a|vers|jusqu'a|des) {_ABOUT}\Z"
)
_PEOPLE = (
    r"patiente?s?|ptes?|pts?|hommes?|dames?|fillette|garcons?|garconnet|enfants?|bebes?|nourrissons?|nouveau[ -]nee?s?"
    r"|prematuree?s?|nne?|adolescente?s?|ado|jeunes?|personne|petite?s?|ainee?|cadette?|benjamine?"
    r"|ressortissante?|monsieur|madame|m|mr|mme|h|f|p?tit[es]?|puine|eleve|ecolier|ecoliere|sujet"
)
PERSON = re.compile(
    rf"(?<![a-z])(?:{_PEOPLE}|{KIN})(?: [a-z?'-]{{1,20}}){{0,3}} ?(?:de ?|d'|\(|: ?|, ?|ont |a )\Z"
)
# `garçon 5 ans`, `2 filles 4 ans et 11 ans`, `préma, 6 mois`: nothing joins the age to the child.
_CHILDREN = (
    r"fillettes?|filles?|fils|garcons?|garconnet|enfants?|enf\.?|bebes?|nourrissons?|nouveau[ -]nee?s?|nne?|prema\w*|ado(?:lescente?)?s?"
    r"|jeunes?|jumeaux|jumelles?|freres?|s(?:oe|\?)urs?|eleve|ecolier|ecoliere|apprentie?(?: [a-z?-]{3,16})?"
)
# `ménarche 13 ans`, `amygdalectomie 7 ans`.
MILESTONE = re.compile(
    r"(?<![a-z])(?:menarche|menopause|puberte|varicelle|rougeole|[a-z]+ectomie|fracture [a-z]+) \Z"
)
# `Tentamen, F 17 ans`: the sex alone, behind a sign.
SEX_BESIDE = re.compile(r"(?:^|[,(/;:>] ?|- )(?:f|h|m|fem|masc)[.,]? \Z")
CHILD_BESIDE = re.compile(rf"(?<![a-z])(?:{_CHILDREN})(?: corrige| ac)?[,:]? \Z")
# The commonest by far, and no need to look for what it is not.
DIRECT_PERSON = re.compile(r"(?:patiente?|homme|femme|enfant|garcon|fille|agee?) de \Z")
CHILD = re.compile(
    rf"(?<![a-z])(?:{_PEOPLE}|{KIN})(?: [a-z?'-]{{1,16}}){{0,2}}(?: de ?| d'| ?\(|, age de )\Z"
)
# `à 1 an, 3 ans et 5 ans`: the next of a row of times.
SCHEDULED = re.compile(
    rf"(?<![a-z])a {_COUNT} ?(?:ans?|mois|semaines?|sem\.?|jours?)"
    rf"(?:(?:, | et | puis (?:a )?)(?:a )?{_COUNT} ?(?:ans?|mois|semaines?|sem\.?|jours?)){{0,4}}(?:, | et | puis | ou )\Z"
)
APPOSITION = re.compile(r"(?:^|\n|[,(;:-] ?|(?<![a-z])(?:de |d'|du )|[.] )\Z")
DURATION_AFTER = re.compile(
    r" (?:plus t[ao]|auparavant|apres|avant|sur \d|de (?:traitement|suivi|tabag|recul|mariage|vie|maladie|service|prison"
    r"|travail|sevrage|remission|consommation|metier|carriere|formation|suite|relation|vie commune|dialyse|survie|stage)"
    r"|d'(?:evolution|anciennete|experience|abstinence|intervalle|affilee|attente|etudes?|exposition|ecart|incapacite)"
    r"|post|consecutif|environ avant|durant|de suite|passes)"
)
BORN = re.compile(r"(?<![a-z])(?:nee?|ne\(e\)|ddn|naissance)[ :le]{0,6}\Z")
CLOSED = re.compile(r" ?(?:[,)]|$|\n)")
JOINTS = (" et ", " ou ", ", ", " et de ", ", de ", "/", " / ")
LONGEST_JOINT = 8
LABELLED = re.compile(
    r"(?: corrige)?[ :=]{0,3}(?:de )?(?P<age>\d{1,3})(?!\d)(?![.,#/:-]\d)(?! ?(?:ans?|annees?|mois|sem|semaines?|jours?|j|h|sa|%)(?![a-z]))"
)
# `le petit Djibril 4 ans`: a child and its name, whatever it is.
CHILD_NAMED = re.compile(
    r"(?<![a-z])(?:le |la |du |notre )(?:petite?|jeune|bebe|garcon|fillette) [a-z?'-]{3,20} \Z|l'enfant [a-z?'-]{3,20} \Z"
)
# `36 heures de vie`, `12h de vie`.
HOURS_BEFORE = re.compile(r"(?<![\w.,/#:+'-])\d{1,3} ?(?:heures?|hrs?|h) \Z")
DECADE_AFTER = re.compile(r"(?: d'annees)?")
DECADE_BEFORE = re.compile(
    rf"(?<![a-z])(?:{_PEOPLE}|{KIN}|agee?)(?: [a-z?'-]{{1,16}}){{0,2}} (?:d'une |dans la |la |une )(?:petite |bonne )?\Z"
)


def _with_units(reading: Reading) -> Iterator[Finding]:
    position = 0
    for place in reading.hits("ages.unit"):
        if place[0] >= position and (found := _with_unit(reading, place)):
            position = found[1]
            yield Finding(*found, AGE, "ages.unit", place)


def _decades(reading: Reading) -> Iterator[Finding]:
    for place in reading.hits("ages.decade"):
        if DECADE_BEFORE.search(reading.plain, max(0, place[0] - 60), place[0]):
            behind = DECADE_AFTER.match(reading.plain, place[1])
            yield Finding(place[0], behind.end() if behind else place[1], AGE, "ages.decade", place)


def _with_unit(reading: Reading, place: Place) -> Place | None:
    plain = reading.plain
    if not ends_with_number(plain, place[0]):
        return None
    count = _count_before(plain, place[0])
    smaller = SMALLER.match(plain, place[1]) if count else None
    if not count or not smaller:
        return None
    (start, number), end = count, smaller.end()
    if PREGNANCY_AFTER.match(plain, end):
        return None
    if _follows_found(reading, start, number) or reading.follows_name("names.first", start):
        return start, end
    if plain[place[0] : place[1]] in YEARS:
        is_age = _is_age_in_years(plain, start, number, end)
    else:
        is_age = bool(smaller["of_life"]) or _is_age_of_child(reading, start, end)
    return (start, end) if is_age else None


def _count_before(plain: str, place: int) -> tuple[int, str] | None:
    """Return where the number of an age starts, and how it is written."""
    alone = ALONE_BEFORE.search(plain, max(0, place - 5), place)
    if alone and not plain.endswith(JOINTS_OF_NUMBERS, 0, alone.start()):
        return alone.start(), alone[0]
    count = COUNT_BEFORE.search(plain, max(0, place - LONGEST_COUNT), place)
    return (count.start(), count[0]) if count else None


def _follows_found(reading: Reading, start: int, number: str) -> bool:
    """Whether an age or the number of a patient ends just before: `4 ans et 7 ans`, `IPP 3307812 / 91 ans`."""
    previous = reading.found.before(start)
    if previous is None or start - previous.end > LONGEST_JOINT:
        return False
    joint = reading.plain[previous.end : start]
    if previous.label == AGE:
        return joint in JOINTS
    return previous.label in PATIENT_NUMBERS and joint == " / " and _largest(number) >= GROWN_UP


def _is_age_in_years(plain: str, start: int, number: str, end: int) -> bool:
    window = max(0, start - 60)
    if DIRECT_PERSON.search(plain, max(0, start - 16), start):
        return True
    if _largest(number) > LAST_YEAR_OF_LIFE or PREGNANCY_BEFORE.search(plain, window, start):
        return False
    if SAYS_AGE.search(plain, window, start):
        return True
    if _is_lasting(plain, start):
        return False
    if AT.search(plain, window, start):
        return _is_at_age(plain, start, number)
    return not DURATION_AFTER.match(plain, end) and _is_of_someone(plain, start, number)


def _is_lasting(plain: str, start: int) -> bool:
    """Whether the words in front make it a duration."""
    is_announced = DURATION_BEFORE.search(plain, max(0, start - 30), start)
    return bool(is_announced or LASTING.search(plain, max(0, start - 60), start))


def _is_at_age(plain: str, start: int, number: str) -> bool:
    """Whether « à 16 ans » is an age, not a time after something; « à un an » mostly is the latter."""
    window = max(0, start - 60)
    if AFTER_SOMETHING.search(plain, window, start):
        return False
    return number.strip() not in ONE or bool(AT_AN_AGE.search(plain, window, start))


def _is_of_someone(plain: str, start: int, number: str) -> bool:
    """Whether someone is named in front, or the number is one that people live and things rarely last."""
    window = max(0, start - 60)
    if (
        PERSON.search(plain, window, start)
        or CHILD_BESIDE.search(plain, window, start)
        or SEX_BESIDE.search(plain, window, start)
        or MILESTONE.search(plain, window, start)
        or CHILD_NAMED.search(plain, window, start)
    ):
        return True
    if SCHEDULED.search(plain, window, start):
        return False
    is_apposed = _largest(number) >= GROWN_UP or APPOSITION.search(plain, window, start)
    return bool(is_apposed) and number.strip() not in ONE


def _largest(count: str) -> int:
    """Return the largest of the numbers in figures; words never say too much."""
    if (number := count.strip()).isdecimal():
        return int(number)
    return max((int(number) for number in re.findall(r"\d+", count)), default=GROWN_UP)


def _is_age_of_child(reading: Reading, start: int, end: int) -> bool:
    """Whether months, weeks or days are an age: only where a child or an age is spoken of."""
    plain = reading.plain
    window = max(0, start - 60)
    if SAYS_AGE.search(plain, window, start):
        is_age = not plain.endswith(("ses ", "avait ", "leurs "), 0, start)
        return is_age and not PREGNANCY_BEFORE.search(plain, window, start)
    # Mostly it lasts: « depuis 3 jours ».
    if _is_lasting(plain, start) or PREGNANCY_BEFORE.search(plain, window, start):
        return False
    if DURATION_AFTER.match(plain, end) or AFTER_SOMETHING.search(plain, window, start):
        return False
    if any(
        cue.search(plain, window, start) for cue in (CHILD, CHILD_BESIDE, SEX_BESIDE, AT_AN_AGE)
    ):
        return True
    is_apposed = _follows_birth(reading, start) or NAMED.search(
        reading.text, max(0, start - 24), start
    )
    return bool(is_apposed and CLOSED.match(plain, end))


def _follows_birth(reading: Reading, start: int) -> bool:
    """Whether a date of birth ends just before: `née le 29.03.2018, 39 jours`."""
    previous = reading.found.before(start)
    if previous is None or start - previous.end > LONGEST_JOINT:
        return False
    if reading.plain[previous.end : start] not in (", ", " (", " - "):
        return False
    return bool(BORN.search(reading.plain, max(0, previous.start - 24), previous.start))


def _labelled(reading: Reading) -> Iterator[Finding]:
    """Yield a number without unit beside the word for age: `Âge: 72`."""
    for place in reading.hits("ages.word"):
        match = LABELLED.match(reading.plain, place[1])
        if match and int(match["age"]) <= LAST_YEAR_OF_LIFE:
            yield Finding(*match.span("age"), AGE, "ages.word", place)


def _hours_of_life(reading: Reading) -> Iterator[Finding]:
    """Yield the age of a newborn in hours: `36 heures de vie`."""
    for place in reading.hits("ages.life"):
        hours = HOURS_BEFORE.search(reading.plain, max(0, place[0] - 12), place[0])
        if hours:
            yield Finding(hours.start(), place[1], AGE, "ages.unit", place)


GROUP = RuleGroup(
    name="ages",
    rules=(
        Rule(
            AGE,
            (
                Finder(_with_units, {"ages.unit"}),
                Finder(short_ages, {figures.YEARS}),
                Finder(_hours_of_life, {"ages.life"}),
                Finder(_labelled, {"ages.word"}),
                Finder(_decades, {"ages.decade"}),
            ),
            after=frozenset({"TEMPORAL:DATE", "TEMPORAL:TEMPS"}) | PATIENT_NUMBERS,
        ),
    ),
    meanings={
        "unit": _("a number of years, months, weeks or days that someone has lived"),
        "word": _("a number beside the word for age"),
        "decade": _("a decade of life"),
    },
    lexicons={
        "ages.unit": listed("age_units"),
        "ages.life": lambda: ["de vie"],
        "ages.word": listed("age_words"),
        "ages.decade": listed("age_decades"),
    },
)
