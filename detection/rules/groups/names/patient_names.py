"""Names of patients: after forms of address and fields, on lists, and first names alone."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from detection.base import Finding
from detection.rules.groups.common_words import is_listed_word, is_word, surnames_and_words
from detection.rules.groups.names.again import across_lines, elsewhere
from detection.rules.groups.names.known import fold_word, is_known, is_surname, telling_names
from detection.rules.groups.names.patient_bare import SURNAMES, bare_surnames, surnames
from detection.rules.groups.names.patient_beds import ROOM, beside_rooms
from detection.rules.groups.names.patient_first_names import NAME, first_names
from detection.rules.groups.names.patient_lines import (
    BIRTHDAYS,
    COMMA,
    NUMBERS,
    PATIENT,
    behind_numbers,
    listed,
    maiden,
    of_lists,
)
from detection.rules.groups.names.patient_told import (
    children,
    is_bare_name,
    newborns,
    numbered,
    opened_lines,
    openers,
    subjects,
    tasks,
)
from detection.rules.groups.names.patterns import LOWER, PARTICLES, WORD, item_at, may_open
from detection.rules.groups.names.persons import (
    Found,
    is_likely,
    is_treated,
    list_gap,
    naming,
    others_of_list,
    tells_state,
    title_at,
    titled,
)
from detection.rules.groups.names.runs import OVERRIDDEN, Run, run_at
from detection.rules.groups.names.staff_marks import STAFF
from detection.rules.groups.names.staff_names import AGAIN as STAFF_AGAIN
from detection.rules.lexicons import listed as listed_words
from detection.rules.lexicons.inflection import with_slips
from detection.rules.reading import Place, Reading
from detection.rules.rules import Finder, Rule, RuleGroup
from text.errors import gettext_noop as _

KIN = "PERSONNES:LIEN_DE_PARENTÉ"
AROUND = "names.around"

# `sa fille aînée, Anne`, `frère (Paul)`, `Personne de contact : Anne`, `tél. fille 079 …, Anne`.
GAP = re.compile(
    r"(?:\s(?:aînée?|ainée?|cadette?|benjamine?|unique|maternel(?:le)?|paternel(?:le)?|jumelle|jumeau|légale?|thérapeutique|nommée?|prénommée?))?"
    r"(?:\s?(?P<sign>[,:(«\"])\s{0,2}|\s)(?:[+0][\d ./#]{8,15}[\s,(]{1,2})?(?=[^\W\d_a-zß-ÿ])"
)


def relatives(reading: Reading) -> Iterator[Found]:
    """Yield who is named behind a word for a relative: `sa fille Anne`, `ses enfants Marc et Sophie`."""
    for item in reading.found.of(KIN):
        yield from _named_behind(reading, (item.start, item.end), is_kin=True)
    # `ARRÊT DEVANT TÉMOIN, DEA`.
    if not reading.is_upper:
        for place in reading.hits(AROUND):
            yield from _named_behind(reading, place, is_kin=False)


def _named_behind(reading: Reading, place: Place, *, is_kin: bool) -> Iterator[Found]:
    gap = GAP.match(reading.text, place[1])
    # Behind a form of address they are found like everyone else.
    if gap is None or title_at(reading.text, gap.end()):
        return
    run = run_at(reading, gap.end())
    while run and _is_called(reading, run, is_sure=is_kin and gap["sign"] is None):
        yield run, "relative", place
        following = list_gap(reading.text, run.end)
        run = run_at(reading, following.end()) if following else None


def _is_called(reading: Reading, run: Run, *, is_sure: bool) -> bool:
    """Return whether words are a name; behind a sign anything may stand: « Père : Diabète »."""
    is_likely = run.is_known or run.has_initial or (is_sure and not reading.is_upper)
    return is_likely and is_bare_name(reading, run)


# In capitals, or before a particle, nothing shows where a title ends.
_PARTICLE = "(?:von|van|de|da|di|del|della|dos|el|al|le|la|ben)"
GLUED = re.compile(rf"\b(?:MONSIEUR|MADAME)(?=[^\W\d_]{{3}})|\b(?:Mme|Mlle|Mr)(?={_PARTICLE}\s)")
# After a field of the form.
FIELD_GAP = re.compile(r"(?:\((?:e|s|es)\))?(?:/e)?\.?\s{0,2}[:;=]\s{0,3}")
OPEN_GAP = re.compile(
    r"(?:(?<=[pP]at)\.|(?<=[pP]te)\.|(?<=[pP]t)\.|(?<=[pP]ts)\.)?[ \t\u00a0]{1,4}"
    r"|(?:(?<=[pP]at)|(?<=PAT)|(?<=[pP]te)|(?<=[pP]t))[.#](?=[^\W\d_a-zß-ÿ])"
)
GLUING = (".", "#")
# How hurried notes write the word for a patient, before a name in small letters.
SHORT_FIELDS = frozenset({"pt", "pte", "pts", "ptes", "pat"})
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
        run = run_at(reading, match.end(), titled=True)
        if run:
            yield run, "title", match.span()


def _addressed(reading: Reading, place: Place) -> Iterator[Found]:
    run = titled(reading, place)
    if run:
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
        while run and is_likely(run) and not (title is None and tells_state(reading, run)):
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
        # `NOM Rochat PRENOM Anne`.
        is_head = reading.text[start:end].isupper() and not reading.is_upper
        opens = is_head or not reading.text[max(0, start - 2) : start].strip()
        return gap.end() if opens else None
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


AGAIN = "patient_names.again"
_again = elsewhere(PATIENT, AGAIN)


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
            (relatives, {KIN, AROUND}),
            (_brought, {"names.brought"}),
            (first_names, {"names.first"}),
            (bare_surnames, {SURNAMES}),
        )
    ),
    Finder(_again, {PATIENT}),
    # Last: who opens a line may be known already.
    Finder(_told_of, {"names.openers"}),
)

GROUP = RuleGroup(
    name="patient_names",
    rules=(Rule(PATIENT, FINDERS, needs=frozenset({STAFF, KIN}), overrides=OVERRIDDEN),),
    meanings={
        "title": _("a name after a form of address"),
        "list": _("a name that goes on a list of people"),
        "treated": _("a name of someone with a title who is treated"),
        "field": _("a name after the word for a patient or a name"),
        "listed": _("a name beside a date of birth or a number of a patient"),
        "family": _("the name of someone whose family is spoken of"),
        "relative": _("a name behind a word for a relative or someone near"),
        "brought": _("the name of a child who is brought"),
        "newborn": _("the name of a newborn on a list"),
        "room": _("a name beside a room or a bed"),
        "task": _("the name of someone for whom something is done"),
        "subject": _("a name that opens a line before what people do"),
        "first_name": _("a first name that stands as a person's"),
        "bare": _("a surname on a list, which nothing announces"),
        "again": _("a name that stands elsewhere in the text"),
    },
    lexicons={
        "names.fields": with_slips("name_fields"),
        "names.maiden": lambda: ["née"],
        "names.first": telling_names,
        "names.twins": listed_words("twin_words"),
        "names.tasks": listed_words("name_tasks"),
        "names.lists": listed_words("name_lists"),
        AROUND: listed_words("people_around"),
        "names.children": lambda: ["petit", "petite", "jeune", "prénommé", "prénommée"],
    },
    shapes={
        "names.glued": re.compile(rf"madame|monsieur|\b(?:mme|mlle|mr)(?={_PARTICLE}$)"),
        "names.treated": re.compile("hospitalise|admis|opere|transfere"),
        "names.brought": re.compile("amen"),
        "names.numbered": re.compile(r"\bj1\b"),
    },
    written={"names.openers": openers, SURNAMES: surnames},
    # Who has a name of both is one of those who care.
    across=partial(across_lines, rules={STAFF: STAFF_AGAIN, PATIENT: AGAIN}),
)
