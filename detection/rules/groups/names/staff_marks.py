"""Names of those who care that no title announces: with an initial, in a reference, at the head and the foot of a letter."""

import re
from collections.abc import Iterable, Iterator, Sequence

from detection.base import Finding
from detection.rules.groups.common_words import is_listed_word, is_word
from detection.rules.groups.names.known import (
    is_eponym,
    is_known,
    is_near_surname,
    is_ordinary,
    is_surname,
)
from detection.rules.groups.names.openings import opening
from detection.rules.groups.names.patient_bare import SURNAMES, may_be_named
from detection.rules.groups.names.patterns import INITIAL
from detection.rules.groups.names.persons import Found, is_relative, list_gap, title_at
from detection.rules.groups.names.runs import Run, is_code, run_at
from detection.rules.groups.names.staff_functions import TITLED, WORD_BEFORE, is_unlike_words
from detection.rules.lexicons import words
from detection.rules.reading import Place, Reading

# `E.`, `K#Suter`, `J.-P.`; `M.`, `Dr.` and their like are titles.
INITIALLED = re.compile(
    rf"(?<![\w.#'’@/-])(?!M[.#](?!-)|[DMPSF][rt][.#]|[CN]h[.#](?=$)){INITIAL}(?:-?{INITIAL}){{0,2}}-?(?=[^\W\d_]|$)"
)
# Germs are written like people.
GERMS = frozenset(words("germs"))
# Who does something, to whom it is handed, who is reached: on folded text, right before the name.
TO_STAFF = re.compile(
    r"(?:^|[^a-z-])(?:par|aupres de|chez|avis de|avis|accord de|accord avec|d'entente avec|d'accord avec|en accord avec|vue? avec|vus avec|revue? avec"
    r"|discutee?s? avec|voir avec|voir|point avec|presence de|supervision de|responsabilite de|direction de|conduite de|remplacement de|signature de|ordre de|visa de|responsable|resp\.?|selon"
    r"|(?:remis|transmis|retransmis|soumis)e?s? a|(?:remettre|transmettre|adresser|confier|demander|envoyer|renvoyer|retourner|faxer|soumettre|deleguer|rendre|donner|apporter) a"
    r"|(?:adresse|confie|demande|envoye|renvoye|delegue|annonce|signale|passe|donne|laisse)e?s? a|(?:transmissions?|releve|demande)(?: (?:faites?|orales?|ecrites?|donnees?))? a|a l'att(?:ention|\.)? de|att\.?"
    r"|appeler|rappeler|contacter|joindre|aviser|prevenir|avertir|informer|biper"
    r"|(?:avise|prevenu|averti|informe|contacte|appele|bipe)(?:e?s?))\s$"
)
# `préleveur E. Lambelet`, `codeuse A. Rey`: nouns for those who do something.
AGENT = re.compile(
    r"[a-z]{3}(?:eurs?|euses?|rices?|iens?|iennes?|istes?|ogues?|aires?|antes?|ants)\s$"
)
NO_AGENT = re.compile(
    r"(?:facteurs?|douleurs?|tumeurs?|couleur|hauteur|valeurs?|ancien|ancienne|habitante?|resultante?|employeur|beneficiaire|proprietaire|locataire|auteurs?"
    r"|adolescente?|temperature|antecedents|contraire|circulaire|musculaire|[a-z]+(?:laire|naire|diaire)s?|restante?|suivante?s?|importante?s?|pendant|durant|avant)\s$"
)
# A field of a form, and those that name someone else.
FIELD = re.compile(r"[a-z]{2}\.?\)?\s?[:=]\s{0,2}$")
PATIENT_FIELD = re.compile(
    r"(?:^|[^a-z])(?:patiente?s?|noms?|prenoms?|concerne|conc|pat|ptes?|pts?|objet|assuree?|cliente?|residente?|bebe|enfants?|chambre|ch|lit|contact|tut(?:eur|rice)"
    r"|curat(?:eur|rice)|representante?|repondante?|famille|employeur|employeuse|proches?|interprete|conjointe?|titulaire|beneficiaire|preneur|destinataire)"
    r"(?: [a-z?]+)?\.?\)?\s?[:=]?\s{0,2}\(?$"
)
PARENTHESIS = re.compile(r"[a-z.)]\s?\((?:par |avec |avis |vue? (?:par |avec )|selon |cf )?$")
SIGNATURE = re.compile(r"[a-z0-9%).!][ ]?(?:[,;/|]|\.|\s[–-])\s{1,2}$")
GLUED = re.compile(rf"{INITIAL}[^\W\d_]{{3}}")
ADJECTIVE = re.compile(r"(?:ales?|aires?|iques?|ieure?s?|iennes?|oïdes?|euses?|ives?|ées?)$")
# What the patient signs.
CONSENT = re.compile(r"(?:consentement|decharge|directives anticipees)(?: [a-z]+){0,2} $")
# What an entry that is signed has before, at least.
_LEAST_TEXT = 15
CLOSED = re.compile(
    r"\s{0,2}(?:$|[,;/()&+.\n–-]|(?:et|ou|le|à|a|au|pour|avant|dès|ce|cet|demain|du|en|qui|sur)\b)"
)
LINE_END = re.compile(
    r"\s{0,2}(?:$|\n|,?\s[\d#./-]{6,10}\s{0,2}$|/[a-z]{2,3}\s{0,2}$|(?:[/&+,]|et\b)\s{0,2}[A-Z][.#])"
)
REACHED = re.compile(
    r"\s(?:avisee?|informee?|prevenue?|contactee?|avertie?|de garde|de piquet|joignable)\b"
    r"|[,(]?\s?\(?(?:bip|int\.|poste|dect|interne)\s?\d"
)
DOER_END = re.compile(
    r"(?!,?\s\(?\d{1,3}\s?(?:ans?|mois)\b)\s{0,2}(?:$|[,;./()\n–-]|\d|(?:et|à|ce|le|avant|puis|qui)\b)"
)
INITIAL_M = re.compile(r"M[.#]")
BY = (" par ", " avis ", " avis de ")
BROUGHT_BY = re.compile(
    r"(?:amen|accompagn|trouv|decouver|signal|annonc|adress|hospitalis|appel|agress|frapp|mord|griff|alert|demand|souhait|refus|rapport|decri|consentement|decharge|signe|infect"
    r"|heberg|entour|conduit|transport|remplac)[a-z]*(?: [a-z]+)? par $"
)
TEAM_HEADING = re.compile(r"[^:;.\n]{0,45}:\s{1,2}(?=[^\W\d_a-zß-ÿ])")
# Beside these a name is on a list of patients.
OF_PATIENTS = frozenset(
    {"CHUV:BÂTIMENT_CHAMBRE_OU_LIT", "ID:IPP", "ID:NUMÉRO_SÉJOUR", "DÉMOGRAPHIE:ÂGE"}
)
AGED = re.compile(
    r",?\s\(?(?:\d{1,3}\s?(?:ans?|mois|a)\b|nee?\b|ipp\b|ddn\b|\d{1,2}[.#/]\d{1,2}[.#/]\d{2})"
)
# `N/réf: Gauthier/mb`: who dictates, then who writes.
REFERENCE_GAP = re.compile(r"[.:=]{0,2}\s{0,2}")
WRITER_LAST = re.compile(r"/[a-zà-ÿ]{2,3}\s{0,2}(?:$|\n|[,;-])")
WRITER = re.compile(r"\s?[/-]\s?[a-zà-ÿ]{2,3}(?![\w'’])")
# Between colleagues: `Cher Jean-Daniel, merci de m'avoir adressé`.
GREETING_GAP = re.compile(
    r"\s(?:(?:ami|amie|confrère|consœur|collègue)s?\s)?(?!(?:Amie?|Confrère|Consœur|Collègue)s?\b)(?=[^\W\d_])"
)
GREETING_END = re.compile(r"\s{0,2}(?:$|[,!\n])")
GREETING_OPENS = re.compile(r"(?:^|[.!\n])\s{0,3}(?:mon |ma |mes |bien |tres )?$")
CLOSING_GAP = re.compile(r"[,.!\s:–-]{1,5}(?:\n\s{0,3})?")
CLOSING_END = re.compile(r"\s{0,2}(?:$|[,;\n(–-])")
# `DECT inf. resp. 63 118, Christelle`: whose number it is, before the number and behind it.
STAFF, PHONE = "NOM:PERSONNEL_MÉDICAL", "CONTACT:TÉLÉPHONE"
REACHED_BY = re.compile(
    r"(?<![a-z])(?:inf|physio|ergo|logo|med|anesth|chir|secr|pharm|pharmac|diet|sf|ass\. soc|stag|stagiaire|interne|stomatho)\.?"
    r"(?: (?:(?:de |du )?(?:garde|nuit|jour|piquet|service|liaison)|resp|responsable|ref|referente?|cheffe?|tri|coord)\.?)?"
    r"[ :,(]{1,3}(?:(?:bip|dect|tel|int|interne|poste|natel)\.?[ :]{1,2})?\Z"
)
BEHIND_PHONE = re.compile(r",?\s\(?(?=[^\W\d_a-zß-ÿ])")
HOLDS_PHONE = re.compile(r"\s?(?:$|[,;)/\n])")


def initials(word: str) -> Sequence[Place]:
    """Return the initials in a word between two spaces, before a name or at its end."""
    if "." in word or "#" in word:
        return [match.span() for match in INITIALLED.finditer(word)]
    return ()


def initialled(reading: Reading) -> Iterator[Found]:
    """Yield who is named with an initial and is no patient: `codage à revoir par T. Oberson`."""
    taken = 0
    for start, end in reading.hits("names.initials"):
        if start < taken or not reading.found.is_free(start, end):
            continue
        run = _initialled_run(reading, start, end)
        if run is None or not _is_staff(reading, run):
            continue
        while run and run.has_initial:
            taken = run.end
            yield run, "initial", (start, end)
            gap = list_gap(reading.text, run.end)
            run = run_at(reading, gap.end()) if gap else None


def _initialled_run(reading: Reading, start: int, end: int) -> Run | None:
    following = reading.text[end : end + 2].strip()
    if not following[:1].isupper():
        before = WORD_BEFORE.search(reading.text, max(0, start - 24), start)
        start = before.start() if before else start
    run = run_at(reading, start)
    if run is None and not reading.found.is_free(end, end + 3):
        # A surname that is a place too.
        run = run_at(reading, start, titled=True)
    return (
        run if run and run.has_initial and run.end >= end and _may_be_called(reading, run) else None
    )


def _may_be_called(reading: Reading, run: Run) -> bool:
    """Return whether the words are names of people, not of arteries and germs: `A. Fémorale`, `S. Aureus`."""
    if any(is_ordinary(word) or is_listed_word(word) or word in GERMS for word in run.words):
        return False
    # `Balthazar C.`: a grade behind an eponym.
    if is_eponym(run.words[-1]) and reading.text[run.end - 1] == ".":
        return False
    written = reading.text[run.names[0][0] : run.names[0][1]].split()[-1]
    if is_surname(run.words[0]) or is_known(run.words[0]):
        return True
    if GLUED.match(written):
        # `B.Oyarzabal`: those of arteries and nerves do not stand as close, or end like adjectives.
        return ADJECTIVE.search(written) is None
    return not is_word(written.rsplit(".")[-1])


def _is_staff(reading: Reading, run: Run) -> bool:
    before, after = reading.before(run.start, 60), reading.after(run.end)
    if AGED.match(after) or PATIENT_FIELD.search(before) or is_relative(reading, run.start):
        return False
    if before.endswith("par ") and CONSENT.search(before.removesuffix("par ")):
        return False
    if TO_STAFF.search(before) or REACHED.match(after) or WRITER_LAST.match(reading.text, run.end):
        return True
    if AGENT.search(before) and not NO_AGENT.search(before):
        return True
    if PARENTHESIS.search(before) or FIELD.search(before):
        return CLOSED.match(reading.text, run.end) is not None
    return _signs(reading, run, before)


def _signs(reading: Reading, run: Run, before: str) -> bool:
    """Return whether a name ends an entry: `Pansement refait, bords propres. K. Suter`."""
    if run.start < _LEAST_TEXT or not LINE_END.match(reading.text, run.end):
        return False
    previous = reading.found.before(run.start)
    is_listed = previous and run.start - previous.end < 4 and previous.label in OF_PATIENTS
    return not is_listed and bool(SIGNATURE.search(before))


def doers(reading: Reading) -> Iterator[Found]:
    """Yield who did something for a patient, by the first name: `SNG remise 13:20 par Joël`."""
    for start, end in reading.hits("names.first"):
        if not reading.plain.endswith(" par ", 0, start) or _is_other(reading, start):
            continue
        run = run_at(reading, start)
        if run is None or run.end < end or is_code(reading, run):
            continue
        if DOER_END.match(reading.text, run.end):
            yield run, "role", (start - 4, start - 1)


def known_doers(reading: Reading) -> Iterator[Found]:
    """Yield surnames that lists know of who did something or is reached: `autorisée par Ravussin`, `Brügger avisée`."""
    for place in reading.hits(SURNAMES):
        is_doer = reading.plain.endswith(BY, 0, place[0])
        if not (is_doer or REACHED.match(reading.after(place[1]))) or _is_other(reading, place[0]):
            continue
        run = run_at(reading, place[0])
        while run and run.end >= place[1] and may_be_named(reading, run):
            yield run, "role", place
            following = list_gap(reading.text, run.end) if is_doer else None
            run = run_at(reading, following.end()) if following else None


def _is_other(reading: Reading, start: int) -> bool:
    """Return whether a surname is that of a patient or someone near: with a form of address, or who brought them."""
    if TITLED.search(reading.text, max(0, start - 10), start) or INITIAL_M.match(
        reading.text, start
    ):
        return True
    is_brought = BROUGHT_BY.search(reading.before(start, 40))
    return bool(is_brought) or is_relative(reading, opening(reading, start))


def teams(reading: Reading) -> Iterator[Found]:
    """Yield who is on duty, on a list behind its heading: `Équipe du jour : Lorraine Chabloz, Dejan Ilic`."""
    for start, end in reading.hits("names.teams"):
        heading = TEAM_HEADING.match(reading.text, end)
        position = heading.end() if heading else None
        while position and (run := run_at(reading, position)) and _is_listed(reading, run):
            yield run, "list", (start, end)
            following = list_gap(reading.text, run.end)
            position = following.end() if following else None


def _is_listed(reading: Reading, run: Run) -> bool:
    return (run.has_initial or run.is_known or is_near_surname(run.words[-1])) and may_be_named(
        reading, run
    )


def references(reading: Reading) -> Iterator[Found]:
    """Yield who dictated a letter: `N/réf: Gauthier/mb`."""
    for start, end in reading.hits("names.references"):
        gap = REFERENCE_GAP.match(reading.text, end)
        run = run_at(reading, gap.end()) if gap else None
        if run and WRITER.match(reading.text, run.end) and is_unlike_words(reading, run):
            yield run, "role", (start, end)


def closings(reading: Reading) -> Iterator[Found]:
    """Yield who signs a letter, behind its last words: `Cordialement, Anne Rochat`."""
    for start, end in reading.hits("names.closings"):
        gap = CLOSING_GAP.match(reading.text, end)
        if gap is None or title_at(reading.text, gap.end()):
            continue
        run = run_at(reading, gap.end())
        is_sure = run and (run.has_initial or run.is_known or len(run.names) > 1)
        if (
            run
            and is_sure
            and CLOSING_END.match(reading.text, run.end)
            and is_unlike_words(reading, run)
        ):
            yield run, "signature", (start, end)


def greeted(reading: Reading) -> Iterator[Found]:
    """Yield the colleague to whom a letter is written: `Cher Jean-Daniel,`."""
    for place in reading.hits("names.greetings"):
        gap = GREETING_GAP.match(reading.text, place[1])
        if gap is None or not GREETING_OPENS.search(reading.before(place[0], 8)):
            continue
        run = run_at(reading, gap.end())
        runs: list[Run] = []
        while run and run.is_known:
            runs.append(run)
            following = list_gap(reading.text, run.end)
            run = run_at(reading, following.end()) if following else None
        if runs and GREETING_END.match(reading.text, runs[-1].end):
            yield from ((each, "greeting", place) for each in runs)


def reached(reading: Reading) -> Iterable[Finding]:
    """Return who answers at a number, by the first name alone: `DECT inf. resp. 63 118, Christelle`."""
    return [
        Finding(*run.names[0], STAFF, "staff_names.role", (phone.start, phone.end))
        for phone in reading.found.of(PHONE)
        if (run := _answering(reading, phone))
    ]


def _answering(reading: Reading, phone: Finding) -> Run | None:
    gap = BEHIND_PHONE.match(reading.text, phone.end)
    if gap is None or not REACHED_BY.search(reading.before(phone.start, 60)):
        return None
    run = run_at(reading, gap.end())
    is_sure = run and run.is_known and len(run.names) == 1
    return run if run and is_sure and HOLDS_PHONE.match(reading.text, run.end) else None
