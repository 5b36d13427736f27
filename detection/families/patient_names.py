"""Names of patients: after forms of address and fields, on lists, and first names alone."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from detection.common_words import is_listed_word, is_word, surnames_and_words
from detection.families.patient_beds import ROOM, beside_rooms
from detection.families.patient_letters import is_mourned, is_written_to
from detection.families.patient_lines import (
    BIRTHDAYS,
    COMMA,
    ENDS_ITEM,
    NUMBERS,
    PATIENT,
    behind_numbers,
    listed,
    maiden,
    of_lists,
)
from detection.families.patient_told import (
    children,
    is_sign,
    newborns,
    numbered,
    opened_lines,
    openers,
    subjects,
    tasks,
)
from detection.families.staff_names import STAFF
from detection.findings import Finding
from detection.known_names import (
    fold_word,
    is_eponym,
    is_first_name,
    is_known,
    is_surname,
    telling_names,
)
from detection.lexicons import listed as listed_words
from detection.lexicons.inflection import with_slips
from detection.lookback import Lookback
from detection.name_runs import (
    LOWER,
    OVERRIDDEN,
    PARTICLES,
    WORD,
    Run,
    item_at,
    may_open,
    run_at,
)
from detection.persons import (
    TERM,
    Found,
    elsewhere,
    is_called_relative,
    is_likely,
    is_relative,
    is_titled_relative,
    is_treated,
    list_gap,
    naming,
    opening,
    others_of_list,
    title_at,
    titled,
)
from detection.reading import Place, Reading
from detection.rules import Family, Finder, Rule

# In capitals nothing shows where a title ends.
GLUED = re.compile(r"\b(?:MONSIEUR|MADAME)(?=[^\W\d_]{3})")
# After a field of the form.
FIELD_GAP = re.compile(r"(?:\((?:e|s|es)\))?(?:/e)?\s{0,2}[:;=]\s{0,3}")
SURNAME_FIRST = re.compile(r"\s{0,3}(?P<name>[^\d,;:.]{2,40}),\s{1,2}")
_LONGEST_OPENING = 50
OPEN_GAP = re.compile(
    r"(?:(?<=[pP]at)\.|(?<=[pP]te)\.|(?<=[pP]t)\.|(?<=[pP]ts)\.)?[ \t\u00a0]{1,4}"
    r"|(?:(?<=[pP]at)|(?<=[pP]te)|(?<=[pP]t))[.#](?=[^\W\d_a-zß-ÿ])"
)
GLUING = (".", "#")
# How hurried notes write the word for a patient, before a name in small letters.
SHORT_FIELDS = frozenset({"pt", "pte", "pts", "ptes", "pat"})
NOBODY = Lookback(r"\b(?:selon|type|test|score|signe|of|saint|sainte|st|ste)[ .-]+$")
OF = re.compile(r"(?:\bde\s|\bd')$")
WHOSE = Lookback(
    r"\b(?:maman|papa|mere|pere|parents?|grand-\w+|frere|soeur|fils|fille|mari|femme|epouse|epoux|famille|etat|situation|evolution|suivi"
    r"|chambre|chevet|naissance|prise en charge|besoins|comportement|sommeil|dossier|aupres|propos|age|developpement|poids|taille"
    r"|arrivee|retour|admission|venue|entree|sortie|accueil|prenom|nom|present|presence|part|lit|peau|tete|voix|visite|sante|fievre"
    r"|toux|pleurs|regard|croissance|alimentation|traitement|douleurs?|anniversaire|doudou|amis?|copains?)\s(?:de\s|d')$"
)
NAME = re.compile(WORD)
GRADED = re.compile(rf"{WORD}\s(?:[A-E]|[IV]{{1,3}}|\d)(?![\w%])")
DOES = re.compile(
    r",?\s(?:est|a|va|dort|mange|joue|pleure|tousse|boit|se|s'|ne|n'|etait|avait|sera|presente|reste|vomit|parle|marche|rentre|repond|sourit"
    r"|refuse|accepte|dit|semble|souffre|consulte|revient|peut|doit|prend|grandit|respire|bouge|reagit|beneficie|vit|habite|arrive|vient|part"
    r"|avance|progresse|evolue|recoit|garde|tolere|a ete|nous|lui|y|en|qui|calme|eveillee?|agee?|amenee?|vue?|hospitalisee?|nee?|tete|gazouille"
    r"|crie|demande|souhaite|comprend|montre|continue|suit|regarde|participe|collabore|pese|mesure|aime|fait|tient|perd|saigne)\b"
)
AGED = re.compile(r",?\s\(?(?:agee?s? d)?(?:e |')?\d{1,3}\s?(?:ans?|mois|jours|semaines|sem\b)")
CHILD = Lookback(
    r"\b(?:petite?|jeune|enfant|bebe|nommee?|prenommee?|appelee?|surnommee?|bb|nouveau-ne|chere?|bonjour)\s$"
)
SENTENCE = re.compile(r"(?:^|[.!?;:\n•\-–>|(]\s{0,3}|\d[.)]\s{0,2}|#)$")
# `Tiago : selles +`.
ENTRY = re.compile(r"\s?:(?!\S)")
TWINS = re.compile(rf"\s(?:et|&)\s(?P<name>{WORD})")
MIDDLE = re.compile(r"[a-z,]\s$")
SMALL_WORD = re.compile(r"[a-zà-ÿ]++(?= )")
# Whose family it is, and who is brought by them.
WHO_IS = re.compile(r"\s(?:de\s|d['’])(?=[^\W\d_])")
BROUGHT = re.compile(
    rf"(?:^|[.;:\n]\s{{1,2}}|enfant\s)(?P<name>{WORD})(?:,[^.,]{{1,30}},)?\s(?P<verb>(?:est|a été|a ete|nous est|fut)\s(?:ré|re)?amenée?\b)"
)


def _civil_titles(reading: Reading) -> Iterator[Found]:
    for place in reading.hits("names.civil_titles"):
        yield from _addressed(reading, place)


def _glued_titles(reading: Reading) -> Iterator[Found]:
    for match in GLUED.finditer(reading.text):
        yield from _addressed(reading, match.span())


def _addressed(reading: Reading, place: Place) -> Iterator[Found]:
    run = titled(reading, place)
    if run is None or is_called_relative(reading, run) or is_written_to(reading, place, run):
        return
    if not is_relative(reading, place[0]) or is_mourned(reading, place):
        yield run, "title", place
        yield from others_of_list(reading, run, place)


def _treated(reading: Reading) -> Iterator[Found]:
    for place in reading.hits("names.staff_titles"):
        following = reading.found.after(place[1])
        if following and following.label == STAFF and following.start - place[1] <= 2:
            continue
        run = titled(reading, place)
        if run and is_treated(reading, run, place):
            yield run, "treated", place


def _fields(reading: Reading) -> Iterator[Found]:
    text = reading.text
    for place in reading.hits("names.fields"):
        # Mostly a sentence goes on.
        if text[place[1] : place[1] + 1] == " " and _goes_on_as_sentence(text, place[1] + 1):
            continue
        start = _field_start(reading, place)
        if start is None or _goes_on_as_sentence(text, start):
            continue
        title = title_at(text, start)
        maiden = reading.plain[place[0] : place[1]] == "nee"
        is_small = not title and _may_be_in_small(reading, place, start)
        if not (title or maiden or is_small or may_open(text, start)):
            continue
        first = title.end() if title else start
        run = run_at(reading, first, titled=maiden or is_small, listed=True)
        while run and is_likely(run) and not is_relative(reading, place[0]):
            yield run, "field", place
            comma = COMMA.match(text, run.end)
            run = run_at(reading, comma.end(), listed=True) if comma else None


def _goes_on_as_sentence(text: str, start: int) -> bool:
    """Return whether what follows can be no name, as mostly: « patiente connue pour », « patient de 54 ans »."""
    if not text[start : start + 1].islower():
        return False
    following = SMALL_WORD.match(text, start)
    if following is None:
        return False
    word = fold_word(following[0])
    if word in PARTICLES:
        return text[following.end() + 1 : following.end() + 2].isdigit()
    return len(word) == 1 or (is_listed_word(word) and word not in surnames_and_words())


def _may_be_in_small(reading: Reading, place: Place, start: int) -> bool:
    """Return whether a name in small letters may stand here: `pte teixeira`."""
    if not reading.text[start : start + 1].islower():
        return False
    if reading.plain[place[0] : place[1]] in SHORT_FIELDS:
        return True
    # Behind the whole word anything else may stand: a surname that is no other word.
    match = LOWER.match(reading.text, start)
    return match is not None and is_surname(fold_word(match["word"])) and not is_word(match["word"])


def _field_start(reading: Reading, place: Place) -> int | None:
    """Return where the value of a field starts, `Nom: X`, or `Nom X` at the start of a line."""
    start, end = place
    gap = FIELD_GAP.match(reading.text, end)
    if gap:
        return gap.end()
    gap = OPEN_GAP.match(reading.text, end)
    # `pat#Agité`.
    if gap is None or (gap[0] in GLUING and _is_said(reading.text, gap.end())):
        return None
    word = reading.folded(start, end)
    if word in ("nom", "prenom", "ne"):
        return None if reading.text[max(0, start - 2) : start].strip() else gap.end()
    following = item_at(reading.text, gap.end())
    known = following is not None and is_known(fold_word(following["word"]))
    return gap.end() if known or not reading.text[start:end].isupper() else None


def _is_said(text: str, start: int) -> bool:
    word = NAME.match(text, start)
    return word is None or (is_word(word[0]) and not is_surname(fold_word(word[0])))


def _families(reading: Reading) -> Iterator[Found]:
    """Yield the patient whose family is spoken of: `la maman de X`."""
    for start, end in reading.hits("kinship.words"):
        of = WHO_IS.match(reading.text, end)
        run = run_at(reading, of.end()) if of else None
        if run and is_likely(run):
            yield run, "family", (start, end)


def _brought(reading: Reading) -> Iterator[Found]:
    """Yield the patient who is brought by someone: `X est amenée par`."""
    for brought in BROUGHT.finditer(reading.text):
        run = run_at(reading, brought.start("name"))
        if run and run.end == brought.end("name") and is_likely(run):
            yield run, "brought", brought.span("verb")


def _first_names(reading: Reading) -> Iterator[Found]:
    """Yield first names without any title: a child, or someone with a surname beside."""
    taken = 0
    for start, end in reading.hits("names.first"):
        if start < taken or not _is_written_as_name(reading, start, end):
            continue
        run = _address_run(reading, start) or run_at(reading, opening(reading, start))
        if run is None or run.end < end:
            continue
        relative = is_titled_relative(reading, run.start)
        taken = _end_of_list(reading, run) if relative else run.end
        if not (relative or is_called_relative(reading, run)) and _is_person(reading, run):
            yield run, "first_name", (start, end)


def _is_written_as_name(reading: Reading, start: int, end: int) -> bool:
    before = reading.text[start - 1 : start] if start else ""
    return (
        reading.text[start].isupper()
        and not (before.isalnum() or before in ("-", "@", "_", "'", "’"))
        and (reading.text[end : end + 1] != "-" or _is_compound(reading.text, start))
        and reading.found.is_free(start, end)
    )


def _is_compound(text: str, start: int) -> bool:
    """Return whether all that hyphens join is a name: `Anne-Lise`, not `Néo-Mercazole`."""
    whole = NAME.match(text, start)
    return whole is not None and not whole[0].isupper() and is_first_name(fold_word(whole[0]))


def _address_run(reading: Reading, start: int) -> Run | None:
    """Return the names of a line of an address: `Rochat, Anne, rue du Four 3`."""
    if start >= _LONGEST_OPENING or "," not in reading.text[max(0, start - 3) : start]:
        return None
    surname = SURNAME_FIRST.fullmatch(reading.text, 0, start)
    run = run_at(reading, surname.start("name"), listed=True) if surname else None
    rest = run_at(reading, start, listed=True) if run else None
    if run is None or rest is None or not ENDS_ITEM.match(reading.text, rest.end):
        return None
    return Run(run.names + rest.names, run.words + rest.words)


def _end_of_list(reading: Reading, run: Run) -> int:
    """Return where the names end that go on after a relative's: `ses enfants Marc et Sophie`."""
    end = run.end
    while (gap := list_gap(reading.text, end)) and (following := run_at(reading, gap.end())):
        end = following.end
    return end


def _is_person(reading: Reading, run: Run) -> bool:
    before, after = reading.before(run.start, 60), reading.after(run.end)
    if TERM.fits(before) or is_sign(after, run) or _is_graded(reading, run):
        return False
    if NOBODY.fits(before):
        return False
    if all(map(is_eponym, run.words)) and not is_first_name(run.words[0]):
        return False
    if reading.is_upper:
        opens = SENTENCE.search(before) and (DOES.match(after) or AGED.match(after))
        told = opens or WHOSE.fits(before) or CHILD.fits(before)
        return bool(told) and all(map(is_known, run.words))
    if len(run.names) > 1:
        return True
    return bool(
        DOES.match(after)
        or AGED.match(after)
        or _goes_with_another(reading, run)
        or CHILD.fits(before)
        or (_opens_entry(before, after) and not is_listed_word(run.words[0]))
        or OF.search(before)
        or MIDDLE.search(before)
    )


def _is_graded(reading: Reading, run: Run) -> bool:
    """Return whether a grade follows a proper name of medicine: `Lee 2`, `Balthazar C`."""
    if len(run.names) > 1 or not is_eponym(run.words[0]):
        return False
    start, end = run.names[0]
    return GRADED.match(reading.text, start, end + 4) is not None


def _opens_entry(before: str, after: str) -> bool:
    return ENTRY.match(after) is not None and SENTENCE.search(before) is not None


def _goes_with_another(reading: Reading, run: Run) -> bool:
    """Return whether a second name follows: `Emma et Louis sont jumeaux`."""
    other = TWINS.match(reading.text, run.end)
    return other is not None and is_first_name(fold_word(other["name"]))


_again = partial(elsewhere, label=PATIENT, rule="patient_names.again")


def _told_of(reading: Reading) -> Iterable[Finding]:
    """Return who opens a line, there and elsewhere."""
    opened = opened_lines(reading)
    return _subjects(reading, opened) if opened else ()


def _subjects(reading: Reading, opened: Sequence[Place]) -> Iterator[Finding]:
    told_of = False
    for place, trigger in subjects(reading, opened):
        told_of = True
        yield Finding(*place, PATIENT, "patient_names.subject", trigger)
    if told_of:
        yield from _again(reading)


# How patients are found, in this order.
FINDERS = (
    *(
        Finder(naming(find, PATIENT, "patient_names"), triggers)
        for find, triggers in (
            (_civil_titles, {"names.civil_titles"}),
            (_glued_titles, {"names.glued"}),
            (_treated, {"names.staff_titles"}),
            (_fields, {"names.fields"}),
            (listed, BIRTHDAYS),
            (maiden, {"names.maiden"}),
            (behind_numbers, NUMBERS),
            (beside_rooms, {ROOM}),
            (newborns, {"names.twins"}),
            (numbered, {"names.numbered"}),
            (tasks, {"names.tasks"}),
            (of_lists, {"names.lists"}),
            (children, {"names.children"}),
            (_families, {"kinship.words"}),
            (_brought, {"names.brought"}),
            (_first_names, {"names.first"}),
        )
    ),
    Finder(_again, {PATIENT}),
    # Last: who opens a line may be known already.
    Finder(_told_of, {"names.openers"}),
)

FAMILY = Family(
    name="patient_names",
    rules=(
        Rule(
            PATIENT,
            FINDERS,
            needs=frozenset({STAFF}),
            overrides=OVERRIDDEN,
        ),
    ),
    meanings={
        "title": "a name after a form of address",
        "list": "a name that goes on a list of people",
        "treated": "a name of someone with a title who is treated",
        "field": "a name after the word for a patient or a name",
        "listed": "a name beside a date of birth or a number of a patient",
        "family": "the name of someone whose family is spoken of",
        "brought": "the name of a child who is brought",
        "newborn": "the name of a newborn on a list",
        "room": "a name beside a room or a bed",
        "task": "the name of someone for whom something is done",
        "subject": "a name that opens a line before what people do",
        "first_name": "a first name that stands as a person's",
        "again": "a name that stands elsewhere in the text",
    },
    lexicons={
        "names.fields": with_slips("name_fields"),
        "names.maiden": lambda: ["née"],
        "names.first": telling_names,
        "names.twins": listed_words("twin_words"),
        "names.tasks": listed_words("name_tasks"),
        "names.lists": listed_words("name_lists"),
        "names.children": lambda: ["petit", "petite", "jeune"],
    },
    shapes={
        "names.glued": re.compile("madame|monsieur"),
        "names.brought": re.compile("amen"),
        "names.numbered": re.compile(r"\bj1\b"),
    },
    written={"names.openers": openers},
)
