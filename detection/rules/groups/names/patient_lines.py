"""Names of patients on lines of lists: beside a date of birth or a number."""

import re
from collections.abc import Iterator

from detection.rules.groups.common_words import is_listed_word, is_word, surnames_and_words
from detection.rules.groups.names.known import (
    fold_word,
    is_eponym,
    is_first_name,
    is_known,
    is_ordinary,
)
from detection.rules.groups.names.openings import may_end_in_name
from detection.rules.groups.names.patterns import WORD, may_open
from detection.rules.groups.names.persons import Found, list_gap
from detection.rules.groups.names.runs import Run, is_taken, run_at
from detection.rules.groups.names.staff_functions import is_unlike_words
from detection.rules.reading import Reading

BIRTHDAYS = frozenset(
    {"TEMPORAL:DATE", "DÉMOGRAPHIE:ÂGE", "ID:IPP", "ID:NUMÉRO_SÉJOUR", "EMPLACEMENT:RUE"}
)
PATIENT, DATE = "NOM:PATIENT_E", "TEMPORAL:DATE"
NUMBERS = frozenset({"ID:IPP", "ID:NUMÉRO_BON", "ID:NUMÉRO_SÉJOUR"})
BEHIND_NUMBER = re.compile(r"\s{0,2}(?:(?:[,;:|–-]|//?)\s{1,2}|\s|-)(?=[^\W\d_])")
SHORTEST_SURNAME = 5
# A word before a surname and a first name.
_LEAST_HEADED, _LONGEST_PARTICLE = 3, 3
NEWBORN = frozenset({"nn", "nne", "bb"})
COMMA = re.compile(r",[ \t]{1,2}")
ENDS_ITEM = re.compile(r"\s{0,2}(?:$|[,;/|\n]|\s-\s)")
# Before the date of birth or the number of a patient.
BORN = re.compile(
    r"[\s,;(/|–-]{0,4}\b(?:(?:n[o°]|nr|num(?:ero)?)\.?\s?(?:de\s|d')?)?(?:nee?(?:\s?\(e\))?(?:\s{0,2}(?:le|en))?|ddn|(?:date de )?naissance|d\.n\.|ipp|sejour|dn)\s{0,2}:?\s{0,3}"
    r"(?:n[o°]\.?\s?)?$"
)
# The last of these words, as they are written.
BIRTH_WORDS = frozenset(
    {"le", "LE", "(e)le", "en", "EN", "DDN", "DDN:", "ddn", "naissance", "naissance:", "DN", "d.n."}
    | {"IPP", "IPP:", "ipp", "séjour", "sejour", "séjour:", "SÉJOUR", "Séjour", "Séjour:"}
    | {"no", "n°", "N°", ":"}
    | {"né", "née", "né(e)", "ne", "nee", "NÉ", "NÉE", "NE", "NEE", "Né", "Née"}
)
# « Vu le » and « en » stand before most dates: a word for birth must precede them.
_LONGEST_BIRTH = 12
LONGEST_BORN = 14
ARTICLES = frozenset({"le", "LE", "en", "EN"})
BORN_LAST = tuple(
    f"{word}{end} "
    for word in ("né", "ne", "NÉ", "NE", "Né", "Ne")
    for end in ("", "e", "E", "(e)", " (e)")
)
BORN_ENDS = frozenset("éeÉE)")
BIRTH = re.compile(r"[nN][éeÉE][eE]?(?:\s?\([eE]\))?\s{0,2}[lLeE][eEnN]\Z")
# Between a name and the date of birth: `ROCHAT Anne - F - 04.04.1972`.
SEX = frozenset("FMHfmh")
BARE = " \t\u00a0,;(/|–-*"
# `Patients ambu : X, Y`, `SORTIES MER : X (dom.), Y`.
LIST_GAP = re.compile(r"(?:\s(?:d['’])?[\w./]{2,14}){0,3}\s?:\s{0,2}(?=[^\W\d_])")
DOUBLE = re.compile(r"[^\W\d_]{3,}-[^\W\d_a-zß-ÿ][^\W\d_]{2}")
# `Favre (dom.)`, `Mehmeti abcès marge anale`, `Pasquier 84a`.
REMARK = re.compile(
    r"\s?\([^()\n]{1,40}\)|(?:\s(?:[a-zà-ÿ][\w./-]*|\d{1,3}\s?(?:ans?|a)|[A-Z])){1,6}(?=\s?(?:[,;\n]|$))"
)
ENDS_NAME = re.compile(r"\s{0,2}(?:$|[,;/&+.\n–-]|et\b)")
LAST_NAME = re.compile(
    rf"(?:^|(?<![\w'’-])[a-zà-ÿ][\w.'’-]*\s|[)\d,:/-]\s|\()(?P<name>{WORD})(?:\s[A-ZÀ-Ý][a-z]?\.)?\Z"
)
LINE_START = re.compile(r"(?:[\n;|•>:!]|\d[.)]|\s[–/-]\s)\s{0,3}")


def listed(reading: Reading) -> Iterator[Found]:
    """Yield the name that opens a line before a date of birth or a number of a patient."""
    text = reading.text
    for start, end, label, *_ in reading.found.all():
        if label not in BIRTHDAYS or not start or _follows_small_word(text, start):
            continue
        run = _listed_before(reading, start, aged=label != DATE)
        if run and not _follows_name(reading, start):
            yield run, "listed", (start, end)


def _listed_before(reading: Reading, end: int, *, aged: bool) -> Run | None:
    text = reading.text
    window = text[max(0, end - 70) : end].rstrip(BARE)
    if window[-1:] in SEX and window[-2:-1] == " ":
        window = window[:-1].rstrip(BARE)
    last = window[window.rfind(" ") + 1 :]
    born = _birth_before(reading, end, window) if last in BIRTH_WORDS else None
    # `ROCHAT A. / F / *1968`: the star says a birth, too.
    starred = text[end - 1 : end] == "*"
    if born:
        end = max(0, end - len(born[0]))
        window = text[max(0, end - 70) : end].rstrip(BARE)
        # `IPP 1204776` on its own, or behind a word that is no name.
        if not window or not may_end_in_name(window):
            return None
    # Nearly always the words before a date are no names.
    elif not last[:1].isupper() or not (starred or _may_follow_name(window)):
        return None
    # Another rule found what stands there, mostly a name after a title.
    if is_taken(reading, max(0, end - 70) + len(window) - 1):
        return None
    run = _line_run(reading, end, window)
    certain = born is not None or starred
    if run is None and certain:
        run = _last_name(reading, end, window)
    is_patient = run and _is_patient_line(run, certain=certain, aged=aged)
    return run if is_patient else None


def _birth_before(reading: Reading, end: int, window: str) -> re.Match[str] | None:
    """Return the word for a birth that ends at a place; « le » and « en » alone say none."""
    last = window[window.rfind(" ") + 1 :]
    if last in ARTICLES and not BIRTH.search(window[-_LONGEST_BIRTH:]):
        return None
    return BORN.search(reading.before(end, 30))


def _follows_small_word(text: str, place: int) -> bool:
    """Return whether a word in small letters and a space stand before that say no birth: as mostly."""
    if text[place - 2 : place - 1].islower() and text[place - 1] == " ":
        first = text.rfind(" ", 0, place - 2) + 1
        word = text[first : place - 1]
        if word in ARTICLES:
            is_plain = text[first - 2 : first - 1] not in BORN_ENDS
            return is_plain or not text.endswith(BORN_LAST, max(0, first - 5), first)
        return word[0].islower() and word not in BIRTH_WORDS
    return False


def _follows_name(reading: Reading, place: int) -> bool:
    """Return whether a patient was found right before: `Mme Rochat, née le …`."""
    before = reading.found.before(place)
    return before is not None and before.label == PATIENT and place - before.end < LONGEST_BORN


def behind_numbers(reading: Reading) -> Iterator[Found]:
    """Yield the name that follows a number of a patient: `IPP 1204776, ROCHAT Anne`."""
    for item in reading.found.of(*NUMBERS):
        gap = BEHIND_NUMBER.match(reading.text, item.end)
        run = run_at(reading, gap.end(), listed=True) if gap else None
        if run and _is_behind_number(reading, run):
            yield run, "listed", (item.start, item.end)


def _is_behind_number(reading: Reading, run: Run) -> bool:
    """Return whether names are those of the number before: alone between signs, or written as on lists."""
    # `BON 44120976 - TDM THORACO-ABDOMINAL`.
    if reading.is_upper and any(is_word(word) and not is_known(word) for word in run.words):
        return False
    if _is_patient_line(run, certain=False) and ENDS_ITEM.match(reading.text, run.end):
        return True
    surname = reading.text[slice(*run.names[0])]
    if not surname.isupper() or len(surname) < SHORTEST_SURNAME or is_word(surname):
        return False
    # `IPP 8004417723 NIYONZIMA Chantal`, `IPP 2009417 ABEYWARDENA nat. sri-lankaise`.
    is_told_apart = not reading.is_upper or reading.text[run.end - 1].islower()
    return is_told_apart and not any(map(is_ordinary, run.words))


def _may_follow_name(window: str) -> bool:
    """Return whether the last word but one may be a name or its particle."""
    words = window.rsplit(None, 2)
    return len(words) > 1 and (not words[-2][0].islower() or may_open(words[-2] + " ", 0))


def _line_run(reading: Reading, end: int, window: str) -> Run | None:
    """Return the names that fill a line of a list up to a place: `ROCHAT, Anne Marie`."""
    offset = max(0, end - 70)
    opens = [match.end() for match in LINE_START.finditer(window)]
    if not opens and offset:
        return None
    start = offset + (opens[-1] if opens else 0)
    while reading.text[start : start + 1].isspace():
        start += 1
    run = run_at(reading, start, listed=True)
    if run is None:
        return None
    comma = COMMA.match(reading.text, run.end)
    rest = run_at(reading, comma.end(), listed=True) if comma and comma.end() < end else None
    if rest:
        run = Run(run.names + rest.names, run.words + rest.words, run.has_initial)
    return _without_heading(reading, run) if run.end >= offset + len(window) else None


def _without_heading(reading: Reading, run: Run) -> Run:
    """Return the names without a word that says what the line is: `Dossier ROCHAT Anne`."""
    return Run(run.names[1:], run.words[1:], run.has_initial) if _is_headed(reading, run) else run


def _is_headed(reading: Reading, run: Run) -> bool:
    word = run.words[0]
    if len(run.names) > 1 and word in NEWBORN:
        return True
    if len(run.names) < _LEAST_HEADED or len(word) <= _LONGEST_PARTICLE or is_known(word):
        return False
    first, second = (reading.text[start:end] for start, end in run.names[:2])
    # Who writes surnames in capitals writes all of them so; `RTUV Cuendet Marcel`.
    if second.isupper():
        return not first.isupper() or is_ordinary(word) or is_listed_word(word)
    if first.isupper():
        return True
    return is_listed_word(word) and any(map(is_first_name, run.words[1:]))


def _last_name(reading: Reading, end: int, window: str) -> Run | None:
    """Return the name right before a birth, behind what is told of it: `US foie Bourquenoud ddn …`."""
    match = LAST_NAME.search(window)
    word = fold_word(match["name"]) if match else ""
    if match is None or is_word(match["name"]) or is_listed_word(word) or is_eponym(word):
        return None
    start = max(0, end - 70) + match.start("name")
    run = run_at(reading, start)
    return run if run and run.end == max(0, end - 70) + len(window) else None


def maiden(reading: Reading) -> Iterator[Found]:
    """Yield the name that opens a line before that of birth: `Rochat Anne née Favre`."""
    for start, end in reading.hits("names.maiden"):
        if not reading.text[end + 1 : end + 2].isupper():
            continue
        window = reading.text[max(0, start - 70) : start].rstrip(BARE)
        run = _line_run(reading, start, window) if window else None
        if run and len(run.names) > 1 and _is_patient_line(run, certain=True):
            yield run, "listed", (start, end)


def _is_patient_line(run: Run, *, certain: bool, aged: bool = False) -> bool:
    if any(is_ordinary(word) and not is_first_name(word) for word in run.words):
        return False
    if certain:
        return len(run.names) > 1 or run.is_known or run.has_initial or not is_word(run.words[0])
    # `RENDEZ-VOUS DEPLACE 18.01.2023`.
    if any(is_listed_word(word) and not is_known(word) for word in run.words):
        return False
    # `K. Suter, 12.03.2022` signs, `K. Suter, 54 ans` is a patient.
    is_whole = len(run.names) > 1 or (aged and run.has_initial)
    return is_whole and not all(is_eponym(word) for word in run.words)


def of_lists(reading: Reading) -> Iterator[Found]:
    """Yield who is on a list of patients: `SORTIES : Rochat (dom.), Favre`."""
    for start, end in reading.hits("names.lists"):
        gap = LIST_GAP.match(reading.text, end)
        runs = _items(reading, gap.end()) if gap else []
        # A word alone may be anything: `Entrées : Ringer`.
        if len(runs) > 1:
            yield from ((run, "list", (start, end)) for run in runs)


def _items(reading: Reading, position: int) -> list[Run]:
    runs: list[Run] = []
    while run := run_at(reading, position, listed=True):
        remark = REMARK.match(reading.text, run.end)
        end = remark.end() if remark else run.end
        if not (_is_surname(reading, run) and ENDS_NAME.match(reading.text, end)):
            break
        runs.append(run)
        following = list_gap(reading.text, end)
        if following is None:
            break
        position = following.end()
    return runs


def _is_surname(reading: Reading, run: Run) -> bool:
    # Two names that a hyphen joins may end like a word: `Bouquet-Dos Reis`.
    is_double = DOUBLE.match(reading.text, run.start) is not None
    return is_double or is_unlike_words(reading, run) or run.words[0] in surnames_and_words()
