"""Words as hurried fingers write them: one letter lost, doubled or exchanged with the next."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from detection.lexicons import words

# A shorter word with a letter less is too often another word: mardi, mari.
_SHORTEST = 6


def with_slips(*names: str) -> Callable[[], Sequence[str]]:
    """Return what loads these lists as one, with the slips of every long word."""
    return partial(_joined, names)


def _joined(names: Sequence[str]) -> Sequence[str]:
    entries = [word for name in names for word in words(name)]
    return [*entries, *(slip for entry in entries for slip in slips(entry))]


def slips(word: str) -> Iterator[str]:
    """Yield the word with one slip each, all letters kept in mind but the first."""
    if len(word) < _SHORTEST or not word.isalpha():
        return
    for index in range(1, len(word)):
        yield word[:index] + word[index + 1 :]
        yield word[:index] + word[index] + word[index:]
        if index + 1 < len(word):
            yield word[:index] + word[index + 1] + word[index] + word[index + 2 :]
