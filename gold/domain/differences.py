"""What changed between two releases: texts, and the units on texts that both have."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

Unit = tuple[int, int, str]
Units = frozenset[Unit]


@dataclass(frozen=True)
class Change:
    """A text of either release, by its digest, and its units in both; None where it is not."""

    digest: bytes
    before: Units | None
    after: Units | None

    @property
    def kind(self) -> str:
        if self.before is None:
            return "added"
        return "removed" if self.after is None else "changed"


def changes(before: Mapping[bytes, Units], after: Mapping[bytes, Units]) -> Iterator[Change]:
    """Yield what differs, in the order of the texts of the later release, then of the earlier.

    >>> [each.kind for each in changes({b"1": frozenset()}, {b"2": frozenset()})]
    ['added', 'removed']
    """
    for digest, units in after.items():
        if digest not in before or before[digest] != units:
            yield Change(digest, before.get(digest), units)
    for digest, units in before.items():
        if digest not in after:
            yield Change(digest, units, None)
