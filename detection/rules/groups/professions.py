"""Occupations, except those of the people who care."""

import re
from collections.abc import Iterator

from detection.base import Finding
from detection.rules.lexicons import listed
from detection.rules.lexicons.inflection import with_plurals
from detection.rules.reading import Place, Reading
from detection.rules.rules import Finder, Rule, RuleGroup
from text.errors import gettext_noop as _

PROFESSION = "DÉMOGRAPHIE:PROFESSION"

# A field of a form: whatever stands in it is an occupation, known or not.
FIELD = re.compile(
    r"(?:actuelle?|exercee?|apprise?|anterieure?|precedente?|principale?|habituelle?|professionnelle"
    r"|du patient|de la patiente|du pere|de la mere|\s|[/(),])*:\s{0,3}"
)
# `prof. polisseur`, but « prof. de piano » and « prof. Rochat ».
DEEP = re.compile(
    r"(?<![a-z])(?:plaies?|dim|cm|mm|lesions?|abces|ulceres?|escarres?|incision|plan)(?![a-z])"
)
FIELD_BEFORE = re.compile(r"(?:^|[,;/|(.–-]\s{0,2}|\s{2})\Z")
SHORT_FIELD, LONGEST_TRADE = 5, 40
SHORT_FIELD_OPEN = re.compile(
    r"\s{1,3}(?=(?:apprentie? |aide-)?[a-zà-ÿ-]{3,}(?:ier|ière|eur|euse|cien|cienne|iste|çon|onne|ogue|rice|erte)(?![\w-]))"
)
FIELD_OPEN = re.compile(r"\s{1,3}(?=[^\W\d_])")
NO_OCCUPATION = re.compile(
    r"(?:sans|aucune?|retraite|rentier|rentiere|a la|a l'|au (?:chomage|social|benefice)|ai\b|inconnue?|non|neant|nc\b"
    r"|chomage|chomeu|en (?:arret|incapacite|conge|invalidite)|invalid|ne travaille|plus|pas|n'|independante?\b|actuellement"
    r"|cf\b|voir|a preciser|n/a|\?|-|\d|ancienne?\b|ex-|temps|travaille|100)"
)
# An occupation of any words, up to what says how much, where or since when.
FREE_WORDS = re.compile(
    r"[^\W\d_][\w’'-]*(?: (?:(?:de|du|des|en|d'|d’|sur|et|la|l'|l’|à)\s?){0,3}[^\W\d_][\w’'-]*){0,4}?"
    r"(?=\s*(?:$|[,.;:()/\n\[]|à \d|\d|a \d| à la| au | aux | chez | dans | depuis | pour | en (?:arr|inc|cong|inv|cours|ret)"
    r"| [A-ZÀ-Ý][\w'’]*(?: [a-zà-ÿ]+){0,2} ?:| retrait| à temps| à l'| indép| puis | mais | actuellement| avec | sans | qui | auprès| jusqu| à [A-ZÉ]| ancien))"
)

# After `travaille comme`: no occupation, or nothing that names one.
NO_TRADE = re.compile(
    r"(?:avant|auparavant|d'habitude|habituellement|il|elle|ils|on|prevu|convenu|toujours|tout|tous|toute|dans|a|au|aux|avec|sur|si|pour|par|en"
    r"|possible|indique|demande|ca|cela|jadis|hier|suit|les?|la|l'\w+|ses|son|sa|mon|benevole|independante?|salariee?|remplacante?|temporaire|extra|interimaire"
    r"|fou|folle|malade|bete|forcat|dingue|damne|jamais|personne|moyen|traitement|cadeau|soutien|aide|appoint|relation|base"
    r"|la marche|la parole|lecture|ecriture|langue|francais|deglutition|l'\w+)\b"
)
LINK_LAST = re.compile(r"\s(?:en|de|du|des|à|et|sur)$")
ARTICLE = re.compile(r"\s{1,2}(?:(?:une?|simple|jeune)\s)*")

# Words that announce an occupation and stay outside.
ANNOUNCED = re.compile(
    r"(?:\b(?:comme|en tant qu[e']|en qualite d[e']|metiers? d[e']|metier|professions? d[e']|profession|apprentissages? d[e']|apprentissages? comme"
    r"|formation d[e']|formation comme|cfc d[e']|cfc|brevet d[e']|diplome d[e']|poste d[e']|emploi d[e']|activite d[e']|places? d[e']"
    r"|anciens?|anciennes?|ex|etait|devenue?|travaille en tant que|carriere d[e']|stage d[e']|exerce d[e']|travail d[e']"
    r"|engagee? comme|retraitee?s?,? anciens?|retraitee?,? ancienne|est|sont|etaient|reconvertie? en|reconversion (?:comme|en)"
    r"|etudes? d[e']|etudes? pour devenir|fonction d[e']|est une?|etait une?|employee? comme|future?"
    r"|occupation|activite|activite professionnelle|metier actuel|job|travail)\W{0,3}(?:une?\s|simple\s|petite?\s|jeune\s|bonne?\s)?)$"
)
# Who may be said to have one: not those who are met in the course of care.
PERSON_BEFORE = re.compile(
    r"(?:\b(?:patiente?|il|elle|pere|mere|maman|papa|mari|epou[xs]e?|conjointe?|compagn(?:e|on)|fils|fille|frere|soeur"
    r"|gendre|cousine?|oncle|tante|parents?|enfants?|freres|soeurs|filles|homme|femme|dame|ans|mariee?|celibataire|divorcee?"
    r"|veu[fv]e?|separee?|ami|amie|voisine?|monsieur|madame|jeune|retraitee?|grand-(?:pere|mere)|beau-\w+|belle-\w+|personne|pat|partenaire)"
    r"(?:\W{1,3}\d{1,3} ans)?)[\s,:()–-]{1,3}(?:(?:est|sont|etait|etaient)\s)?(?:une?\s|actuellement\s|aussi\s|ancienne?\s)?$"
)
OWN_AFTER = re.compile(
    r"(?:\s(?:de (?:profession|metier|formation)|a la retraite|retraitee?s?\b|a \d{2,3}\s?%|independante?\b|au chomage|en retraite"
    r"|en arret|a temps|actuellement en arret|en incapacite|chez\b|dans une?\b))"
)
# A role in the care of this patient, or a place one goes to.
MET_BEFORE = re.compile(
    r"\b(?:chez|par|avec|notre|nos|vos|votre|avis|vu|vue|consult\w*|adress\w*|aupres|dr|dre|mme|mr|m|monsieur|madame|dresse|prof)"
    r"\W{1,3}(?:une?|le|la|les|l'|leur|son|sa|d[eu']s?|nos|notre)?\s?$"
)
TITLE_BEFORE = re.compile(
    r"(?:\b(?:mme|mr|m|dr|dre|dresse|monsieur|madame|mlle|prof|pr|docteur)\.?#?\s?|\b[a-z]\.\s?)$"
)
BY_BEFORE = re.compile(r"\b(?:chez|aupres d[eu'])\W{1,2}(?:le|la|les|l'|un|une|son|sa)?\s?$")
# `allergie à l'avocat`, `poumon de fermier`, `asthme du boulanger`: a fruit, a disease.
NOT_BEFORE = re.compile(
    r"(?:\b(?:allergi|intoleran|anaphyla|mang|salade|puree|noyau|huile)[a-z]*\b[^.;]{0,30}"
    r"|\b(?:poumon|coude|doigt|genou|pouce|asthme|kyste|fracture|dermatite|eczema|main|maladie|nez|epaule|talon|syndrome|bursite|signe|rhinite|crampe)s?"
    r"\s(?:de l'|de la |du |des |de |d')|\bdesign[a-z]+ comme )$"
)
# `amené par les pompiers`: a service, not someone's occupation.
SERVICES = ("pompiers", "policiers", "gendarmes", "douaniers")
SERVICE_BEFORE = re.compile(r"\b(?:par|les|des|aux|nos|ces|deux|trois)\s(?:les\s|des\s)?$")
# `employée chez X`: where someone works, not as what.
EMPLOYED = re.compile(r"employee?s? (?:chez|a|au|aux|par|dans|pour|comme|depuis|en tant)\b")
# What is told of someone between commas: `M. X, plongeur au restaurant`.
NAMED_BEFORE = re.compile(
    r"\b(?:m\.|mr|mme|mlle|monsieur|madame)[ #](?:[^\s,.;:]+ ){0,4}[^\s,.;:]+, (?:une? )?$"
)
AT_WORK = re.compile(r"\s?(?:$|[,.;)]|(?:a la|au|aux|chez|dans|a l'|a \d{2,3} ?%|depuis)(?![a-z]))")
TOLD_AFTER = re.compile(r"\s?(?:$|[,.;)]|(?:au|aux|chez|dans|a|en|de \d|depuis|sur)\b)")
# Among those who care they have a function.
FUNCTIONS = re.compile(
    r"(?:aide|assistant|auteur|cadre|chef|coach|consultant|conseill|contro|courrier|curat|expert|garde|gestionnaire|guide|inspect|interprete"
    r"|juge|operat|prepose|responsable|secretaire|surveillant|technicien|tuteur|veill|visiteu|volontaire|representant|patron|facteur|formateur|formatrice|animat)"
)
# `chez un facteur de 59 ans`: someone, and nobody who is asked.
AGED_AFTER = re.compile(r" (?:age?e? )?de \d{2} ans\b")
# `assistante-doctorante`.
JOINED_BEFORE = re.compile(
    r"(?<![\w-])(?:assistante?|adjointe?|aide|cheff?e?|enseignante?|etudiante?|ingenieure?)-$"
)
NOT_AFTER = re.compile(
    r"-[a-z]|\s(?:informatique|vocal|web)\s(?:est|en panne|hors|ne|a )|\s?(?:de risque|osseux|social\b|traitante?s?\b|[.:]\s?(?:dr|mme|m\.))"
)

# What belongs to the name of an occupation: `en droit`, `de chantier`, `civile`.
COMPLEMENT = re.compile(
    r" sur (?:machines?|autos?|automobiles?|camions?|v[ée]los?|motos?|poids lourds|bois|m[ée]taux)\b"
    r"| (?:(?:en|de|du|des|de la|de l['’])\s?|d['’])(?!(?:arrêt|arret|congé|conge|incapacité|retraite|cours|vacances|formation|profession"
    r"|métier|metier|garde|nuit|jour|suisse|france|santé|recherche d|invalidité|emploi|reprise|poste|stage|service|équipe"
    r"|longue|date|la|le|l'|l’|son|sa|ses|mon|notre|leur|cette|ce|un|une|plus|très|bonne|bon|rente|EMS|raison|lien|\d"
    r"|après|apres|avant|abord|ailleurs|habitude|autres?|environ|ici|faire|même|origine|nationalité|traitement|cas|âge|age|attente|mission|dernière|dernier|activité|tout|quelques|\w+ (?:ans|mois))\b)"
    r"(?:(?:la |l['’])?[^\W\d_]*[a-zà-ÿ][\w’'-]{2,})(?: et (?:de |d['’])?(?=[a-zà-ÿ]+\s?(?:$|[,.;)]))[a-zà-ÿ-]+)?"
)
STUDY = re.compile(
    r" (?:en|de|d['’])\s?(?:\d(?:e|ème|ère|re) (?:année )?(?:en |de |d['’])?)?(?:la |l['’])?[^\W\d_][\w’'-]+(?: [a-zà-ÿ-]+(?=\s*(?:$|[,.;)])))?",
    re.IGNORECASE,
)
APPRENTICE = ("apprenti", "apprentie", "apprentis", "apprenties")
TRADE = re.compile(
    r"[- ](?:[a-zà-ÿA-ZÀ-Ý-]{3,}(?:ier|ière|eur|euse|ien|ienne|iste|on|onne|aire|ère|ogue|ant|ante|eintre|rice)\b)"
    r"|[- ](?:[A-ZÀ-Ý-]{3,}(?:IER|IÈRE|IERE|EUR|EUSE|IEN|IENNE|ISTE|ON|AIRE|ANT|ANTE|RICE)\b)"
)
COMPLEMENT_CAPITALS = re.compile(COMPLEMENT.pattern, re.IGNORECASE)
STUDENT = tuple(
    f"{word}{end}" for word in ("etudiant", "doctorant") for end in ("", "e", "s", "es")
)

# `mineur en Bosnie`: where someone works is no part of the name.
WHERE = ("countries.name", "countries.doubtful", "places.listed")
INTO = re.compile(r" (?:en|de|d')\s?\Z")
# « sa belle-sœur garde les deux garçons ».
VERB = re.compile(
    r"(?:garde|aide|guide|juge) (?:les?|la|ses|son|sa|leurs?|ces?|cette)(?![a-z])|(?:garde|aide|guide|juge) l'"
)
# `Prof: coiffeuse`: the field, and nobody's.
FIELD_ITSELF = ("prof:", "prof :", "prof.:")
LISTS = ("professions.jobs", "professions.ambiguous", "professions.care")


def _listed(reading: Reading) -> Iterator[Finding]:
    taken = 0
    for place in reading.hits_of_any(*LISTS):
        finding = _occupation(reading, place) if place[0] >= taken else None
        if finding:
            taken = finding.end
            yield finding


def _in_fields(reading: Reading) -> Iterator[Finding]:
    """Yield what a form says after `Profession:`, whether a list knows it or not."""
    for start, end in reading.hits("professions.fields"):
        # « plaie L: 3 cm, prof: superficielle »: how deep it is.
        is_depth = reading.plain.startswith("prof", start) and end - start <= SHORT_FIELD
        if is_depth and DEEP.search(reading.plain, max(0, start - 60), start):
            continue
        opened = FIELD.match(reading.after(end)) or _open_field(reading, start, end)
        if opened is None:
            continue
        place = end + opened.end()
        if NO_OCCUPATION.match(reading.after(place)):
            continue
        match = FREE_WORDS.match(reading.text, place)
        if match:
            yield Finding(*match.span(), PROFESSION, "professions.field", (start, end))


def _announced(reading: Reading) -> Iterator[Finding]:
    """Yield what follows `travaille comme`, if no list has it."""
    for start, end in reading.hits("professions.announced"):
        gap = ARTICLE.match(reading.plain, end)
        if gap is None or NO_TRADE.match(reading.plain, gap.end()):
            continue
        place = gap.end()
        if any(reading.hits_between(name, place, place + 1) for name in LISTS):
            continue
        match = FREE_WORDS.match(reading.text, place)
        if match and reading.text[place].islower():
            stop = _without_place(reading, place, place + len(LINK_LAST.sub("", match[0])))
            yield Finding(place, stop, PROFESSION, "professions.field", (start, end))


def _open_field(reading: Reading, start: int, end: int) -> re.Match[str] | None:
    """Return the gap after a field without a colon: that of a line of a form, or `prof.` before a trade."""
    if reading.plain.startswith("prof", start) and end - start <= SHORT_FIELD:
        opens = FIELD_BEFORE.search(reading.plain, max(0, start - 3), start)
        return SHORT_FIELD_OPEN.match(reading.text[end : end + LONGEST_TRADE]) if opens else None
    at_start = not reading.text[max(0, start - 60) : start].strip()
    return FIELD_OPEN.match(reading.after(end)) if at_start and end - start > 5 else None


def _occupation(reading: Reading, place: Place) -> Finding | None:
    start, end = place
    before, after = reading.before(start, 60), reading.after(end)
    trigger = _trigger(reading, place, before, after)
    if trigger is None or EMPLOYED.match(reading.plain, start):
        return None
    if reading.plain.startswith(FIELD_ITSELF, start) or VERB.match(reading.plain, start):
        return None
    if TITLE_BEFORE.search(before) or NOT_AFTER.match(after) or NOT_BEFORE.search(before):
        return None
    if reading.plain.endswith(SERVICES, start, end) and SERVICE_BEFORE.search(before):
        return None
    joined = JOINED_BEFORE.search(before) if before.endswith("-") else None
    first = start - len(joined[0]) if joined else start
    return Finding(first, _whole(reading, place), PROFESSION, "professions.word", trigger)


def _trigger(reading: Reading, place: Place, before: str, after: str) -> Place | None:
    """Return the place of what makes the word someone's occupation."""
    # Many of these words begin a line, where nothing can announce them.
    is_opening = not before or before.isspace()
    announced = None if is_opening else ANNOUNCED.search(before) or PERSON_BEFORE.search(before)
    if announced and not (MET_BEFORE.search(before) and not ANNOUNCED.search(before)):
        return max(0, place[0] - len(announced[0])), place[0]
    if AGED_AFTER.match(after):
        return place
    # `la sage-femme indépendante, Mme X` cares for the patient.
    is_met = after.startswith(" independant") and place in reading.hits("professions.care")
    if OWN_AFTER.match(after) and not is_met and not MET_BEFORE.search(before):
        return place
    if place in reading.hits("professions.jobs"):
        return None if BY_BEFORE.search(before) else place
    return place if _is_told(reading, place, before, after) else None


def _is_told(reading: Reading, place: Place, before: str, after: str) -> bool:
    """Return whether a word of several meanings stands among what is told about a person."""
    is_told = _follows_nationality(reading, place[0])
    # `burundaise, aide-soignante à la Résidence X`: even those who care, if all is said of one.
    if is_told and place in reading.hits("professions.care"):
        return AT_WORK.match(after) is not None
    if not (is_told or NAMED_BEFORE.search(before)):
        return False
    if not TOLD_AFTER.match(after) or place in reading.hits("professions.care"):
        return False
    return not FUNCTIONS.match(reading.folded(*place))


def _follows_nationality(reading: Reading, start: int) -> bool:
    """Return whether a nationality and a comma stand before: `népalais, plongeur`."""
    if reading.text[start - 2 : start] != ", ":
        return False
    adjectives = reading.hits_between("nationalities.adjectives", max(0, start - 24), start)
    return any(end == start - 2 for _, end in adjectives)


def _whole(reading: Reading, place: Place) -> int:
    """Return where the name of the occupation ends, with what belongs to it."""
    end, word = place[1], reading.folded(*place)
    if word.endswith(STUDENT):
        study = STUDY.match(reading.text, end)
        return study.end() if study else end
    if word.endswith(APPRENTICE):
        end = _trade_end(reading, end)
    for start, stop in reading.hits("professions.adjectives"):
        if start == end + 1 and reading.text[end] == " ":
            end = stop
    complement = (COMPLEMENT_CAPITALS if reading.is_upper else COMPLEMENT).match(reading.text, end)
    return _without_place(reading, end, complement.end()) if complement else end


def _trade_end(reading: Reading, end: int) -> int:
    """Return the end of what someone is an apprentice of: `apprenti boulanger`."""
    if reading.text[end : end + 1] in (" ", "-"):
        for lexicon in LISTS:
            for _start, last in reading.hits_between(lexicon, end + 1, end + 2):
                return last
    trade = TRADE.match(reading.text, end)
    return trade.end() if trade else end


def _without_place(reading: Reading, first: int, last: int) -> int:
    """Return the end of an occupation before the place of work: `mineur` in `mineur en Bosnie`."""
    for lexicon in WHERE:
        for start, _end in reading.hits_between(lexicon, first, last):
            is_proper = reading.text[start].isupper() and not reading.is_upper
            into = INTO.search(reading.plain, max(first, start - 4), start)
            if into and (is_proper or lexicon == "countries.name"):
                return into.start()
    return last


GROUP = RuleGroup(
    name="professions",
    rules=(
        Rule(
            PROFESSION,
            (
                Finder(_in_fields, {"professions.fields"}),
                Finder(_announced, {"professions.announced"}),
                Finder(_listed, LISTS),
            ),
            after=frozenset({"CHUV:STRUCTURE_RÉFÉRENCE", "EMPLACEMENT:RUE", "ORGANISATION"}),
        ),
    ),
    meanings={
        "field": _("what stands after the word for an occupation"),
        "word": _("an occupation said of someone"),
    },
    lexicons={
        "professions.fields": listed("profession_fields"),
        "professions.announced": listed("profession_announcements"),
        "professions.jobs": with_plurals("professions"),
        "professions.ambiguous": with_plurals("professions_ambiguous"),
        "professions.care": with_plurals("professions_care"),
        "professions.adjectives": with_plurals("profession_adjectives"),
    },
)
