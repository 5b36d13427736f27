"""Finding a segment of an input again among the places of another run."""

from collections.abc import Sequence

Extent = tuple[int, int]


def overlap(one: Extent, other: Extent) -> int:
    """Return how many characters two segments have in common."""
    return max(0, min(one[1], other[1]) - max(one[0], other[0]))


def find_again(anchor: Extent, extents: Sequence[Extent]) -> int | None:
    """Return which of the extents has most of the anchor in common, the leftmost of equals; or none."""
    shared = [overlap(anchor, extent) for extent in extents]
    most = max(shared, default=0)
    return shared.index(most) if most else None
