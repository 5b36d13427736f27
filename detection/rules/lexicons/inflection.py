"""Forms of French words that lists need not spell out."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from detection.rules.lexicons import words


def plural(entry: str) -> str:
    """Return the plural of an entry, by its first word: `chauffeurs de bus`."""
    head, space, rest = entry.partition(" ")
    return _plural_word(head) + space + rest


def _plural_word(word: str) -> str:
    if word[-1:] in "sxz":
        return word
    if word.endswith("al"):
        return word[:-1] + "ux"
    if word.endswith(("eau", "eu")):
        return word + "x"
    return word + "s"


# A shorter word with a letter less is too often another word: mardi, mari.
_SHORTEST = 6


def slips(entry: str) -> list[str]:
    """Return the ways a long word is mistyped: a letter lost, doubled, or changed with the next."""
    if len(entry) < _SHORTEST:
        return []
    cuts = [(entry[:index], entry[index:]) for index in range(1, len(entry))]
    lost = [head + tail[1:] for head, tail in cuts]
    doubled = [head + tail[0] + tail for head, tail in cuts]
    changed = [head + tail[1] + tail[0] + tail[2:] for head, tail in cuts if len(tail) > 1]
    return [*lost, *doubled, *changed]


def with_slips(*names: str, of_words: bool = False) -> Callable[[], Sequence[str]]:
    """Return what loads these lists with the mistyped forms of each entry, or of those of one word."""
    return partial(_with_slips, names, of_words=of_words)


def _with_slips(names: Iterable[str], *, of_words: bool) -> Sequence[str]:
    entries = [word for name in names for word in words(name)]
    mistyped = [entry for entry in entries if entry.isalpha() or not of_words]
    return list(dict.fromkeys([*entries, *(slip for entry in mistyped for slip in slips(entry))]))


def with_plurals(*names: str) -> Callable[[], Sequence[str]]:
    """Return what loads these lists with the plural of each entry."""
    return partial(_with_plurals, names)


def _with_plurals(names: Iterable[str]) -> Sequence[str]:
    entries = [word for name in names for word in words(name)]
    return list(dict.fromkeys([*entries, *map(plural, entries)]))


# How hurried notes shorten the words of a function.
_SHORT = {
    "médecin": "méd", "infirmier": "inf", "infirmière": "inf", "chirurgien": "chir", "chirurgienne": "chir",
    "opérateur": "op", "opératrice": "op", "assistant": "ass", "assistante": "ass", "opératoire": "op",
    "responsable": "resp", "référent": "réf", "référente": "réf", "adjoint": "adj", "adjointe": "adj",
    "anesthésiste": "anesth", "technicien": "techn", "technicienne": "techn",
}  # fmt: skip


def short_forms(entry: str) -> list[str]:
    """Return how an entry of several words is shortened, with full stops and without: `méd. traitant`, `1er op`."""
    cut = [_SHORT.get(word, word) for word in entry.split(" ")]
    if len(cut) < 2 or " ".join(cut) == entry:
        return []
    # A full stop behind the last word is no part of the entry.
    stopped = [word + "." * (word in _SHORT.values()) for word in cut[:-1]]
    first, last = cut[0] + "." * (cut[0] in _SHORT.values()), entry.split(" ")[1:]
    forms = [
        " ".join(cut),
        " ".join([*stopped, cut[-1]]),
        " ".join([first, *last]),
        " ".join([cut[0], *last]),
    ]
    return list(dict.fromkeys(forms))


def with_short_forms(*names: str) -> Callable[[], Sequence[str]]:
    """Return what loads these lists with the short forms of each entry."""
    return partial(_with_short_forms, names)


def _with_short_forms(names: Iterable[str]) -> Sequence[str]:
    entries = [word for name in names for word in words(name)]
    return list(
        dict.fromkeys([*entries, *(form for each in entries for form in short_forms(each))])
    )
