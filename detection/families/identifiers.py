"""Numbers of the hospital: the word in front decides which."""

import re
from collections.abc import Iterator, Mapping
from functools import partial

from detection import figures
from detection.findings import Finding
from detection.lexicons import listed
from detection.lexicons.slips import with_slips
from detection.lookback import Lookback
from detection.reading import Place, Reading
from detection.rules import Family, Finder, Rule

IPP, ORDER, STAY = "ID:IPP", "ID:NUMÉRO_BON", "ID:NUMÉRO_SÉJOUR"
LEXICONS: Mapping[str, str] = {
    "identifiers.patient": IPP,
    "identifiers.order": ORDER,
    "identifiers.stay": STAY,
}

# All patterns read folded text. What may stand between the word and its number.
LINK = re.compile(
    # `n°T900417`, `noT900417`: the letters belong to the number.
    r"(?:[ .:=#°/()>-]|,(?= n[o°])|n°|no(?=[a-z]{1,2}\d)|[dl]'|(?:no|nr|num|numero|de|du|la|le|est|patient|patiente|demande|labo"
    r"|laboratoire|analyse|analyses|examen|radiologie|chuv|actuel|actuelle|courant|interne|permanent"
    r"|hospitalier|anterieurs?|anterieures?|precedents?|precedentes?|en cours|commande|sang|chimie|hematologie|microbiologie"
    r"|ambulatoires?|stationnaires?|psychiatrique|somatique|chirurgical|administratif|electronique|urgente?|provisoire|definitif|unique"
    r"|externe|complementaire|pathologie|imagerie|transfusion|hospitalisation|facture|semi-|lie|liee|ci-dessus)(?![a-z])){0,12}"
)
# Words that nobody listed, where the number is long: `IPP temporaire 3307812`, and several if the text
# says that a number follows: `séjour en division privée n° 2118003945`.
WORD_MORE = re.compile(r"(?:[a-z?'-]{2,14}[ .:=#°/-]{1,3})?")
WORDS_MORE = re.compile(
    r"(?:(?!(?:tel|fax|bip|natel|npa|avs|facture|chambre|police|ipp|sejour|bon)(?![a-z]))[a-z?'-]{2,18} ){1,4}"
    r"(?:no|n°|nr|numero)[ .:#°]{0,3}"
)
# Two words that share a colon have their numbers in the same order: `IPP / séjour: 1 / 2`.
BETWEEN_WORDS = re.compile(r" ?(?:/|et|-|,|;|\+|\||&) ?(?:(?:no|n°|nr|numero) ?(?:de |d')?)?\Z")
SAYS_NUMBER = re.compile(r"(?<![a-z])(?:no|n°|nr|num|numero)(?![a-z])")
NUMBER_WORD_BEFORE = Lookback(r"(?<![a-z])(?:no|n°|nr|num|numero)[ .:]{0,2}(?:de |du |d')?\Z")
# No date, no measure: nothing that goes on with a separator and digits.
_END = (
    r"(?![0-9])(?![.,#/]\d)(?! ?(?:ml|mg|g|kg|fr|chf|jours?|ans?|mois|heures?|nuits?|%)(?![a-z]))"
)
# In groups: `1#224#508`, `33.218.07`, `20.448171`; a day, a month or a year in figures is none.
_DATE = (
    r"(?:0?[1-9]|[12]\d|3[01])[.#](?:0?[1-9]|1[0-2])(?:[.#](?:\d\d|\d{4}))?(?![.#]?\d)"
    r"|(?:0?[1-9]|1[0-2])[.#](?:19|20)\d\d(?![.#]?\d)|(?:19|20)\d\d[.#]\d\d[.#]\d\d(?!\d)"
)
_GROUPS = rf"(?!{_DATE})\d{{1,4}}(?P<part>[.#])\d{{2,8}}(?:(?P=part)\d{{2,6}}){{0,3}}{_END}"
DIGITS = re.compile(
    rf"\d{{5,14}}{_END}|\d{{2,4}}-\d{{5,9}}{_END}|\d{{1,4}}(?:[ '-]\d{{2,4}}){{1,4}}{_END}|\d{{4}}{_END}|{_GROUPS}"
)
LONG = re.compile(rf"\d{{6,14}}{_END}")
WITH_LETTERS = re.compile(
    rf"[a-z]{{1,4}}[ -]?\d{{3,12}}(?:[-/]\d{{2,8}}){{0,2}}{_END}|\d{{4,14}}(?:-\d{{1,8}})?{_END}"
    rf"|\d{{1,4}}(?:[ '’]\d{{3}}){{1,3}}{_END}|(?:[a-z]{{1,3}}[.#-]?)?{_GROUPS}"
)
DIALLED = re.compile(r"0\d{9}|\d*[ ']")
NEXT = re.compile(r" ?(?:\([^()]{1,24}\))? ?(?:,|;|/|et|\+|-|\|) ?(?:(?:no|n°|nr) ?)?")
NUMBER_BEFORE = Lookback(r"(?<!\d)(?<!\d[.#/])\d{6,14} ?\((?:no |n° ?)?\Z")
LEAST_DIGITS: Mapping[str, int] = {IPP: 4, ORDER: 6, STAY: 6}
LEAST_DIGITS_WHEN_SAID = 4


def _find(label: str, reading: Reading) -> Iterator[Finding]:
    for word, found, place in _numbered(reading):
        if found == label:
            yield Finding(*place, label, "identifiers.after_word", word)


def _numbered(reading: Reading) -> Iterator[tuple[Place, str, Place]]:
    """Yield each word that announces a number, what kind it means, and the number."""
    words = sorted(
        (place, label) for name, label in LEXICONS.items() for place in reading.hits(name)
    )
    group: list[tuple[Place, str]] = []
    for index, (word, label) in enumerate(words):
        group.append((word, label))
        following = words[index + 1][0][0] if index + 1 < len(words) else None
        if following and BETWEEN_WORDS.match(reading.plain, word[1], following):
            continue
        yield from _paired(reading.plain, group)
        group = []


def _paired(plain: str, group: list[tuple[Place, str]]) -> Iterator[tuple[Place, str, Place]]:
    """Yield the numbers that follow the words, the first for the first; more go with the last."""
    last_word, last_label = group[-1]
    numbers = _numbers_after(plain, last_word, last_label)
    if not numbers and (
        before := NUMBER_BEFORE.search(plain, max(0, last_word[0] - 20), last_word[0])
    ):
        digits = DIGITS.match(plain, before.start())
        numbers = [digits.span()] if digits else []
    if len(numbers) < len(group):
        group = group[-1:]
    for index, place in enumerate(numbers):
        word, label = group[min(index, len(group) - 1)]
        yield word, label, place


def _numbers_after(plain: str, word: Place, label: str) -> list[Place]:
    pattern = WITH_LETTERS if label == ORDER else DIGITS
    match = _first_number(plain, word, label, pattern)
    if not match:
        return []
    numbers = [match.span()]
    while (joint := NEXT.match(plain, match.end())) and (
        following := pattern.match(plain, joint.end())
    ):
        # A list goes on with whole numbers; groups of digits may well be a telephone.
        if _digits(following[0]) < LEAST_DIGITS[ORDER] or DIALLED.match(following[0]):
            break
        match = following
        numbers.append(match.span())
    return numbers


def _first_number(
    plain: str, word: Place, label: str, pattern: re.Pattern[str]
) -> re.Match[str] | None:
    link = LINK.match(plain, word[1])
    start = link.end() if link else word[1]
    match = pattern.match(plain, start)
    if match:
        digits = _digits(match[0])
        is_long = digits >= LEAST_DIGITS[label] or digits >= _least(plain, word, start, label)
        return match if is_long else None
    more = WORDS_MORE.match(plain, start) or WORD_MORE.match(plain, start)
    if not more or not (SAYS_NUMBER.search(plain, max(0, word[0] - 8), more.end()) or label == IPP):
        return None
    match = LONG.match(plain, more.end())
    return match if match and not DIALLED.match(match[0]) else None


def _least(plain: str, word: Place, start: int, label: str) -> int:
    """Return how many digits make a number here: fewer where the text says that it is one."""
    is_said = SAYS_NUMBER.search(plain, word[0], start) or NUMBER_WORD_BEFORE.fits(
        plain, max(0, word[0] - 12), word[0]
    )
    return LEAST_DIGITS_WHEN_SAID if is_said else LEAST_DIGITS[label]


def _digits(number: str) -> int:
    return len(number) if number.isdigit() else sum(map(str.isdigit, number))


# Ten digits look dialled; the word in front decides.
OVERRIDDEN = frozenset({"CONTACT:TÉLÉPHONE", "CONTACT:FAX"})

FAMILY = Family(
    name="identifiers",
    rules=tuple(
        Rule(
            label,
            (Finder(partial(_find, label), {lexicon}, also={figures.WORD}),),
            overrides=OVERRIDDEN,
        )
        for lexicon, label in LEXICONS.items()
    ),
    meanings={"after_word": "a number beside the word that says which number it is"},
    lexicons={
        "identifiers.patient": listed("patient_number_words"),
        "identifiers.order": listed("order_number_words"),
        "identifiers.stay": with_slips("stay_number_words"),
    },
)
