"""What annotators are told on the home of a contest by stages that `contests` may not import.

Each of them hands in a function when the program starts.
"""

from collections.abc import Callable
from dataclasses import dataclass

from contests.people.models import Membership


@dataclass(frozen=True)
class Notice:
    """Something new, and where to read it."""

    title: str
    words: str
    link: str
    link_words: str


NoticeSource = Callable[[Membership], Notice | None]
_sources: list[NoticeSource] = []


def register_notice(source: NoticeSource) -> None:
    """Let `source` say what is new for a member."""
    if source not in _sources:
        _sources.append(source)


def notices_for(member: Membership) -> list[Notice]:
    """Return what is new for this annotator, in the reader's language."""
    found = (source(member) for source in _sources)
    return [notice for notice in found if notice is not None]
