"""Names of those who care behind a function or behind what they did: `Opérateur: X`, `signé par la Dre X`."""

import re
from collections.abc import Iterator

from detection.rules.groups.common_words import is_listed_word, is_word
from detection.rules.groups.names.known import fold_word, is_known, is_near_surname
from detection.rules.groups.names.patterns import PARTICLES, may_open
from detection.rules.groups.names.persons import (
    AGED_BEHIND,
    SMALL_TITLES,
    Found,
    is_likely,
    is_relative,
    is_subject,
    list_gap,
    stands_apart,
    title_at,
)
from detection.rules.groups.names.runs import Run, is_code, is_taken, run_at
from detection.rules.groups.names.staff_before_roles import with_initial
from detection.rules.groups.names.staff_functions import (
    ENDS_WITH_COLON,
    SAYS_NO_MORE,
    is_unlike_words,
    precedes_function,
)
from detection.rules.groups.names.staff_marks import CONSENT
from detection.rules.reading import Place, Reading

# After a role: `Opérateur(s): X`, `infirmière X`, `physiothérapeute, Mme X`, `signé par la Dre X`.
# `médecin SMUR X`, `psychologue FSP`: what a function belongs to, and no name.
CODE_GAP = re.compile(r"(?:[A-Z]{2,5}|Rega|REGA)(?![\w'’.-])[ ]?")
# `Pharmacienne clinique: X`, `Infirmière de salle: X`.
COMPLEMENT = re.compile(r"(?:\s(?:[dl]['’])?[a-zà-ÿ-]{1,16}){1,3}\s?[:=]\s{0,3}")
# What a function is of, before a form of address or an initial: `l'infirmière de santé scolaire, Mme X`.
OF_WHAT = re.compile(
    r"\s(?:de|du|d['’]|en|des|à|au)\s?(?:la\s|l['’])?(?!(?:patient|malade|enfant|famille|mère|père|fille|fils|mari|femme|sœur|soeur|frère|époux|épouse|bébé))"
    r"[a-zà-ÿ'’-]{2,18}(?:\s[a-zà-ÿ-]{3,18})?,?\s(?=M[.#\sml]|Dr|[A-ZÀ-Ý][.#])"
)
# What says more of a function, before a name: `la sage-femme indépendante Mme X`, `physio du service Mme X`.
_KIND = (
    r"(?:indépendante?|libérale?|agréée?|référente?|remplaçante?|responsable|scolaire|traitante?|de (?:garde|piquet|nuit|jour|liaison|salle|service)"
    r"|du (?:soir|matin|jour|service|secteur|bloc|CMS)|de l['’](?:étage|unité)|à domicile|en chef)"
)
ROLE_GAP = re.compile(
    rf"(?:\((?:s|e|es|trice)\)|/\w{{1,4}})?(?:\.(?=\s?:)|(?<=(?i:diét|diet|resp|harm|ergo|ge-f))\.|(?<=(?i:réf|ref|ass|adj))\.|(?<=(?i:op))\.|#(?=[A-ZÀ-Ý]))?"
    rf"(?:\s{_KIND}(?=[\s,]))?\s{{0,2}}(?P<sign>[:=]|->|-|,|\()?\s{{0,3}}(?:(?:par|le|la|l['’]|les)\s{{0,2}}){{0,2}}"
)
# As it mostly is.
USUAL_GAP = re.compile(r"(?P<sign>:)? (?=[A-Z])")
# After a word of signing: `validé électroniquement le 22.07.2021 11:04 par X`, `dicté le 05.05.2021, X`.
SIGNED_GAP = re.compile(
    r"(?:\s(?:électroniquement|electroniquement|numériquement|manuellement))?(?P<day>(?:\s(?:le|du|à|a|en date du)?\s?[\d.#/:h-]{2,16}){0,3})"
    r"\s{0,2}(?P<by>par|,|-|:)\s{1,2}(?:(?:la|le)\s)?"
)
SMALL_NEXT = re.compile(r" ([a-zà-ÿ]++)(?![^\W\d_])")
# With which words in small letters what stands between a role and a name may begin, or the name itself.
ANNOUNCING = (PARTICLES | SMALL_TITLES | {
    "par", "le", "la", "les", "l", "à", "a", "du", "de", "en", "électroniquement", "electroniquement",
    "numériquement", "manuellement", "indépendant", "indépendante", "libéral", "libérale", "agréé", "agréée",
    "référent", "référente", "remplaçant", "remplaçante", "responsable", "scolaire", "traitant", "traitante",
})  # fmt: skip
TREATED_BY = re.compile(r"(?:traite|administre|remplace|prescrit|injecte)e?s? par $")
METHOD = re.compile(r"^anti-|(?:blot|metrie|scopie|graphie|guidage|scence|vigilance|assay)$")
ARTICLE_LAST = re.compile(r"(?:le|la|les|l['’])\s{0,2}$")
ENDS_BY = ("par", "avec", " a", " de", "aupres de", "chez")
SHORT_ROLE = re.compile(r"\b(?:physios?|ergos?|logo|diét)\s\Z", re.IGNORECASE)


def _announcing(reading: Reading, lexicon: str) -> Iterator[Place]:
    """Yield the words behind which a name may stand: mostly a word of the sentence does."""
    for place in reading.hits(lexicon):
        following = SMALL_NEXT.match(reading.text, place[1])
        if following is None or following[1] in ANNOUNCING:
            yield place


def roles(reading: Reading) -> Iterator[Found]:
    """Yield who stands behind a function: `Opérateur: X`, `infirmière X`."""
    for place in _announcing(reading, "names.roles"):
        yield from _governed(reading, place, "names.roles")


def marks(reading: Reading) -> Iterator[Found]:
    """Yield who stands behind what was done: `signé par la Dre X`, `copie à X`."""
    for place in _announcing(reading, "names.marks"):
        # What is signed may be a patient's consent.
        is_signed = reading.plain.startswith("sign", place[0])
        if is_signed and CONSENT.search(reading.before(place[0], 50)):
            continue
        # A name right behind is no day.
        is_day = reading.has_digit and not reading.text[place[1] + 1 : place[1] + 2].isupper()
        signed = SIGNED_GAP.match(reading.text, place[1]) if is_day else None
        if signed and signed["day"].strip():
            yield from _signed(reading, place, signed)
        else:
            yield from _governed(reading, place, "names.marks")


def disciplines(reading: Reading) -> Iterator[Found]:
    """Yield who stands for a discipline, `Ergothérapie: Mme X`, if nothing is said of them."""
    for place in _announcing(reading, "names.disciplines"):
        gap = ROLE_GAP.match(reading.text, place[1])
        if gap is None or not gap["sign"]:
            continue
        title = title_at(reading.text, gap.end())
        run = run_at(reading, title.end() if title else gap.end(), titled=title is not None)
        if (
            run
            and (title or run.has_initial)
            and SAYS_NO_MORE.match(reading.text, run.end)
            and not is_relative(reading, place[0])
        ):
            yield run, "role", place


def _governed(reading: Reading, place: Place, lexicon: str) -> Iterator[Found]:
    """Yield the names that a role announces, with or without titles."""
    text = reading.text
    gap = USUAL_GAP.match(text, place[1]) or ROLE_GAP.match(text, place[1])
    if gap is None:
        return
    sign, position = gap["sign"], _behind_code(reading, gap.end())
    title = title_at(text, position)
    # Mostly a small word follows, or a title whose name was found by it.
    if title:
        if is_taken(reading, title.end()):
            return
    elif not (sign in (":", "=") or may_open(text, position)):
        return
    bare = _announces_bare(reading, place, gap, lexicon)
    is_first = True
    while True:
        start = title.end() if title else position
        run = run_at(reading, start, titled=title is not None or sign in (":", "="))
        run = with_initial(reading, position, run) if lexicon == "names.marks" else run
        if run is None or not (
            title
            or _is_announced(reading, run, bare=bare, lexicon=lexicon)
            or (sign == "," and _is_apposed(reading, run))
        ):
            return
        # `vue par l'infirmier M. X, Mme Y évoque`: a sentence goes on.
        goes_on = (title and (sign == "," or not is_first) and is_subject(reading, run)) or (
            not (title or is_first) and is_code(reading, run)
        )
        if goes_on or is_relative(reading, place[0]) or AGED_BEHIND.match(text, run.end):
            return
        yield run, "role", place
        is_first = False
        following = list_gap(reading.text, run.end)
        if following is None:
            return
        position, bare = following.end(), bare and (sign is not None or "/" in following[0])
        title = title_at(text, position)


def _is_apposed(reading: Reading, run: Run) -> bool:
    """Return whether a name says who has the function before a comma: `la sage-femme, Anne Rochat`."""
    if run.has_initial:
        return True
    return run.is_known and (len(run.names) > 1 or reading.text[run.end : run.end + 1] == ",")


def _announces_bare(reading: Reading, place: Place, gap: re.Match[str], lexicon: str) -> bool:
    """Return whether a name may follow without a title."""
    sign = gap["sign"]
    if sign is None:
        # `adressée par la Maison du diabète`: nobody's name has an article.
        announces = reading.plain.endswith(ENDS_BY, *place) and not ARTICLE_LAST.search(gap[0])
        return lexicon == "names.roles" or announces
    return sign in (":", "=", "->") or (sign == "(" and lexicon == "names.roles")


def _behind_code(reading: Reading, position: int) -> int:
    """Return where a name may start behind the abbreviation of a service or a diploma."""
    code = CODE_GAP.match(reading.text, position)
    if code is None or reading.is_upper or is_known(fold_word(code[0].strip())):
        return position
    return code.end()


def completed(reading: Reading) -> Iterator[Found]:
    """Yield who stands behind a function and what it is of: `Pharmacienne clinique: X`."""
    for place in reading.hits("names.roles"):
        of_what = OF_WHAT.match(reading.text, place[1])
        gap = of_what or COMPLEMENT.match(reading.text, place[1])
        if gap is None or "patient" in gap[0] or is_relative(reading, place[0]):
            continue
        title = title_at(reading.text, gap.end())
        run = run_at(reading, title.end() if title else gap.end(), titled=title is not None)
        if of_what:
            if run and not is_subject(reading, run):
                yield run, "role", place
        else:
            yield from _of_colon(reading, place, run, is_sure=title is not None)


def _of_colon(reading: Reading, place: Place, run: Run | None, *, is_sure: bool) -> Iterator[Found]:
    """Yield who stands behind a colon, one after the other, if nothing more is said of them."""
    is_sure = is_sure or (run is not None and (run.is_known or is_near_surname(run.words[-1])))
    while run and (is_sure or run.has_initial) and is_likely(run):
        if not SAYS_NO_MORE.match(reading.text, run.end):
            return
        yield run, "role", place
        following = list_gap(reading.text, run.end)
        run = run_at(reading, following.end()) if following else None
        is_sure = False


def _signed(reading: Reading, place: Place, gap: re.Match[str]) -> Iterator[Found]:
    """Yield who signed, after the day on which it was done."""
    title = title_at(reading.text, gap.end())
    run = run_at(
        reading, title.end() if title else gap.end(), titled=title is not None, listed=True
    )
    # A comma may begin anything: two names, one of them known.
    is_sure = title or gap["by"] == "par" or (run and len(run.names) > 1 and run.is_known)
    if run and is_sure and is_likely(run):
        yield run, "role", place


def _is_announced(reading: Reading, run: Run, *, bare: bool, lexicon: str) -> bool:
    """Return whether names without a title may follow a role: `signé Anne Rochat`."""
    if bare and lexicon == "names.marks" and TREATED_BY.search(reading.before(run.start, 16)):
        # Drugs treat too.
        return run.has_initial or (run.is_known and len(run.names) > 1)
    # `contrôlé par Anti-Xa`, `confirmé par Immunoblot`: by what, not by whom.
    if bare and lexicon == "names.marks" and _is_method(reading, run):
        return False
    if bare:
        is_apart = (
            stands_apart(reading, run)
            or is_near_surname(run.words[-1])
            or _speaks(reading, run)
            or precedes_function(reading, run.end)
        )
        return is_likely(run) and is_apart and not _is_said(reading, run)
    return lexicon == "names.marks" and (run.has_initial or (run.is_known and len(run.names) > 1))


def _is_method(reading: Reading, run: Run) -> bool:
    if len(run.names) > 1 or run.has_initial or is_known(run.words[0]):
        return False
    return is_word(reading.text[run.start : run.end]) or METHOD.search(run.words[0]) is not None


def _speaks(reading: Reading, run: Run) -> bool:
    """Return whether a colon follows a name, and what that person says: `Physio Sandoz : marche 40 m`."""
    return ENDS_WITH_COLON.match(reading.text, run.end) is not None and is_unlike_words(
        reading, run
    )


def _is_said(reading: Reading, run: Run) -> bool:
    """Return whether a single word goes on from the function: `Physio Respiratoire`, `Ergo Demandée`."""
    if len(run.names) > 1 or run.is_known or run.has_initial:
        return False
    if is_listed_word(run.words[0]):
        return True
    is_short = SHORT_ROLE.search(reading.text, max(0, run.start - 8), run.start) is not None
    return is_short and is_word(reading.text[run.start : run.end])
