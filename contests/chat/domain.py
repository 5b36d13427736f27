"""Limits of messages, and recognising quoted texts by hashed runs of five words.

Words are compared in lower case without accents or punctuation. Texts of fewer than five words have no
run and are never recognised: they are common phrases (“Status stable.”).
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from hashlib import blake2b
from math import ceil

from text.tokens import fold

MOST_CHARACTERS = 2000
# Rate limit per person.
MOST_MESSAGES = 10
WINDOW = timedelta(minutes=1)
# With more pinned announcements, nobody reads any of them.
MOST_PINNED = 3


def tidy_message(text: str) -> str:
    """Return the text without invisible characters, with \\n line ends and at most one empty line in a row."""
    lines = unicodedata.normalize("NFC", text).replace("\r\n", "\n").replace("\r", "\n")
    visible = "".join(
        letter
        for letter in lines.replace("\t", " ")
        if letter == "\n" or unicodedata.category(letter) not in ("Cc", "Cf", "Cs", "Co", "Cn")
    )
    return re.sub(r"\n{3,}", "\n\n", re.sub(r"[^\S\n]+\n", "\n", visible)).strip()


def seconds_to_wait(sent: Sequence[datetime], *, now: datetime) -> int:
    """Return the seconds until someone who sent messages at these times may send another."""
    recent = sorted(moment for moment in sent if moment > now - WINDOW)
    if len(recent) < MOST_MESSAGES:
        return 0
    return max(1, ceil((recent[-MOST_MESSAGES] + WINDOW - now).total_seconds()))


RUN = 5
_WORD = re.compile(r"[^\W_]+")
_HASH_BYTES = 8
# Invisible: zero-width characters, soft hyphens and unattached combining marks.
_UNSEEN = ("Cf", "Mn", "Me")
# The Hangul fillers are letters by category but look blank.
_BLANKS = str.maketrans("\u115f\u1160", "  ")


def words_of(text: str) -> list[str]:
    """Return the words of a text in normalized form for comparison."""
    compatible = unicodedata.normalize("NFKC", text).translate(_BLANKS)
    # Invisible characters could hide a quotation.
    seen = "".join(letter for letter in compatible if unicodedata.category(letter) not in _UNSEEN)
    return _WORD.findall(fold(seen))


def runs_of(words: Sequence[str], *, key: bytes) -> set[int]:
    """Return the hashes of all runs of five consecutive words, as 64-bit integers."""
    return {_hash(words[start : start + RUN], key) for start in range(max(0, len(words) - RUN + 1))}


def runs_said(text: str, *, before: Sequence[str], key: bytes) -> set[int]:
    """Return the runs of a message, including those completed by the author's earlier messages `before`, oldest first."""
    words = words_of(text)
    earlier = [words_of(each) for each in before]
    found = runs_of(words, key=key)
    for joined in _joined(words, earlier):
        found |= runs_of(joined, key=key)
    return found


def _joined(words: list[str], earlier: Sequence[list[str]]) -> Iterator[list[str]]:
    """Yield the joints of a message with all earlier messages together and with each one."""
    rest = RUN - 1
    everything = [word for each in earlier for word in each]
    yield everything[-rest:] + words[:rest]
    for each in earlier:
        # Either half may have come first, with other messages in between.
        yield each[-rest:] + words[:rest]
        yield words[-rest:] + each[:rest]


def _hash(run: Sequence[str], key: bytes) -> int:
    digest = blake2b(" ".join(run).encode(), digest_size=_HASH_BYTES, key=key).digest()
    return int.from_bytes(digest, "big", signed=True)
