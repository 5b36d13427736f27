"""Which samples stay together: those that share a document, directly or through others."""

from collections.abc import Sequence

Units = tuple[tuple[int, ...], ...]


def alone(count: int) -> Units:
    """Return as many units of one sample each.

    >>> alone(3)
    ((0,), (1,), (2,))
    """
    return tuple((position,) for position in range(count))


def link(groups: Sequence[Sequence[str]], *, link_limit: int | None = None) -> Units:
    """Return the positions that must stay together, in the order of their first ones.

    A line that stands in more than `link_limit` places is boilerplate: it links nothing and stays alone,
    like a line that belongs to nothing.

    >>> link([["a"], ["b"], ["a", "c"], [], ["c"]])
    ((0, 2, 4), (1,), (3,))
    >>> link([["a"], ["b"], ["a", "b", "c"]], link_limit=2)
    ((0,), (1,), (2,))
    """
    leaders: dict[str, str] = {}
    linked = [keys if link_limit is None or len(keys) <= link_limit else () for keys in groups]
    for keys in linked:
        for key in keys:
            leaders[_leader(leaders, key)] = _leader(leaders, keys[0])
    units: dict[str | int, list[int]] = {}
    for position, keys in enumerate(linked):
        unit = _leader(leaders, keys[0]) if keys else position
        units.setdefault(unit, []).append(position)
    return tuple(tuple(members) for members in units.values())


def _leader(leaders: dict[str, str], key: str) -> str:
    """Return the key that stands for all those linked with this one, and shorten the way there."""
    leader = key
    while leaders.setdefault(leader, leader) != leader:
        leader = leaders[leader]
    while leaders[key] != leader:
        leaders[key], key = leader, leaders[key]
    return leader
