"""Numbers of the hospital: the word in front decides which."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import NamedTuple

from detection.base import Finding
from detection.rules.lexicons import listed
from detection.rules.lexicons.inflection import with_slips
from detection.rules.reading import Place, Reading
from detection.rules.rules import Finder, Rule, RuleGroup
from text.errors import gettext_noop as _

IPP, ORDER, STAY = "ID:IPP", "ID:NUMÉRO_BON", "ID:NUMÉRO_SÉJOUR"
LEXICONS: Mapping[str, str] = {
    "identifiers.patient": IPP,
    "identifiers.order": ORDER,
    "identifiers.stay": STAY,
}
# Words of other meanings too, `cas`, `demande`: a long number must follow at once, or be said to be one.
WEAK_LEXICONS: Mapping[str, str] = {
    "identifiers.patient_weak": IPP,
    "identifiers.order_weak": ORDER,
    "identifiers.stay_weak": STAY,
}

# What follows no number of the hospital: a measure, or more of a date or a decimal.
_END = r"(?![0-9])(?![.,#/]\d)(?! ?(?:ml|mg|g|kg|fr|chf|jours?|ans?|mois|heures?|nuits?|cellules?|%)(?![A-Za-z]))"
# What is written in groups as well: days, months and years, and the number of the AVS.
_NO_NUMBER = (
    r"(?:\d{1,2}-)?(?:0?[1-9]|[12]\d|3[01])(?P<sep>[./#-])(?:0?[1-9]|1[0-2])(?:(?P=sep)(?:\d\d|(?:19|20)\d\d)(?![.#/]?\d)|(?![.#/-]?\d))"
    r"|(?:0?[1-9]|1[0-2])[./#-](?:19|20)\d\d(?![.#/-]?\d)|(?:19|20)\d\d[./#-](?:0[1-9]|1[0-2])(?:[./#-]\d\d)?(?!\d)"
    r"|(?:19|20)\d\d[/-](?:19|20)\d\d(?!\d)|756[.# ]\d{4}[.# ]\d{4}"
)
_OTHER_FIELD = r"(?!(?i:sej|séj|ipp|pid|bon|cas|tel|tél|fax|bip|npa|avs|no|nr|int|ext|chf|eur|fr|le|du|au|des|dr)[./#-]?\d|(?i:[njh])\d{1,2}(?!\d|[.#-]\d)|(?i:no)[A-Z]{1,2}\d)"
# `12 345 678`, `884 127`, `3'214'908`: groups of figures, of which none is long.
_SPACED = r"\d{1,4}(?:[ '’]\d{2,4}){1,4}"
# `8005521347`, `118-40-552`, `2021/00451`, `1#224#508`, `22-LAB-009134`, `4410259-B`.
_WHOLE = r"\d{1,14}(?:(?:[-./#]|[-/][A-Z]{1,4}[-/])\d{1,9}){0,4}(?:-[A-Za-z]{1,2}(?!\w))?"
_APART = r"\d{1,14}(?:[.#]\d{1,9}){0,4}"
# `B5501832`, `AB-551832`, `GA/5512`; one letter may stand apart: `M 21 55 0912`.
_LETTERS = rf"(?:(?:(?<![A-Za-z])|(?<=[Nn]o)){_OTHER_FIELD}[A-Za-z]{{1,4}}[./#-]?(?=\d)|(?<![A-Za-z])[A-Z] (?=\d\d))?"
NUMBER = re.compile(rf"(?<![0-9]){_LETTERS}(?!{_NO_NUMBER})(?:{_SPACED}|{_WHOLE}){_END}")
# One of two that a slash parts: `IPP/séjour: 3177024/81366190`.
NUMBER_APART = re.compile(rf"(?<![0-9])(?:{_SPACED}|{_APART})(?![0-9])")
LETTERED = re.compile(r"[A-Za-z]")
DIALLED = re.compile(r"00\d\d (?=\d)|00\d{11}|0\d{9}(?!\d)|0\d\d[ ./#-]\d{3}[ ./#-]\d\d")

# All further patterns read folded text. What may stand between the word and its number: signs, a day, a few words;
# read in one way only.
GAP = re.compile(
    r"(?:[ .:=#°/()>|-]|,(?= ?n[o°])|(?:du|le) [\d#./-]{6,10}(?= )|[a-z?][a-z?'-]{0,17}+){0,16}+"
)
_REACH = 64
DIGIT_AHEAD = re.compile(r"\D{0,60}\d")
# What a weak word has behind it, or it says no number.
LONG_AHEAD = re.compile(r"[ .:=#°/()a-z'-]{0,40}?\d[\d '’./#-]*[\d-]{2}")
SENTENCE_END = re.compile(r"[a-z]{4}\. [a-z]")
WORDS = re.compile(r"[a-z]{2,}")
# These say nothing of their own; others make a number doubtful.
LINKS = frozenset(
    ["no", "nr", "num", "numero", "de", "du", "des", "la", "le", "est", "en", "sous", "pour", "et"]
)
# Another number follows behind these.
OTHERS = frozenset([
    "tel", "telephone", "fax", "bip", "natel", "mobile", "npa", "avs", "facture", "factures", "montant", "total",
    "compte", "iban", "police", "assurance", "assure", "assuree", "permis", "plaque", "chambre", "lit", "poids",
    "dose", "score", "lot", "batch", "serie", "page", "version", "reference", "protocole", "article", "interne",
    "ipp", "sejour", "sej", "bon",
])  # fmt: skip
_MOST_WORDS = 4
SAYS_NUMBER = re.compile(r"(?<![a-z])(?:no|n°|nr|num|numero)(?![a-z])")
NUMBER_WORD_BEFORE = re.compile(r"(?<![a-z])(?:no|n°|nr|num|numero)[ .:]{0,2}(?:de |du |d')?\Z")
BETWEEN_WORDS = re.compile(r" ?(?:/|et|-|,|;|\+|\||&) ?(?:(?:no|n°|nr|numero) ?(?:de |d')?)?\Z")
# A list goes on, or the number was another one before: `remplacé par le 884 133`.
NEXT = re.compile(
    r" ?(?:\([^()]{1,30}\))? ?(?:,|;|/|et|ou|a(?= )|\+|-|\|) ?(?:(?:no|n°|nr) ?)?"
    r"|,?(?: annulee?,?)? ?(?:a ete |et )?(?:remplacee?|fusionnee?|confondue?|corrigee?|doublon) (?:par|avec|en|de) (?:le |l'(?:ancien )?)?(?:(?:ipp|no|n°|ordre|bon) )?"
)
NUMBER_BEFORE = re.compile(r"(?<!\d)(?<!\d[.#/])\d{6,14} ?[(=] ?(?:no |n° ?)?\Z")
LEAST_DIGITS: Mapping[str, int] = {IPP: 4, ORDER: 6, STAY: 6}
LEAST_WHEN_SAID, LEAST_IN_LIST = 4, 6


class Word(NamedTuple):
    """A word that announces a number."""

    place: Place
    label: str
    is_weak: bool


def _find(label: str, reading: Reading) -> Iterator[Finding]:
    for word, place in reading.once(_numbers):
        if word.label == label:
            yield Finding(*place, label, "identifiers.after_word", word.place)


def _numbers(reading: Reading) -> list[tuple[Word, Place]]:
    return list(_numbered(reading))


def _numbered(reading: Reading) -> Iterator[tuple[Word, Place]]:
    """Yield each word that announces a number, and the number."""
    plain = reading.plain
    words = [
        Word(place, label, is_weak=False)
        for name, label in LEXICONS.items()
        for place in reading.hits(name)
    ]
    words += (
        Word(place, label, is_weak=True)
        for name, label in WEAK_LEXICONS.items()
        for place in reading.hits(name)
        if LONG_AHEAD.match(plain, place[1])
    )
    words.sort()
    group: list[Word] = []
    for word, following in zip_longest(words, words[1:]):
        group.append(word)
        if following is None or not _goes_with(plain, word, following):
            yield from _paired(reading, group)
            group = []


def _goes_with(plain: str, word: Word, following: Word) -> bool:
    """Return whether two words share a colon, and have their numbers in the same order: `IPP / séjour: 1 / 2`."""
    if word.is_weak or following.is_weak:
        return False
    return BETWEEN_WORDS.match(plain, word.place[1], following.place[0]) is not None


def _paired(reading: Reading, group: list[Word]) -> Iterator[tuple[Word, Place]]:
    """Yield the numbers that follow the words, the first for the first; more go with the last."""
    last = group[-1]
    numbers = _numbers_after(reading, last, NUMBER if len(group) == 1 else NUMBER_APART)
    if not numbers and not last.is_weak:
        numbers = _number_before(reading, last.place[0])
    if len(numbers) < len(group):
        group = group[-1:]
    for index, place in enumerate(numbers):
        yield group[min(index, len(group) - 1)], place


def _number_before(reading: Reading, end: int) -> list[Place]:
    """Return the number that the word explains: `3307812 (IPP)`."""
    before = NUMBER_BEFORE.search(reading.plain, max(0, end - 20), end)
    digits = NUMBER.match(reading.text, before.start()) if before else None
    return [digits.span()] if digits else []


def _numbers_after(reading: Reading, word: Word, pattern: re.Pattern[str]) -> list[Place]:
    plain, end = reading.plain, word.place[1]
    if not DIGIT_AHEAD.match(plain, end):
        return []
    first = pattern.search(reading.text, end, end + _REACH)
    if first is None or not _belongs(plain, word, first):
        return []
    numbers = [first.span()]
    size = _digits(first[0])
    while (joint := NEXT.match(plain, numbers[-1][1])) and (
        following := pattern.match(reading.text, joint.end())
    ):
        # Groups of digits may well be a telephone.
        digits = _digits(following[0])
        if digits != size and (digits < LEAST_IN_LIST or DIALLED.match(following[0])):
            break
        numbers.append(following.span())
    return numbers


def _belongs(plain: str, word: Word, number: re.Match[str]) -> bool:
    """Return whether a number is that of the word: by what stands between, and by how long it is."""
    end, start = word.place[1], number.start()
    between = plain[end:start]
    if not _leads_to_number(between):
        return False
    unknown = sum(each not in LINKS for each in WORDS.findall(between))
    is_said = SAYS_NUMBER.search(between) is not None or NUMBER_WORD_BEFORE.search(
        plain, max(0, word.place[0] - 12), word.place[0]
    )
    digits = _digits(number[0])
    if word.is_weak and not is_said:
        is_open = (unknown == 0 and between[:1] != "-") or ":" in between
        return is_open and digits >= LEAST_IN_LIST and not DIALLED.match(number[0])
    if is_said or LETTERED.match(number[0]):
        return digits >= LEAST_WHEN_SAID
    return digits >= (LEAST_IN_LIST if unknown else LEAST_DIGITS[word.label])


def _leads_to_number(between: str) -> bool:
    """Return whether what stands between a word and a number leads from one to the other."""
    # `noR210447`, `IPP3307812`; but not the end of another word.
    if between[-1:].isalpha() and not between.endswith("no"):
        return False
    if GAP.fullmatch(between) is None or SENTENCE_END.search(between):
        return False
    words = WORDS.findall(between)
    return OTHERS.isdisjoint(words) and sum(each not in LINKS for each in words) <= _MOST_WORDS


def _digits(number: str) -> int:
    return len(number) if number.isdigit() else sum(map(str.isdigit, number))


# Ten digits look dialled; the word in front decides.
OVERRIDDEN = frozenset({"CONTACT:TÉLÉPHONE", "CONTACT:FAX"})


def _lexicons_of(label: str) -> Sequence[str]:
    return [
        name
        for lexicons in (LEXICONS, WEAK_LEXICONS)
        for name, each in lexicons.items()
        if each == label
    ]


GROUP = RuleGroup(
    name="identifiers",
    rules=tuple(
        Rule(
            label,
            (Finder(partial(_find, label), _lexicons_of(label)),),
            overrides=OVERRIDDEN,
        )
        for label in LEXICONS.values()
    ),
    meanings={"after_word": _("a number beside the word that says which number it is")},
    lexicons={
        "identifiers.patient": listed("patient_number_words"),
        "identifiers.patient_weak": listed("patient_number_words_weak"),
        "identifiers.order": listed("order_number_words"),
        "identifiers.order_weak": listed("order_number_words_weak"),
        "identifiers.stay": with_slips("stay_number_words", of_words=True),
        "identifiers.stay_weak": listed("stay_number_words_weak"),
    },
)
