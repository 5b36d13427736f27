"""Drawing lines for a contest, the same number from every document type."""

from collections.abc import Hashable, Mapping, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def draw_evenly(candidates: Mapping[str, Sequence[T]], *, size: int, seed: int) -> list[T]:
    """Return `size` candidates in random order, equally many of each type as far as there are enough.

    What one type lacks is taken from the others, again equally.
    """
    source = Random(seed)  # noqa: S311
    shuffled = {kind: source.sample(list(items), len(items)) for kind, items in candidates.items()}
    drawn: list[T] = []
    while len(drawn) < size and any(shuffled.values()):
        for kind in sorted(kind for kind, items in shuffled.items() if items):
            if len(drawn) < size:
                drawn.append(shuffled[kind].pop())
    source.shuffle(drawn)
    return drawn
