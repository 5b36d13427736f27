"""Names of patients and of those who care for them."""

import re
from collections.abc import Iterator

from detection.findings import Finding
from detection.folding import fold
from detection.lexicons import listed
from detection.lexicons.inflection import with_slips
from detection.name_runs import (
    ITEM,
    OVERRIDDEN,
    Run,
    is_eponym,
    is_first_name,
    is_known,
    is_ordinary,
    is_stop,
    is_telling_name,
    run_at,
    words_of,
)
from detection.reading import Place, Reading
from detection.rules import Family, Rule

PATIENT, STAFF = "NOM:PATIENT_E", "NOM:PERSONNEL_MÉDICAL"
# Names go last: what others found is not taken for a name, except right after a title.
EARLIER = frozenset(
    {
        "CHUV:BÂTIMENT_CHAMBRE_OU_LIT",
        "CHUV:STRUCTURE_RÉFÉRENCE",
        "CONTACT:EMAIL",
        "CONTACT:URL",
        "DÉMOGRAPHIE:ÂGE",
        "EMPLACEMENT:CODE_CANTON",
        "EMPLACEMENT:RUE",
        "ID:IPP",
        "ID:NUMÉRO_SÉJOUR",
        "ORGANISATION",
        "TEMPORAL:DATE",
    }
)
BIRTHDAYS = ("TEMPORAL:DATE", "DÉMOGRAPHIE:ÂGE", "ID:IPP", "ID:NUMÉRO_SÉJOUR")

# Between a title and a name: `Dr. méd. X`, `M#X`, `Mme: X`.
TITLE_GAP = re.compile(
    r"(?:\(a\))?[.#]{0,2}[ \t\u00a0]{0,3}(?:(?:méd|med|dent|vét|phil|ès sc)\b\.?[ \t]{0,2})?:?[ \t\u00a0]{0,3}\(?"
)
# Short titles mean other things too; these are the ways of writing them.
SHORT_TITLES = frozenset(
    {"M", "MM", "Pr", "PR", "Pre", "PRE", "PD", "IDE", "TRM", "ISP", "ISC", "ICS", "Prs", "PRS"}
)
SPELT_SHORT = frozenset({"m", "mm", "pr", "pre", "pd", "ide", "trm", "isp", "isc", "ics", "prs"})
TITLE = re.compile(
    r"(?:le\s|la\s)?(?:M|Mr|MM|Mme|Mmes|Mlle|Monsieur|Madame|Dr|Dre|Drs|Dresse|Docteure?|Doctoresse|Prof|Pr|Pre|PD|Inf|inf"
    r"|M\.\s?et\sMme|Mme\set\sM)(?:[.#]\s{0,2}|\s{1,2})(?:(?:Dr|Dre|Dresse|Prof|med|méd)(?:\.\s?|\s))?",
    re.IGNORECASE,
)
# In capitals nothing shows where a title ends.
GLUED = re.compile(r"\b(?:MONSIEUR|MADAME|MME)(?=[^\W\d_]{3})")

# After a role: `Opérateur(s): X`, `infirmière X`, `physiothérapeute, Mme X`, `signé par la Dre X`.
ROLE_GAP = re.compile(
    r"(?:\((?:s|e|es|trice)\)|/\w{1,4})?\s{0,2}(?P<sign>[:=]|->|-|,|\()?\s{0,3}(?:(?:par|le|la|l['’]|les|de|à|au)\s{0,2}){0,2}"
)
LIST_GAP = re.compile(
    r"\s{0,2}(?:,|/|;|&|\+|\bet\b|\bou\b|-(?=\s)|\n)\s{0,2}(?:(?:de|à|par|le|la)\s)?"
)
ENDS_BY = ("par", "avec", " a", " de", "aupres de", "chez")
# Before a role: `Mme X, physiothérapeute`, `Anne X (IDE)`.
BEFORE_ROLE = re.compile(
    rf"(?<![\w'’.#-])(?P<run>{ITEM.pattern}(?:\s{ITEM.pattern.replace('?P<', '?:<')}){{0,3}})".replace(
        "?:<initials>", "?:"
    )
    .replace("?:<particle>", "?:")
    .replace("?:<word>", "?:")
    + r"\s{0,2}[,(/–-]\s{0,2}(?:notre\s|votre\s|l['’]|la\s|le\s)?$"
)
OWN_JOB = re.compile(r"\s(?:de (?:profession|metier|formation)|a la retraite|retraitee?)\b")
# Whom the patient goes to see.
WITH = re.compile(
    r"\b(?:rendez-vous|rdv|seances?|suite|prochaine?|controle|consultation|therapie|physiotherapie|ergotherapie|bilan|rv)\b"
    r"[^.;]{0,45}\b(?:avec|chez|aupres de)\s$"
)
ACTIVITY = re.compile(r"\s[-–:]?\s?[^\W\d_][\w’'éè -]{3,40}[ :]")
# Someone with a title who is treated: `Dr X, hospitalisé`.
TREATED = re.compile(
    r"[\s,]{0,3}(?:(?:est|a ete|etait|sera)\s(?:hospitalisee?|admise?|operee?|transferee?|un patient|une patiente)"
    r"|hospitalisee?\b|admise?\b|nee? le\b|(?:agee? de )?\d{1,3} ans\b|qui est hospitalise)"
)

# After a field of the form.
FIELD_GAP = re.compile(r"(?:\((?:e|s|es)\))?(?:/e)?\s{0,2}[:;=]\s{0,3}")
SURNAME_FIRST = re.compile(r"\s{0,3}(?P<name>[^\d,;:.]{2,40}),\s{1,2}")
ENDS_ITEM = re.compile(r"\s{0,2}(?:$|[,;/\n]|\s-\s)")
COMMA = re.compile(r",[ \t]{1,2}")
OPEN_GAP = re.compile(r"[ \t\u00a0]{1,4}")
# Names of relatives and neighbours have no category here.
RELATIVE = re.compile(
    r"\b(?:(?:grand-|arriere-grand-|petite?-|belle-|beaux?-|demi-|ex-)?(?:mere|pere|maman|papa|filles?|fils|freres?|soeurs?|parents?"
    r"|mari|femme|enfants|oncle|tante|neveux?|nieces?)|epou(?:x|se)|conjointe?|compagn(?:e|on)|concubine?|cousine?s?|gendre|bru"
    r"|voisine?s?|amie?s?|copine?|copain|fiancee?|partenaire|employeu(?:r|se)|patronn?e?|collegues? de travail|curat(?:eur|rice)|tut(?:eur|rice)"
    r"|avocate?|notaire|representante?(?: legale?| therapeutique)?|repondante?|personnes? (?:de (?:contact|confiance)|a (?:prevenir|contacter))"
    r"|proches?(?: aidante?s?| referente?)?|bailleur|proprietaire|colocataire|parrain|marraine|filleule?|entraineur|benevole|interprete"
    r"|traduct(?:eur|rice)|polici(?:er|ere)|gendarme|temoin|jumeau|jumelle|logeuse|contact)"
    r"(?:\s(?:ainee?|cadette?|unique|maternel(?:le)?|paternel(?:le)?|jumelle|jumeau|legale?|est))?[\s,:(\"«]{1,3}$"
)
# A proper name in a term of medicine.
TERM = re.compile(
    r"\b(?:maladies?|syndrome|sd|signes?|tests?|scores?|echelles?|classification|stade|criteres?|indice|index|formule|reflexes?"
    r"|man(?:oe)?uvre|epreuve|phenomene|triade|ligament|canal|tendon|drains?|sonde|pince|clamp|prothese|voie|methode|technique|procede"
    r"|operation|incision|position|fracture|hernie|kyste|tumeur|sarcome|lymphome|diverticule|anneau|chiasma|points?|ulcere|oesophage"
    r"|thyroidite|choree|paralysie|tetralogie|intervention|cellules?|corps|espace|cul-de-sac|angle|selon|type|saint|sainte|st|ste)"
    r"(?:[ -]\w+)?[ -](?:de |d'|du |des |a la |selon )?$"
)
OF = re.compile(
    r"(?:\b(?:de|du|selon|type|test|score|signe|of)\s|\bd'|\b(?:saint|sainte|st|ste)[ .-]+)$"
)
WHOSE = re.compile(
    r"\b(?:maman|papa|mere|pere|parents?|grand-\w+|frere|soeur|fils|fille|mari|femme|epouse|epoux|famille|etat|situation|evolution|suivi"
    r"|chambre|chevet|naissance|prise en charge|besoins|comportement|sommeil|dossier|aupres|propos|age|developpement|poids|taille"
    r"|arrivee|retour|admission|venue|entree|sortie|accueil|prenom|nom|present|presence|part|lit|peau|tete|voix|visite|sante|fievre"
    r"|toux|pleurs|regard|croissance|alimentation|traitement|douleurs?|anniversaire|doudou|amis?|copains?)\s(?:de\s|d')$"
)
SIGN_AFTER = re.compile(
    r"\s?(?:positif|negatif|neg\b|pos\b|\+|stade|classe|grade|score|type|test\b|tenu|normal|absent|present\b|modifie|\d+/\d+|:?\s?\d+\s?(?:points?|/)|-\s)"
)
DOES = re.compile(
    r",?\s(?:est|a|va|dort|mange|joue|pleure|tousse|boit|se|s'|ne|n'|etait|avait|sera|presente|reste|vomit|parle|marche|rentre|repond|sourit"
    r"|refuse|accepte|dit|semble|souffre|consulte|revient|peut|doit|prend|grandit|respire|bouge|reagit|beneficie|vit|habite|arrive|vient|part"
    r"|avance|progresse|evolue|recoit|garde|tolere|a ete|nous|lui|qui|calme|eveillee?|agee?|amenee?|vue?|hospitalisee?|nee?|tete|gazouille"
    r"|crie|demande|souhaite|comprend|montre|continue|suit|regarde|participe|collabore|pese|mesure|aime|fait|tient|perd|saigne)\b"
)
AGED = re.compile(r",?\s\(?(?:agee?s? d)?(?:e |')?\d{1,3}\s?(?:ans?|mois|jours|semaines)")
CHILD = re.compile(
    r"\b(?:petite?|jeune|enfant|bebe|nommee?|prenommee?|appelee?|surnommee?|bb|nouveau-ne|chere?|bonjour)\s$"
)
SENTENCE = re.compile(r"(?:^|[.!?;:\n•\-–>|(]\s{0,3}|\d[.)]\s{0,2}|#)$")
MIDDLE = re.compile(r"[a-z,]\s$")

# A line of a list: `ROCHAT Anne, 12.03.1956`, `ROCHAT Anne née le`, `ROCHAT Anne (IPP …)`.
BORN = re.compile(
    r"(?:\s{0,3}[,;(/|–-]{0,2}\s{0,3}(?:nee?(?:\s?\(e\))?\s{0,2}(?:le|en)|ne\(e\) le|ddn|date de naissance|naissance|d\.n\.|ipp|n°|no|sejour"
    r"|\*|dn)\s{0,2}:?\s{0,3}(?:no\s)?|(?P<bare>\s{0,3}[,;(/|–-]{1,2}\s{0,3}|\s{1,3}))$"
)
LISTED = re.compile(r"(?:^|[\n;|•>:]|\d[.)]|[–-]\s)\s{0,3}(?P<run>[^\n;|•>:\d]{2,60}?)$")


def _staff(reading: Reading) -> Iterator[Finding]:
    known: list[Run] = []
    for finder in (_staff_titles, _roles, _before_roles, _appointments, _own_staff):
        for run, rule, trigger in finder(reading):
            known.append(run)
            yield from _findings(run, STAFF, rule, trigger)
    if known:
        yield from _elsewhere(reading, known, STAFF)


def _patients(reading: Reading) -> Iterator[Finding]:
    known: list[Run] = []
    for finder in (_civil_titles, _treated, _fields, _listed, _first_names):
        for run, rule, trigger in finder(reading):
            known.append(run)
            yield from _findings(run, PATIENT, rule, trigger)
    if known:
        yield from _elsewhere(reading, known, PATIENT)


Found = tuple[Run, str, Place]


def _findings(run: Run, label: str, rule: str, trigger: Place) -> Iterator[Finding]:
    for start, end in run.names:
        yield Finding(start, end, label, f"names.{rule}", trigger)


# --- those who care


def _staff_titles(reading: Reading) -> Iterator[Found]:
    for place in reading.hits("names.staff_titles"):
        run = _titled(reading, place)
        if run and not _is_treated(reading, run, place):
            yield run, "staff_title", place
            yield from _others_of_list(reading, run, place)


def _titled(reading: Reading, place: Place) -> Run | None:
    """Return the names after a title, if the word is one."""
    start, end = place
    word = reading.text[start:end]
    if word.lower() in SPELT_SHORT and word not in SHORT_TITLES:
        return None
    before = reading.text[max(0, start - 2) : start]
    if before[-1:] in ("-", "'", "’", "/") and len(word) == 1:
        return None
    if len(word) < 3 and before.strip()[-1:].isdigit():
        return None
    gap = TITLE_GAP.match(reading.text, end)
    if gap is None or (gap.end() == end and not reading.text[end : end + 1].isupper()):
        return None
    return run_at(reading, gap.end(), titled=True)


def _is_treated(reading: Reading, run: Run, place: Place) -> bool:
    before = reading.before(place[0], 24)
    return bool(
        TREATED.match(reading.after(run.end, 30))
        or re.search(r"\b(?:patiente?|concerne)\W{1,3}(?:le |la )?$", before)
    )


def _others_of_list(reading: Reading, run: Run, place: Place) -> Iterator[Found]:
    """Yield who follows without a title of their own: `Drs X et Y`, `Dr X/Y`, `Dr A. X, B. Y`."""
    plural = reading.folded(*place) in ("drs", "dres", "docteurs", "profs", "prs", "mm", "mmes")
    while gap := LIST_GAP.match(reading.text, run.end):
        following = run_at(reading, gap.end())
        if following is None or not (plural or following.has_initial):
            return
        run = following
        yield run, "list", place


def _roles(reading: Reading) -> Iterator[Found]:
    for lexicon in ("names.roles", "names.marks"):
        for place in reading.hits(lexicon):
            yield from _governed(reading, place, person=lexicon == "names.roles")


def _governed(reading: Reading, place: Place, *, person: bool) -> Iterator[Found]:
    """Yield the names that a role announces, with or without titles."""
    gap = ROLE_GAP.match(reading.text, place[1])
    if gap is None:
        return
    sign, position = gap["sign"], gap.end()
    announces = reading.folded(*place).endswith(ENDS_BY)
    bare = sign in (":", "=", "->") or ((person or announces) and sign is None)
    if _is_relative(reading, place[0]):
        return
    while True:
        title = TITLE.match(reading.text, position)
        start = title.end() if title else position
        run = run_at(reading, start, titled=title is not None or sign in (":", "="))
        if run is None or not (title or (bare and _is_likely(reading, run))):
            return
        yield run, "role", place
        following = LIST_GAP.match(reading.text, run.end)
        if following is None:
            return
        position, bare = following.end(), bare and sign is not None


def _is_likely(reading: Reading, run: Run) -> bool:
    """Return whether words without a title are a name rather than something else."""
    if run.has_initial or run.is_known:
        return True
    return not any(is_ordinary(word) or is_eponym(word) for word in run.words)


def _before_roles(reading: Reading) -> Iterator[Found]:
    for start, end in reading.hits("names.roles", "names.staff_titles"):
        lead = reading.text[max(0, start - 2) : start].strip()
        if lead[-1:] not in ("", ",", "(", "/", "–", "-", "l", "'") or OWN_JOB.match(
            reading.after(end)
        ):
            continue
        offset = max(0, start - 70)
        match = BEFORE_ROLE.search(reading.text[offset:start])
        if match is None:
            continue
        run = _last_run(reading, offset + match.start("run"), offset + match.end("run"))
        if run and not _is_relative(reading, run.start):
            yield run, "before_role", (start, end)


def _last_run(reading: Reading, start: int, end: int) -> Run | None:
    """Return the names that end where a role follows, and that a title or their kind makes sure."""
    title = TITLE.match(reading.text, start)
    run = run_at(reading, title.end() if title else start, titled=title is not None)
    if run is None or run.end < end - 1:
        return None
    titled = title or re.search(
        r"\b(?:m|mr|mme|mlle|monsieur|madame)[.#]?\s{0,2}$", reading.before(start, 12)
    )
    several = len(run.names) > 1 and _is_likely(reading, run)
    return run if titled or run.has_initial or run.is_known or several else None


def _appointments(reading: Reading) -> Iterator[Found]:
    """Yield who receives the patient: `RDV le 3 mai avec Mme X`, `08:30 Physiothérapie M. X`."""
    for place in reading.hits("names.civil_titles"):
        run = _titled(reading, place)
        if run and (WITH.search(reading.before(place[0], 70)) or _is_agenda(reading, place, run)):
            yield run, "appointment", place


def _is_agenda(reading: Reading, place: Place, run: Run) -> bool:
    clock = reading.found.before(place[0])
    if clock is None or clock.label != "TEMPORAL:TEMPS" or reading.text[run.end :].strip(" .\n"):
        return False
    return ACTIVITY.fullmatch(reading.text, clock.end, place[0]) is not None


def _own_staff(reading: Reading) -> Iterator[Found]:
    for place in reading.hits("names.staff"):
        run = run_at(reading, place[0])
        if run and reading.found.is_free(*place):
            yield run, "own_staff", place


# --- patients


def _civil_titles(reading: Reading) -> Iterator[Found]:
    glued = GLUED.finditer(reading.text) if reading.is_upper else ()
    for place in (*reading.hits("names.civil_titles"), *(match.span() for match in glued)):
        run = _titled(reading, place)
        if run and not _is_relative(reading, place[0]):
            yield run, "title", place
            yield from _others_of_list(reading, run, place)


def _treated(reading: Reading) -> Iterator[Found]:
    for place in reading.hits("names.staff_titles"):
        run = _titled(reading, place)
        if run and _is_treated(reading, run, place):
            yield run, "treated", place


def _fields(reading: Reading) -> Iterator[Found]:
    for place in reading.hits("names.fields"):
        start = _field_start(reading, place)
        if start is None:
            continue
        title = TITLE.match(reading.text, start)
        maiden = reading.folded(*place) == "nee"
        run = run_at(reading, title.end() if title else start, titled=maiden, listed=True)
        while run and _is_likely(reading, run) and not _is_relative(reading, place[0]):
            yield run, "field", place
            comma = COMMA.match(reading.text, run.end)
            run = run_at(reading, comma.end(), listed=True) if comma else None


def _field_start(reading: Reading, place: Place) -> int | None:
    """Return where the value of a field starts, `Nom: X`, or `Nom X` at the start of a line."""
    start, end = place
    gap = FIELD_GAP.match(reading.text, end)
    if gap:
        return gap.end()
    gap = OPEN_GAP.match(reading.text, end)
    if gap is None:
        return None
    word = reading.folded(start, end)
    if word in ("nom", "prenom", "ne"):
        return None if reading.text[max(0, start - 2) : start].strip() else gap.end()
    following = ITEM.match(reading.text, gap.end())
    known = following is not None and is_known(fold(following["word"]))
    return gap.end() if known or not reading.text[start:end].isupper() else None


def _listed(reading: Reading) -> Iterator[Found]:
    """Yield the name that opens a line before a date of birth or a number of a patient."""
    for item in reading.found.of(*BIRTHDAYS):
        window = reading.text[max(0, item.start - 100) : item.start]
        born = BORN.search(fold(window)) if len(fold(window)) == len(window) else None
        if born is None:
            continue
        listed_ = LISTED.search(window[: born.start()])
        if listed_ is None or not listed_["run"].strip():
            continue
        start = item.start - len(window) + listed_.start("run")
        run = _listed_run(reading, start, item.start - len(window) + born.start())
        if run and _is_patient_line(reading, run, certain=born["bare"] is None):
            yield run, "listed", item_place(item)


def item_place(item: Finding) -> Place:
    return item.start, item.end


def _listed_run(reading: Reading, start: int, end: int) -> Run | None:
    """Return the names between two places if there is nothing else: `ROCHAT, Anne Marie`."""
    run = run_at(reading, start, listed=True)
    if run is None:
        return None
    comma = COMMA.match(reading.text, run.end)
    if comma and run.end < end:
        rest = run_at(reading, comma.end(), listed=True)
        if rest:
            run = Run(run.names + rest.names, run.words + rest.words, run.has_initial)
    return run if run.end >= end - 1 else None


def _is_patient_line(reading: Reading, run: Run, *, certain: bool) -> bool:
    if any(is_ordinary(word) and not is_first_name(word) for word in run.words):
        return False
    if certain:
        return len(run.names) > 1 or run.is_known or run.has_initial
    return len(run.names) > 1 and not any(is_eponym(word) for word in run.words)


def _first_names(reading: Reading) -> Iterator[Found]:
    """Yield first names without any title: a child, or someone with a surname beside."""
    taken = 0
    for match in words_of(reading.text):
        start, end = match.span()
        if (
            start < taken
            or not is_telling_name(fold(match[0]))
            or not reading.found.is_free(start, end)
        ):
            continue
        run = _address_run(reading, start) or run_at(reading, _opening(reading, start))
        if run is None or run.end < end:
            continue
        relative = _is_relative(reading, run.start)
        taken = _end_of_list(reading, run) if relative else run.end
        if not relative and _is_person(reading, run):
            yield run, "first_name", (start, end)


def _address_run(reading: Reading, start: int) -> Run | None:
    """Return the names of a line of an address: `Rochat, Anne, rue du Four 3`."""
    surname = SURNAME_FIRST.fullmatch(reading.text[:start]) if start < 50 else None
    run = run_at(reading, surname.start("name"), listed=True) if surname else None
    rest = run_at(reading, start, listed=True)
    if run is None or rest is None or not ENDS_ITEM.match(reading.text, rest.end):
        return None
    return Run(run.names + rest.names, run.words + rest.words)


def _end_of_list(reading: Reading, run: Run) -> int:
    """Return where the names end that go on after a relative's: `ses enfants Marc et Sophie`."""
    end = run.end
    while (gap := LIST_GAP.match(reading.text, end)) and (following := run_at(reading, gap.end())):
        end = following.end
    return end


def _opening(reading: Reading, start: int) -> int:
    """Return where the run starts that a first name stands in: `ROCHAT Anne`, `A. Marie`."""
    offset = max(0, start - 45)
    match = OPENING.search(reading.text[offset:start])
    if match is None:
        return start
    candidate = offset + match.start()
    words = [fold(word[0]) for word in words_of(match[0])]
    doubtful = any(is_stop(word) or is_ordinary(word) or is_eponym(word) for word in words)
    return start if doubtful or not reading.found.is_free(candidate, start) else candidate


OPENING = re.compile(
    rf"(?<![\w'’.#-])(?:{ITEM.pattern.replace('?P<initials>', '?:').replace('?P<particle>', '?:').replace('?P<word>', '?:')}\s){{1,2}}$"
)


def _is_person(reading: Reading, run: Run) -> bool:
    before, after = reading.before(run.start, 60), reading.after(run.end)
    if TERM.search(before) or SIGN_AFTER.match(after):
        return False
    if OF.search(before) and not WHOSE.search(before):
        return False
    if any(is_eponym(word) for word in run.words):
        return False
    if reading.is_upper:
        sure = all(map(is_known, run.words)) and bool(SENTENCE.search(before))
        return sure and bool(DOES.match(after) or AGED.match(after))
    if len(run.names) > 1:
        return True
    return bool(
        DOES.match(after)
        or AGED.match(after)
        or CHILD.search(before)
        or WHOSE.search(before)
        or MIDDLE.search(before)
    )


def _is_relative(reading: Reading, place: int) -> bool:
    return RELATIVE.search(reading.before(place, 60)) is not None


# --- both


def _elsewhere(reading: Reading, known: list[Run], label: str) -> Iterator[Finding]:
    """Yield the other places of names that were found, with their neighbours."""
    names = {word: run.names[0] for run in known for word in run.words if _is_telling(word)}
    taken = 0
    for match in words_of(reading.text):
        word = fold(match[0])
        if word not in names or match.start() < taken or not reading.found.is_free(*match.span()):
            continue
        run = run_at(reading, _opening(reading, match.start()))
        if run is None or run.end < match.end() or TERM.search(reading.before(run.start, 60)):
            continue
        taken = run.end
        if not _is_relative(reading, run.start):
            yield from _findings(run, label, "again", names[word])


def _is_telling(word: str) -> bool:
    return len(word) > 2 and not is_ordinary(word) and not is_stop(word)


FAMILY = Family(
    name="names",
    rules=(
        Rule(STAFF, _staff, after=EARLIER, overrides=OVERRIDDEN),
        Rule(PATIENT, _patients, needs=frozenset({STAFF}), overrides=OVERRIDDEN),
    ),
    meanings={
        "staff_title": "a name after a title of those who care",
        "list": "a name that goes on a list of people",
        "role": "a name after a function in care",
        "before_role": "a name before a function in care",
        "appointment": "a name of someone whom the patient goes to see",
        "own_staff": "a name on the organisation's own list of staff",
        "title": "a name after a form of address",
        "treated": "a name of someone with a title who is treated",
        "field": "a name after the word for a patient or a name",
        "listed": "a name before a date of birth or a number of a patient",
        "first_name": "a first name that stands as a person's",
        "again": "a name that stands elsewhere in the text",
    },
    lexicons={
        "names.staff_titles": with_slips("titles_staff"),
        "names.civil_titles": with_slips("titles_civil"),
        "names.roles": listed("roles_care"),
        "names.marks": listed("care_marks"),
        "names.fields": listed("name_fields"),
        "names.staff": tuple,
    },
)
