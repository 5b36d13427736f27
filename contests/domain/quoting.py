"""Recognising a text that is quoted: runs of five words, hashed, so that a table can look them up.

Words are what stands between blanks and punctuation, in small letters without accents. A text of
fewer than five words has no run and can be said by anyone: such lines (“Status stable.”) are phrases
that people would write by themselves.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from hashlib import blake2b

from detection.folding import fold

RUN = 5
_WORD = re.compile(r"[^\W_]+")
_HASH_BYTES = 8
# Zero-width characters and soft hyphens; marks that no letter took up, some of which nobody sees.
_UNSEEN = ("Cf", "Mn", "Me")
# Letters by their class, blanks to the eye: the fillers of Hangul.
_BLANKS = str.maketrans("\u115f\u1160", "  ")


def words_of(text: str) -> list[str]:
    """Return the words of a text in the one form in which they are compared."""
    compatible = unicodedata.normalize("NFKC", text).translate(_BLANKS)
    # What nobody sees would hide a quotation.
    seen = "".join(letter for letter in compatible if unicodedata.category(letter) not in _UNSEEN)
    return _WORD.findall(fold(seen))


def runs_of(words: Sequence[str], *, key: bytes) -> set[int]:
    """Return the hash of every run of five consecutive words, as numbers a database can hold."""
    return {_hash(words[start : start + RUN], key) for start in range(max(0, len(words) - RUN + 1))}


def runs_said(text: str, *, before: Sequence[str], key: bytes) -> set[int]:
    """Return the runs of a message, and those it completes with what the same person said before.

    `before` holds those messages, the oldest first.
    """
    words = words_of(text)
    earlier = [words_of(each) for each in before]
    found = runs_of(words, key=key)
    for joined in _joined(words, earlier):
        found |= runs_of(joined, key=key)
    return found


def _joined(words: list[str], earlier: Sequence[list[str]]) -> Iterator[list[str]]:
    """Yield where the words meet earlier ones: all of those in a row, and each on its own."""
    rest = RUN - 1
    everything = [word for each in earlier for word in each]
    yield everything[-rest:] + words[:rest]
    for each in earlier:
        # Either half may have come first, and something else between the two.
        yield each[-rest:] + words[:rest]
        yield words[-rest:] + each[:rest]


def _hash(run: Sequence[str], key: bytes) -> int:
    digest = blake2b(" ".join(run).encode(), digest_size=_HASH_BYTES, key=key).digest()
    return int.from_bytes(digest, "big", signed=True)
