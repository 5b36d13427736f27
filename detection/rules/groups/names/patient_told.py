"""Names of patients that no title announces: newborns on lists, what is done for someone, and subjects of sentences."""

import re
from collections.abc import Iterable, Iterator, Sequence

from detection.rules.groups.common_words import (
    follows_subject,
    is_listed_word,
    is_state_of_persons,
    is_verb_of_persons,
    is_word,
)
from detection.rules.groups.names.known import (
    fold_word,
    is_eponym,
    is_first_name,
    is_known,
    is_ordinary,
    is_stop,
    is_surname,
)
from detection.rules.groups.names.openings import DISEASE
from detection.rules.groups.names.patterns import WORD, words_of
from detection.rules.groups.names.persons import AGED_BEHIND, APART, TERM, Found, is_likely
from detection.rules.groups.names.runs import Run, run_at
from detection.rules.groups.shapes import is_no_name
from detection.rules.reading import Place, Reading

# `Jumeau B : Noah`, `Triplé 2: Eliott`, `Jumelles: Jade`.
TWIN = re.compile(
    r"\.?(?P<nth>\s{0,2}(?:[A-D1-4]|I{1,3}|n[o°]\s?\d)(?![\w.]))?(?:\s{0,2}\([^()]{1,12}\))?\s{0,2}(?P<sign>[:=–-])?\s{1,2}(?=[^\W\d_])"
)
SOMEONES = re.compile(
    r"\b(?:sa|son|ses|leurs?|ma|mon|mes|notre|votre|nos|vos|une?|des|d'|grossesse)\s?$"
)
# What lists tell of a newborn, right behind the name.
WEIGHED = re.compile(
    r"\s{0,2}[:,;(=–-]?\s{0,2}(?:(?:poids|pn|pds|p\.?n\.?|apgar|ph|taille|pc|sexe|nee?)\b|\d[' .]?\d{2,3}\s?g\b)"
)
NEXT_NEWBORN = re.compile(
    r"[\s:,;(=–-]{0,4}(?:(?:poids|PN|pn)\s?:?\s?)?\d[' .]?\d{2,3}\s?g\)?\s{0,2}(?:,|;|/|et|&)\s{1,2}(?=[^\W\d_])"
)
AND_ANOTHER = re.compile(rf"\s(?:et|&)\s(?P<name>{WORD})")
# `J1 Nathan : 2340 g`: the first of two, not the first day.
NUMBERED = re.compile(r"(?<![\w])J[1-4]\s{0,2}[:=-]?\s{1,2}(?=[^\W\d_])")
GRAMS = re.compile(r"\d\s?g(?![\w/])")
ENDS = re.compile(r"\s{0,2}(?:$|[,;:()/\n–-]|\d|[JH][+ ]?\d|et\b)")
SMALL = re.compile(r"\s([a-zà-ÿ]+)")
# What a line or an entry begins behind.
ENTRY_BEFORE = re.compile(r"(?:[\n•|]\s{0,3}|[.;:,]\s{1,2})\Z")
BEFORE_OPENERS = frozenset("\n•|.;:,")
WHOLE = re.compile(rf"(?P<name>{WORD}),?")
OPENS = re.compile(
    rf"(?P<name>{WORD})(?P<sign>,?)\s(?P<next>[a-zà-ÿ]+|\d{{1,3}}(?:\s?(?:ans?|mois|semaines?|jours?)|a|\sa\s\d{{1,2}}\sm)\b)"
)
CHILD = re.compile(
    r",\s(?:une?\s)?(?:petite?\s|jeune\s|premiere?\s|deuxieme\s)?(?:enfant|nourrisson|bebe|nouveau-nee?|garcon|garconnet|fille|fillette|jumeau|jumelle|prematuree?"
    r"|adolescente?|ecoli\w+|eleve|patiente?|poids|nee? (?:le|a|en|par)|agee?|vue? (?:avec|par|pour|ce|en)|hospitalisee?|amenee?|accompagnee?)\b"
)
SIGN_AFTER = re.compile(
    r"\s?(?:positif|negatif|neg\b|pos\b|\+|stade|classe|grade|score|type|test\b|tenu|normal|absent|present\b|modifie|\d+/\d+|:?\s?\d+\s?(?:points?|/)|-\s)"
)
# `culture positive pour Campylobacter`.
FOUND_FOR = re.compile(
    r"\b(?:positi\w*|negati\w*|pos|neg|resistan\w*|suspe\w*|typique|evocat\w*|compatible|recherche|pcr|test\w*|depistage|adapte\w*) pour$"
)
# What is said of a surname that lists know: « Pochon a arraché sa voie », not « a été augmenté ».
ACTS = re.compile(r"\s(?:a (?!ete)|n'a |n'est |est |ne |se |s'|va |s'est )")
SHORTEST_IN_CAPITALS = 5
WITHIN = frozenset(",:")
GOES = re.compile(r"\s(?:va|se sent|se porte)\s(?:bien|mieux|mal|tres|un peu|moins)\b")
AGED_IN_YEARS = re.compile(r"\d{1,3}\s?ans?")
# `Kerem 9a diab inaugural`.
SHORT_AGE = re.compile(r"\d{1,3}\s?a(?:\s\d{1,2}\s?m)?")
AGED = re.compile(r"\d{1,3}\s?(?:ans?|mois|semaines?|jours?)")


def newborns(reading: Reading) -> Iterator[Found]:
    """Yield the names of newborns on a list: `Jumeau B : Noah, poids 1875 g`."""
    for start, end in reading.hits("names.twins"):
        gap = TWIN.match(reading.text, end)
        if gap is None or SOMEONES.search(reading.before(start, 12)):
            continue
        yield from _listed_newborns(
            reading, gap.end(), (start, end), is_sure=bool(gap["sign"] or gap["nth"])
        )


def numbered(reading: Reading) -> Iterator[Found]:
    """Yield the names of newborns who are numbered: `J1 Nathan : 2340 g`."""
    # The first day without them: `J1 : calme`.
    if GRAMS.search(reading.text) is None:
        return
    for number in NUMBERED.finditer(reading.text):
        yield from _listed_newborns(reading, number.end(), number.span(), is_sure=False)


def _listed_newborns(
    reading: Reading, position: int, trigger: tuple[int, int], *, is_sure: bool
) -> Iterator[Found]:
    run = run_at(reading, position, listed=True)
    while run and _may_be_newborn(reading, run, is_sure=is_sure):
        yield run, "newborn", trigger
        following = NEXT_NEWBORN.match(reading.text, run.end)
        run = run_at(reading, following.end(), listed=True) if following else None


def _may_be_newborn(reading: Reading, run: Run, *, is_sure: bool) -> bool:
    if any(map(is_ordinary, run.words)) or is_eponym(run.words[0]):
        return False
    if WEIGHED.match(reading.after(run.end)):
        return not is_word(run.words[0]) or is_first_name(run.words[0])
    if not is_first_name(run.words[0]):
        return False
    other = AND_ANOTHER.match(reading.text, run.end)
    is_pair = other is not None and is_first_name(fold_word(other["name"]))
    return is_pair or (is_sure and bool(ENDS.match(reading.text, run.end)))


def tasks(reading: Reading) -> Iterator[Found]:
    """Yield for whom something is done, or of whom it is told: `Veillée de Jankovic Dragana`."""
    for start, end in reading.hits("names.tasks"):
        position = end + 1
        if reading.text[end:position] != " " or not reading.text[position : position + 1].isupper():
            continue
        run = run_at(reading, position, listed=True)
        if run is None or not may_be_patient(reading, run):
            continue
        # « pour » stands before anything: an examination, a drug.
        is_doubtful = reading.plain[start:end] == "pour" and not any(map(is_known, run.words))
        if not is_doubtful and not FOUND_FOR.search(reading.before(end, 24)):
            yield run, "task", (start, end)


def may_be_patient(reading: Reading, run: Run) -> bool:
    """Return whether names of whom something is told are a patient's, and no term of medicine."""
    # `Consentement signé par A. Rochat` has no sign of medicine.
    if not is_likely(run) or (not run.has_initial and TERM.search(reading.before(run.start, 60))):
        return False
    if any(is_eponym(word) and not is_known(word) for word in run.words):
        return False
    first = reading.text[run.names[0][0] : run.names[0][1]]
    if len(run.names) > 1:
        return run.is_known or not (is_word(first) or any(map(is_listed_word, run.words)))
    if run.has_initial or first.isupper():
        return run.has_initial
    return not is_word(first) and not is_eponym(run.words[0]) and _ends(reading, run)


def _ends(reading: Reading, run: Run) -> bool:
    """Return whether a name that no list has ends here: before a sign, or before what one does."""
    if APART.match(reading.text, run.end):
        return True
    following = SMALL.match(reading.text, run.end)
    word = fold_word(following[1]) if following else ""
    # `les époux Rochat habitent`.
    return bool(word) and (follows_subject(word) or is_stop(word) or word.endswith("ent"))


def children(reading: Reading) -> Iterator[Found]:
    """Yield a child by its first name, however it is written: `le petit djibril 4 ans`, `la petite Clémence`."""
    for start, end in reading.hits("names.children"):
        position = end + 1
        if not reading.text[position : position + 1].isalpha():
            continue
        run = run_at(reading, position, titled=True)
        if run is None or not is_first_name(run.words[0]):
            continue
        is_aged = AGED_BEHIND.match(reading.text, run.end) is not None
        if is_aged or not is_word(run.words[0]):
            yield run, "first_name", (start, end)


def is_bare_name(reading: Reading, run: Run) -> bool:
    """Return whether names that nothing announces can hardly be anything else."""
    names = [reading.text[start:end] for start, end in run.names]
    for name, word in zip(names, run.words, strict=True):
        # `Tschanz Werner`: who has another name beside.
        is_term = is_eponym(word) and not (len(names) > 1 and is_first_name(word))
        if is_term or is_ordinary(word) or is_listed_word(word) or DISEASE.search(word):
            return False
        if is_word(name) and not is_known(word):
            return False
        is_code = name.isupper() and len(name) < SHORTEST_IN_CAPITALS and not reading.is_upper
        if is_code and not is_known(word):
            return False
    return True


def openers(word: str) -> Sequence[Place]:
    """Return what may be the name of someone in a word between two spaces: a capital, and no word of the language."""
    if BEFORE_OPENERS.isdisjoint(word[:-1]) and len(word.split()) == 1:
        # As nearly always: nothing may open a line but the whole word.
        whole = WHOLE.fullmatch(word)
        places = [whole.span("name")] if whole else []
    else:
        places = [match.span() for match in words_of(word) if _may_open_line(word, *match.span())]
    return [place for place in places if _may_be_called(word[slice(*place)])]


def _may_open_line(word: str, start: int, end: int) -> bool:
    """Return whether a line may begin here in a word between two spaces, and go on behind."""
    if start and not (word[start - 1].isspace() or word[start - 1] in BEFORE_OPENERS):
        return False
    behind = end + 1 if word[end : end + 1] == "," else end
    return behind == len(word) or word[behind].isspace()


def opened_lines(reading: Reading) -> list[Place]:
    """Return what may be the name of someone and opens a line; mostly a word and a space stand before."""
    text = reading.text
    opened = []
    for place in reading.hits("names.openers"):
        start = place[0]
        if start > 1 and text[start - 1] == " ":
            sign = text[start - 2]
            if sign.isalnum():
                continue
            # Behind a comma or a colon stands anything: `Nuit calme, Motomed accepté`.
            if sign in WITHIN and not is_known(fold_word(text[start : place[1]])):
                continue
        if not start or (
            not BEFORE_OPENERS.isdisjoint(text[max(0, start - 4) : start])
            and ENTRY_BEFORE.search(text, max(0, start - 4), start)
        ):
            opened.append(place)
    return opened


def subjects(reading: Reading, opened: Iterable[Place]) -> Iterator[tuple[Place, Place]]:
    """Yield who opens a line and does what people do, or has an age, and what says so: `Aylin boit bien`."""
    text = reading.text
    for start, end in opened:
        match = OPENS.match(text, start)
        if match is None or match.end("name") != end:
            continue
        if not _is_told_of(reading, match, known=is_known(fold_word(match["name"]))):
            continue
        run = run_at(reading, start) if reading.found.is_free(start, end) else None
        if run and run.end == end:
            yield (start, end), match.span("next")


def _is_told_of(reading: Reading, match: re.Match[str], *, known: bool) -> bool:
    if CHILD.match(reading.after(match.end("name"))):
        return True
    if match["sign"]:
        # `Zyrtec, 5 jours`: how long a drug is taken.
        is_name = is_first_name(fold_word(match["name"]))
        return (AGED if is_name else AGED_IN_YEARS).match(match["next"]) is not None
    if AGED_IN_YEARS.match(match["next"]):
        return True
    if SHORT_AGE.fullmatch(match["next"]):
        # `BI-RADS 4a` is a grade.
        return known or match["next"][1].isdigit()
    return _does(reading, match, known=known)


def _does(reading: Reading, match: re.Match[str], *, known: bool) -> bool:
    """Return whether someone does what people do; of a word that no list has as a name, only that."""
    following, after = fold_word(match["next"]), reading.after(match.end("name"))
    # `Motomed refusé` folds like « refuse ».
    is_verb = is_verb_of_persons(following) and not match["next"].endswith(("é", "ée", "és"))
    if is_verb or GOES.match(after):
        return True
    is_told = is_verb_of_persons(following) or is_state_of_persons(following)
    return known and (is_told or ACTS.match(after) is not None)


def _may_be_called(name: str) -> bool:
    """Return whether a word that opens a line is a name rather than anything else."""
    if name.isupper() and len(name) < SHORTEST_IN_CAPITALS:
        return False
    word = fold_word(name)
    if is_eponym(word) or is_listed_word(word) or is_no_name(name):
        return False
    if is_first_name(word) or is_surname(word):
        return True
    return len(word) > 2 and not is_word(name)


def is_sign(after: str, run: Run) -> bool:
    """Return whether a result follows, as of a test; `ROCHAT Anne – hallux D` is on a list."""
    sign = SIGN_AFTER.match(after)
    if sign is None:
        return False
    return sign[0].strip() != "-" or len(run.names) == 1 or any(map(is_eponym, run.words))
