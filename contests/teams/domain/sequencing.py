"""An order of inputs in which no two neighbouring lines of a document follow each other."""

from collections import defaultdict
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from random import Random

# A document and a line of it.
Place = tuple[Hashable, int]
Neighbours = Sequence[Collection[int]]

# Below this many inputs a start that leads nowhere is common, and another one costs nothing.
_FEW = 60
_STARTS = 25


@dataclass(frozen=True)
class Ordering:
    """Indexes of the inputs in their order, and how many neighbours still follow each other."""

    order: list[int]
    neighbours: int


def order_apart(places: Sequence[Collection[Place]], *, seed: int) -> Ordering:
    """Return a random order in which consecutive inputs stand on no neighbouring lines.

    An input has all the places of its text. Where there is no such order, or none was found, few
    neighbours are left. There is one, and it is found, whenever no input neighbours half of the
    others or more (Ore's condition, by the algorithm of Palmer 1997).
    """
    source = Random(seed)  # noqa: S311
    neighbours = neighbours_of(places)
    best = _attempt(neighbours, source)
    starts = _STARTS if len(places) <= _FEW else 1
    while best.neighbours and starts:
        best = min(best, _attempt(neighbours, source), key=lambda found: found.neighbours)
        starts -= 1
    return best


def neighbours_of(places: Sequence[Collection[Place]]) -> list[set[int]]:
    """Return for each input the others that stand on the line before or after one of its own."""
    standing: dict[Place, list[int]] = defaultdict(list)
    for index, own in enumerate(places):
        for place in own:
            standing[place].append(index)
    found: list[set[int]] = [set() for _ in places]
    for (document, line), here in standing.items():
        for other in standing.get((document, line + 1), ()):
            for index in here:
                if index != other:
                    found[index].add(other)
                    found[other].add(index)
    return found


def _attempt(neighbours: Neighbours, source: Random) -> Ordering:
    order = list(range(len(neighbours)))
    source.shuffle(order)
    attempt = _Attempt(order, neighbours, source)
    attempt.repair()
    return Ordering(order, len(attempt.gaps()))


class _Attempt:
    """An order being repaired in place. A gap is a position whose input neighbours the next one."""

    def __init__(self, order: list[int], neighbours: Neighbours, source: Random) -> None:
        self._order = order
        self._neighbours = neighbours
        self._source = source

    def gaps(self) -> list[int]:
        return [position for position in range(len(self._order) - 1) if self._gap(position)]

    def repair(self) -> None:
        """Close one gap after the other, as long as that leaves fewer of them."""
        waiting = self.gaps()
        while waiting:
            position = waiting.pop()
            if self._gap(position) and (self._turn(position) or self._move(position)):
                # Positions have changed their inputs; a random order has only a handful of gaps.
                waiting = self.gaps()

    def _are_apart(self, left: int, right: int) -> bool:
        """Return whether what stands at two positions may follow each other; beyond the ends, all may."""
        last = len(self._order) - 1
        if left < 0 or right < 0 or left > last or right > last:
            return True
        return self._order[right] not in self._neighbours[self._order[left]]

    def _gap(self, position: int) -> bool:
        return not self._are_apart(position, position + 1)

    def _from_anywhere(self) -> list[int]:
        """Return all positions from a random one on, so that no part of the order is worn out."""
        start = self._source.randrange(len(self._order))
        return [*range(start, len(self._order)), *range(-1, start)]

    def _turn(self, gap: int) -> bool:
        """Turn the stretch between this gap and another position around, if that leaves fewer gaps."""
        for other in self._from_anywhere():
            first, last = sorted((gap, other))
            if first == last:
                continue
            before = 1 + self._gap(other)
            after = (not self._are_apart(first, last)) + (not self._are_apart(first + 1, last + 1))
            if after < before:
                self._order[first + 1 : last + 1] = reversed(self._order[first + 1 : last + 1])
                return True
        return False

    def _move(self, gap: int) -> bool:
        """Put one of the two inputs of this gap somewhere else, if that leaves fewer gaps."""
        return any(self._move_one(position) for position in (gap, gap + 1))

    def _move_one(self, position: int) -> bool:
        before = self._gap(position - 1) + self._gap(position)
        closing = not self._are_apart(position - 1, position + 1)
        for other in self._from_anywhere():
            if other in (position - 1, position):
                continue
            opened = (not self._are_apart(other, position)) + (
                not self._are_apart(position, other + 1)
            )
            if closing + opened < before + self._gap(other):
                item = self._order.pop(position)
                self._order.insert(other + 1 if other < position else other, item)
                return True
        return False
