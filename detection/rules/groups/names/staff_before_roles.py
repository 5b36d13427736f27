"""Names of those who care that stand before a function: `Mme X, physiothérapeute`, `F#Cavadini / L#Rüegg (IDE)`."""

import re
from collections.abc import Iterable, Iterator

from detection.rules.groups.common_words import is_listed_word
from detection.rules.groups.names.openings import names_before
from detection.rules.groups.names.patterns import ANY_ITEM
from detection.rules.groups.names.persons import Found, is_likely, is_relative
from detection.rules.groups.names.runs import OVERRIDDEN, Run, run_at
from detection.rules.reading import Place, Reading

# `signé M. Ferreira, infirmière`: no man, so a first name.
BEFORE_M = re.compile(r"(?<![\w.])M[.#]\s?\Z")
INITIAL_FIRST = re.compile(r"[^\W\d_a-zß-ÿ][.#]")
INITIAL_M = re.compile(r"M[.#]")
WOMAN_AFTER = re.compile(
    r",?\s\(?(?:infirmieres?|sage-femme|aide-soignante|assistante|secretaire medicale|dieteticienne|pharmacienne|cheffe|medecin assistante|ambulanciere"
    r"|veilleuse|etudiante|laborantine|technicienne|psychomotricienne|chirurgienne)\b"
)
# Before a role: `Mme X, physiothérapeute`, `Anne X (IDE)`.
BEFORE_ROLE = re.compile(
    rf"(?<![\w'’.#-]){ANY_ITEM}(?:\s{ANY_ITEM}){{0,3}}(?:\s[A-ZÀ-Ý]\.)?\s{{0,2}}$"
)
ADDRESSED = re.compile(
    r"(?<![\w'’-])(?:M|Mr|Mme|Mlle|Monsieur|Madame|MME|MR|MONSIEUR|MADAME)(?:[.#]\s{0,2}|\s{1,2}|(?=[A-ZÀ-Ý][a-zà-ÿ]))"
)
CAPITAL_NEXT = re.compile(r"\S{1,20}\s{1,2}(?:(?:de|par|avec|à)\s)?(?=[^\W\d_a-zß-ÿ])")
JOINS = re.compile(r"(?:[,(/–-]|\svirgule)\s?(?:(?:notre|votre|la|le)\s)?$")
JOINTS, ARTICLES_END = frozenset(",(/–-"), frozenset("ea")
BEFORE_FUNCTIONS = ("notre", "votre", "la", "le", "virgule")
LONGEST_JOINT = 14
BESIDE = re.compile(r"\s{0,2}(?:/|&|,|\bet\b)\s{0,2}\Z")
FUNCTIONS = ("names.roles", "names.staff_titles")
OWN_JOB = re.compile(r"\s(?:de (?:profession|metier|formation)|a la retraite|retraitee?)\b")
FIELD, DASHES = re.compile(r"\s?:"), ("-", "–", "/")
# `professeure de piano`.
TEACHES = re.compile(r"prof[a-z.]* (?:de |d')[a-z]")


def before_roles(reading: Reading) -> Iterator[Found]:
    text = reading.text
    for start, end in _joined_functions(reading):
        joint = JOINS.search(text, max(0, start - 16), start)
        if (
            joint is None
            or _is_found_before(reading, joint.start())
            or OWN_JOB.match(reading.after(end))
            or TEACHES.match(reading.plain, start)
            # `PATIENT : ROCHAT ANNE - PRESCRIPTEUR : DR FAVRE`: a field of its own.
            or (joint[0].strip() in DASHES and FIELD.match(text, end))
        ):
            continue
        run = _titled_before(reading, joint.start()) or _untitled_before(reading, joint.start())
        run = with_initial(reading, _before_m(reading, run), run) if run else None
        if run and not is_relative(reading, run.start):
            yield run, "before_role", (start, end)
            is_plural = reading.text[end - 1] in "sS"
            for other in _beside(reading, run, is_plural=is_plural):
                yield other, "before_role", (start, end)


def _joined_functions(reading: Reading) -> Iterable[Place]:
    """Return the functions before which a sign or an article stands; mostly none does."""
    text = reading.text
    for lexicon in FUNCTIONS:
        for start, _ in reading.hits(lexicon):
            if _may_be_joined(text, start):
                return [
                    place
                    for place in reading.hits_of_any(*FUNCTIONS)
                    if _may_be_joined(text, place[0])
                ]
    return ()


def _may_be_joined(text: str, start: int) -> bool:
    if not start:
        return False
    end = start - 1 if text[start - 1].isspace() else start
    last = text[end - 1 : end]
    if last not in ARTICLES_END:
        return last in JOINTS
    # « le Dr X », « la physio »: a sign before the article, too.
    if not text.endswith(BEFORE_FUNCTIONS, 0, end):
        return False
    before = text[max(0, end - LONGEST_JOINT) : end]
    return not JOINTS.isdisjoint(before) or "virgule" in before


def _is_found_before(reading: Reading, end: int) -> bool:
    """Return whether something that no name overrides ends at a place: mostly the very name, after its title."""
    found = reading.found.before(end)
    return found is not None and end - found.end < 2 and found.label not in OVERRIDDEN


def _beside(reading: Reading, run: Run, *, is_plural: bool) -> Iterator[Run]:
    """Yield who stands before on the same list: `F#Cavadini / L#Rüegg, physiothérapeutes`."""
    while joint := BESIDE.search(reading.text, max(0, run.start - 5), run.start):
        if not is_plural and joint[0].strip() not in ("/", "&"):
            return
        other = _untitled_before(reading, joint.start())
        if other is None:
            return
        yield other
        run = other


def _before_m(reading: Reading, run: Run) -> int:
    """Return where a name starts with the `M.` before it, which may be a first name."""
    title = BEFORE_M.search(reading.text, max(0, run.start - 4), run.start)
    return title.start() if title else run.start


def _titled_before(reading: Reading, end: int) -> Run | None:
    """Return the names between the last form of address and a place."""
    offset = max(0, end - 60)
    if reading.text.find("M", offset, end) < 0:
        return None
    titles = [match.end() for match in ADDRESSED.finditer(reading.text, offset, end)]
    run = run_at(reading, titles[-1], titled=True) if titles else None
    return run if run and run.end >= end - 2 and not is_relative(reading, titles[-1] - 5) else None


def _untitled_before(reading: Reading, end: int) -> Run | None:
    """Return the names right before a place, if they cannot be much else: `Anne Rochat`."""
    offset = max(0, end - 60)
    match = names_before(BEFORE_ROLE, reading.text[offset:end])
    run = _run_up_to(reading, offset + match.start(), end) if match else None
    if run is None:
        return None
    run = _from_initial(reading, _without_preposition(reading, run))
    several = len(run.names) > 1 and is_likely(run) and not any(map(is_listed_word, run.words))
    return run if run.has_initial or run.is_known or several else None


def _without_preposition(reading: Reading, run: Run) -> Run:
    """Return the names without « de » before a first name: `à l'att. de Natacha Rochat`."""
    start, end = run.names[0]
    if not (run.is_known and reading.text.startswith(("de ", "d'", "d’"), start)):
        return run
    first = start + (3 if reading.text[start + 1] == "e" else 2)
    return Run(((first, end), *run.names[1:]), run.words, run.has_initial)


def _run_up_to(reading: Reading, start: int, end: int) -> Run | None:
    """Return the names that end at a place, behind words that open a line: `Note de Anne Rochat`."""
    run = run_at(reading, start)
    while run is None or run.end < end - 2:
        skipped = CAPITAL_NEXT.match(reading.text, start, end)
        if skipped is None or skipped[0].lower().startswith(("patient", "nom", "enfant")):
            return None
        start = skipped.end()
        run = run_at(reading, start)
    return run


def _from_initial(reading: Reading, run: Run) -> Run:
    """Return the names without a first word that is none: `Appelé K. Suter`."""
    if (
        len(run.names) > 1
        and not run.is_known
        and INITIAL_FIRST.match(reading.text, run.names[1][0])
    ):
        return Run(run.names[1:], run.words[1:], run.has_initial)
    return run


def with_initial(reading: Reading, position: int, run: Run | None) -> Run | None:
    """Return the names with `M.` as a first name, where a woman signs."""
    if run is None or position == run.start or not INITIAL_M.match(reading.text, position):
        return run
    return run_at(reading, position) if WOMAN_AFTER.match(reading.after(run.end)) else run
