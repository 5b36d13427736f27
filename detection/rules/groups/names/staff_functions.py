"""Names of those who care beside a function that is shortened: `op: Jobin`, `INSTR FOLLONIER`, `Burri (ergo)`."""

import re
from collections.abc import Iterator, Sequence

from detection.rules.groups.common_words import (
    follows_subject,
    is_listed_word,
    is_word,
    surnames_and_words,
)
from detection.rules.groups.names.known import fold_word, is_eponym, is_known, is_ordinary, is_stop
from detection.rules.groups.names.patterns import WORD
from detection.rules.groups.names.persons import (
    APART,
    Found,
    is_likely,
    is_relative,
    list_gap,
    title_at,
)
from detection.rules.groups.names.runs import Run, run_at
from detection.rules.reading import Place, Reading

# Behind an abbreviation: `op: Jobin`, `(AS: Mme X)`, `inf. jour: X`; `Op. Jobin`, `anesth.Jobin`, `CDC Jobin`.
_SHIFT = (
    r"(?:(?:(?:de |du )?(?:jour|nuit|soir|matin|garde|piquet|veille|service|salle|relève|week-end|tri)|resp\.?|réf\.?|clin\.?|[12])"
    r"\s{0,2}(?=[:=]))?"
)
SIGNED_GAP = re.compile(
    rf"\.?\s{{0,2}}(?=[:=(jnsmgpvrwtdc12]){_SHIFT}(?:[:=]\s{{0,2}}|\((?=M|Mme|[A-Z][.#]))"
)
NEXT_FIELD = re.compile(r"\s{1,2}(?P<word>[^\W\d_]{2,}(?:-[^\W\d_]+)?)\.?(?:\s[12])?\s?:")
BARE_GAP = re.compile(r"(?P<stop>\.)?\s{0,2}(?=[^\W\d_a-zß-ÿ])")
AFTER_ANOTHER = re.compile(r"(?:post|per|pre|co|date|salle|status|bloc|jour)[- .]?$|[a-z0-9]-$")
ENDS_FUNCTION = re.compile(r"\.?\)")
TITLED = re.compile(r"(?:M[.#]|Mr|Mme|Mlle|Monsieur|Madame)\s?\Z")
# `Lambelet E.`, `Burri (ergo)`: the word before an initial or a function.
WORD_BEFORE = re.compile(rf"(?<![\w'’.#-]){WORD}\s\Z")
SAYS_NO_MORE = re.compile(r"\s{0,2}(?:$|[,;/()&+.\n–-]|\bet\b)")
ENDS_WITH_COLON = re.compile(r"\s?:(?!\d)")
MET = re.compile(r"\b(?:avec|par|chez|av\.?)\s$")
SMALL_NEXT = re.compile(r"\s([a-zà-ÿ]+)")
AGREES = re.compile(r"\s(?:d['’]accord|ok\b|présente?\b|en (?:salle|ligne)\b)", re.IGNORECASE)
TOLD_OF = re.compile(r",\s(?:[JH][+ ]?\d|\d|[a-zà-ÿ])")
CAPITALS_ONLY = frozenset({"as", "sf", "ma", "cc", "ase", "cda", "mt"})
# Behind others a drug may stand: `psy: Abilify`.
SURE_FUNCTIONS = frozenset(
    {"op", "oper", "chir", "anesth", "anest", "inst", "instr", "instrum", "circ", "as", "ass", "sf"}
    | {
        "prelev",
        "preleveur",
        "preleveuse",
        "codeur",
        "codeuse",
        "aide",
        "s.-f",
        "cdc",
        "cdca",
        "secr",
    }
)
# Those of an operation: two of them make a list of the team.
OF_TEAM = frozenset(
    {"op", "oper", "chir", "anesth", "anest", "instr", "instrum", "circ", "ass", "assist", "aide"}
    | {"aide-op", "aide op", "inst"}
)
# Right before a name, as a title stands.
AS_TITLES = frozenset({
    "cdc", "cdca", "cda", "cc", "ma", "as", "interne", "externe", "stag", "etud", "ase", "iao", "mt",
})  # fmt: skip
# In mixed letters capitals are mostly an abbreviation.
_LEAST_CAPITALS = 5
# `ANESTH: AG`, `CHIR: LAPAROSCOPIE`.
_SHORTEST, _LEAST_LETTERS = 3, 4
OF_MEDICINE = re.compile(r"(?:ies?|ites?|oses?|tions?|ales?|aires?|iques?)$")


def functions(reading: Reading) -> Iterator[Found]:
    """Yield who stands behind the abbreviation of a function: `op: Jobin`, `(AS: Mme X)`."""
    hits = reading.hits("names.functions")
    in_team = _lists_team(reading, hits)
    for start, end in hits:
        word = reading.plain[start:end]
        if word in CAPITALS_ONLY and not reading.text[start:end].isupper():
            continue
        signed = SIGNED_GAP.match(reading.text, end)
        position = signed.end() if signed else _behind_bare(reading, (start, end), in_team=in_team)
        if position is None or AFTER_ANOTHER.search(reading.before(start, 8)):
            continue
        is_sure = signed is None or word in SURE_FUNCTIONS
        in_this_team = in_team and word in OF_TEAM
        for run in _holders(reading, position, is_sure=is_sure, in_team=in_this_team):
            yield run, "role", (start, end)


def _lists_team(reading: Reading, hits: Sequence[Place]) -> bool:
    """Return whether two of those who operate are named, one of them perhaps by a whole word: `ANESTHESISTE: X`."""
    if len(hits) > 1:
        of_team = sum(reading.plain[slice(*hit)] in OF_TEAM for hit in hits)
        if of_team != 1:
            return of_team > 1
    elif not hits or reading.plain[slice(*hits[0])] not in OF_TEAM:
        return False
    return any(reading.text[end : end + 1] == ":" for _, end in reading.hits("names.roles"))


def _behind_bare(reading: Reading, place: Place, *, in_team: bool) -> int | None:
    """Return where a name may start behind a function without a colon: `Op. Jobin`, `CDC Jobin`."""
    gap = BARE_GAP.match(reading.text, place[1])
    if gap is None or gap.end() == place[1]:
        return None
    word = reading.plain[slice(*place)]
    if word in AS_TITLES:
        return gap.end() if not reading.is_upper else None
    if word not in OF_TEAM:
        return None
    # `OP HALLUX` alone says what is operated; `ass. Générali` who pays.
    return gap.end() if in_team or (gap["stop"] and word not in ("ass", "assist")) else None


def _holders(reading: Reading, position: int, *, is_sure: bool, in_team: bool) -> Iterator[Run]:
    run = _in_function(reading, position, is_sure=is_sure, in_team=in_team)
    while run:
        yield run
        gap = list_gap(reading.text, run.end)
        run = (
            _in_function(reading, gap.end(), is_sure=is_sure, in_team=in_team and "/" in gap[0])
            if gap
            else None
        )


def _in_function(reading: Reading, position: int, *, is_sure: bool, in_team: bool) -> Run | None:
    title = title_at(reading.text, position)
    first = title.end() if title else position
    # In capitals names look like verbs.
    as_titled = title is not None or (in_team and reading.text[first : first + 1].isupper())
    run = run_at(reading, first, titled=as_titled)
    if run is None:
        return None
    cut = _up_to_function(reading, run)
    if cut is None:
        # `CHIR: JOBIN / ASS: REY`: the next function.
        return None
    run = cut
    if not (title or run.has_initial or _ends_as_name(reading, run)):
        return None
    if title:
        # `Op: Mme X, J2`: of whom something is told; `Op: Mme X, circ: M. Y` goes on.
        is_listed = reading.hits_between("names.functions", run.end + 1, run.end + 4)
        return None if TOLD_OF.match(reading.text, run.end) and not is_listed else run
    return run if _holds(reading, run, is_sure=is_sure, in_team=in_team) else None


def _holds(reading: Reading, run: Run, *, is_sure: bool, in_team: bool) -> bool:
    """Return whether names without a title are of someone who has the function."""
    if run.has_initial:
        # `OP HALLUX D`: the side.
        return not any(map(is_eponym, run.words))
    if len(run.words[0]) < _SHORTEST:
        return False
    if in_team and all(map(_may_be_in_team, run.words)):
        return True
    is_sure = is_sure or all(map(is_known, run.words))
    return is_sure and is_unlike_words(reading, run, capitals=is_sure)


def _up_to_function(reading: Reading, run: Run) -> Run | None:
    """Return the names up to the next function, which looks like one of them: `OP: JOBIN AIDE-OP: REY`."""
    hits = reading.hits_between("names.functions", run.start, run.end)
    if not hits:
        return run
    kept = sum(end <= hits[0][0] for _, end in run.names)
    return Run(run.names[:kept], run.words[:kept], run.has_initial) if kept else None


def precedes_function(reading: Reading, end: int) -> bool:
    """Return whether the next function of a list follows, so that a name ends here: `Op: Jobin Instr: Rey`."""
    field = NEXT_FIELD.match(reading.text, end)
    if field is None:
        return False
    hits = reading.hits_between("names.functions", field.start("word"), field.end("word"))
    return bool(hits) or is_stop(fold_word(field["word"]))


def _ends_as_name(reading: Reading, run: Run) -> bool:
    """Return whether a name ends here: before a sign, a colon, or what someone does."""
    if SAYS_NO_MORE.match(reading.text, run.end) or APART.match(reading.text, run.end):
        return True
    if ENDS_WITH_COLON.match(reading.text, run.end) or AGREES.match(reading.text, run.end):
        return True
    if precedes_function(reading, run.end):
        return True
    following = SMALL_NEXT.match(reading.text, run.end)
    return following is not None and follows_subject(fold_word(following[1]))


def _may_be_in_team(word: str) -> bool:
    if word in surnames_and_words():
        return True
    if (len(word) < _LEAST_LETTERS and not is_known(word)) or OF_MEDICINE.search(word):
        return False
    return not (is_ordinary(word) or is_eponym(word) or is_listed_word(word))


def is_unlike_words(reading: Reading, run: Run, *, capitals: bool = False) -> bool:
    """Return whether names without title or initial can hardly be anything else."""
    written = reading.text[run.start : run.end]
    may_be_capitals = reading.is_upper or (capitals and len(written) >= _LEAST_CAPITALS)
    if not is_likely(run) or (written.isupper() and not may_be_capitals):
        return False
    return all(
        is_known(word) or not is_word(reading.text[start:end])
        for word, (start, end) in zip(run.words, run.names, strict=True)
    ) and not any(map(is_listed_word, run.words))


def parenthesised(reading: Reading) -> Iterator[Found]:
    """Yield a surname alone before a function in parentheses: `Mottet (chir), Burri (ergo)`."""
    text = reading.text
    hits = (*reading.hits("names.functions"), *reading.hits("names.roles"))
    for start, end in hits:
        if text[start - 2 : start] != " (" or not ENDS_FUNCTION.match(text, end):
            continue
        if reading.plain[start:end] in CAPITALS_ONLY and not text[start:end].isupper():
            continue
        before = WORD_BEFORE.search(text, max(0, start - 25), start - 1)
        run = run_at(reading, before.start()) if before else None
        if (
            run is None
            or len(run.names) > 1
            or TITLED.search(text, max(0, run.start - 10), run.start)
        ):
            continue
        is_surname = is_unlike_words(reading, run) or _is_met(reading, run)
        if is_surname and not is_relative(reading, run.start):
            yield run, "before_role", (start, end)


def _is_met(reading: Reading, run: Run) -> bool:
    """Return whether a common word is someone with whom it was seen: `vu avec Quartier (anesth)`."""
    return run.words[0] in surnames_and_words() and bool(MET.search(reading.before(run.start, 8)))


def glued_titles(reading: Reading) -> Iterator[Found]:
    """Yield who stands right behind a title in small letters: `drjacquemoud passe`."""
    for place in reading.hits("names.glued_doctors"):
        run = run_at(reading, place[1], titled=True)
        if run:
            yield run, "staff_title", place
