"""What a chat message may be, and how many of them a person may send."""

import re
import unicodedata
from collections.abc import Sequence
from datetime import datetime, timedelta
from math import ceil

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
