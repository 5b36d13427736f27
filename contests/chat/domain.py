"""Recognising a text that is quoted: runs of five words, hashed, so that a table can look them up.

Words are what stands between blanks and punctuation, in small letters without accents. A text of
fewer than five words has no run and can be said by anyone: such lines (“Status stable.”) are phrases
that people would write by themselves.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from hashlib import blake2b
from math import ceil

from text.tokens import fold

MOST_CHARACTERS = 2000
# So many messages of one person within so long; then they wait.
MOST_MESSAGES = 10
WINDOW = timedelta(minutes=1)
# Announcements that stay on top at the same time: more, and nobody reads any.
MOST_PINNED = 3


def tidy_message(text: str) -> str:
    """Return the text without what nobody sees, with plain line ends and no heap of empty lines."""
    lines = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n")
    visible = "".join(
        letter
        for letter in lines.replace("\t", " ")
        if letter == "\n" or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co", "Cn")
    )
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[^\S\n]+\n", "\n", visible)).strip()


def seconds_to_wait(sent: Sequence[datetime], *, now: datetime) -> int:
    """Return how long someone who sent messages at these moments waits for the next; mostly 0."""
    recent = sorted(moment for moment in sent if moment > now - WINDOW)
    if len(recent) < MOST_MESSAGES:
        return 0
    return max(1, ceil((recent[-MOST_MESSAGES] + WINDOW - now).total_seconds()))


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
