"""Designs of experiments: which arms in one group can be compared with each other.

In a retention experiment teams see different shares of the pre-annotation and the control team sees
none (r = 0, q = 0). In a perturbation experiment all teams see the same share, and only experimental
teams see mistakes in it (control: q = 0).
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from random import Random


@dataclass(frozen=True)
class TeamLoad:
    """A team with how many people it has and, where that is limited, may have."""

    key: str
    group: int
    arm: str
    members: int
    places: int | None = None

    @property
    def is_full(self) -> bool:
        return self.places is not None and self.members >= self.places


def next_team(teams: Sequence[TeamLoad]) -> TeamLoad | None:
    """Return the team that most lacks people; of equals, that of the smaller arm, then group.

    None where every team is full, or there is none.
    """
    arms: Counter[str] = Counter()
    groups: Counter[int] = Counter()
    for team in teams:
        arms[team.arm] += team.members
        groups[team.group] += team.members
    free = [team for team in teams if not team.is_full]
    return min(
        free,
        key=lambda team: (team.members, arms[team.arm], groups[team.group], team.key),
        default=None,
    )


EXPERIMENTAL, CONTROL = "experimental", "control"
# What a group can be.
ALIKE, RETENTION, PERTURBATION = "alike", "retention", "perturbation"
# What can be wrong with it.
NO_CONTROL = "no-control"
NO_EXPERIMENTAL = "no-experimental"
CONTROL_SEES = "control-sees"
RETENTION_DIFFERS = "retention-differs"
NOTHING_TO_PERTURB = "nothing-to-perturb"
ARMS_ALIKE = "arms-alike"
NOT_IN_SEQUENCE = "not-in-sequence"
# What is worth a thought.
SEVERAL_PAIRS = "several-pairs"


@dataclass(frozen=True)
class TeamDesign:
    """A team's group and arm."""

    name: str
    group: int
    arm: str
    retention: float
    perturbation: float = 0.0


@dataclass(frozen=True)
class DesignProblem:
    """What is wrong in a group, and with which team where it is one."""

    code: str
    group: int
    team: str = ""


@dataclass(frozen=True)
class GroupDesign:
    """The teams of one group and the experiment they form."""

    number: int
    teams: tuple[TeamDesign, ...]

    @property
    def kind(self) -> str:
        if any(team.perturbation > 0 for team in self.teams):
            return PERTURBATION
        if len({team.retention for team in self.teams}) > 1:
            return RETENTION
        return ALIKE

    @property
    def has_several_pairs(self) -> bool:
        """Whether more than one experimental or control team takes part in its experiment."""
        arms = [team.arm for team in self.teams]
        return self.kind != ALIKE and max(arms.count(EXPERIMENTAL), arms.count(CONTROL)) > 1

    def problems(self) -> list[DesignProblem]:
        """Return why its teams cannot be compared; nothing where they can, or nobody wants to."""
        arms = {team.arm for team in self.teams}
        if self.kind == ALIKE:
            # A control team that sees what the others see is no control.
            return [self._problem(ARMS_ALIKE)] if arms == {EXPERIMENTAL, CONTROL} else []
        if CONTROL not in arms:
            return [self._problem(NO_CONTROL)]
        if EXPERIMENTAL not in arms:
            return [self._problem(NO_EXPERIMENTAL)]
        return self._retention() if self.kind == RETENTION else self._perturbation()

    def _retention(self) -> list[DesignProblem]:
        return [
            self._problem(CONTROL_SEES, team)
            for team in self.teams
            if team.arm == CONTROL and team.retention > 0
        ]

    def _perturbation(self) -> list[DesignProblem]:
        if len({team.retention for team in self.teams}) > 1:
            return [self._problem(RETENTION_DIFFERS)]
        if self.teams[0].retention == 0:
            return [self._problem(NOTHING_TO_PERTURB)]
        return []

    def _problem(self, code: str, team: TeamDesign | None = None) -> DesignProblem:
        return DesignProblem(code, self.number, team.name if team else "")


def group_designs(teams: Iterable[TeamDesign]) -> list[GroupDesign]:
    """Return the groups in order, each with its teams."""
    ordered = sorted(teams, key=lambda team: (team.group, team.name))
    return [
        GroupDesign(number, tuple(members))
        for number, members in groupby(ordered, key=lambda team: team.group)
    ]


def find_problems(teams: Sequence[TeamDesign], *, in_sequence: bool) -> list[DesignProblem]:
    """Return what is wrong with a contest's experiments, group by group."""
    found = []
    for group in group_designs(teams):
        found += group.problems()
        if group.kind != ALIKE and not in_sequence:
            # Teams that meet different inputs cannot be compared.
            found.append(DesignProblem(NOT_IN_SEQUENCE, group.number))
    return found


@dataclass(frozen=True)
class Sight:
    """How much of the pre-annotation a team sees, and how much of that is wrong."""

    retention: float
    perturbation: float = 0.0


@dataclass(frozen=True)
class ReadyDesign:
    """Groups of two teams: what the experimental team of each sees, and what all controls see."""

    key: str
    kind: str
    experimental: tuple[Sight, ...]
    control: Sight

    @property
    def team_count(self) -> int:
        return 2 * len(self.experimental)

    @property
    def varied(self) -> list[float]:
        """What differs between the groups."""
        if self.kind == RETENTION:
            return [sight.retention for sight in self.experimental]
        return [sight.perturbation for sight in self.experimental]

    def teams(self, names: Sequence[str], *, seed: int) -> list[TeamDesign]:
        """Return its teams, the names dealt out by chance: none must tell who is in which arm."""
        dealt = list(names)
        Random(seed).shuffle(dealt)  # noqa: S311
        arms = [
            (group, arm, sight)
            for group, seen in enumerate(self.experimental, start=1)
            for arm, sight in ((EXPERIMENTAL, seen), (CONTROL, self.control))
        ]
        return [
            TeamDesign(name, group, arm, sight.retention, sight.perturbation)
            for name, (group, arm, sight) in zip(dealt, arms, strict=True)
        ]


READY_DESIGNS = {
    design.key: design
    for design in (
        ReadyDesign("retention", RETENTION, (Sight(0.5), Sight(1.0)), Sight(0.0)),
        ReadyDesign(
            "perturbation",
            PERTURBATION,
            (Sight(0.8, 0.2), Sight(0.8, 0.4), Sight(0.8, 0.6), Sight(0.8, 0.8)),
            Sight(0.8),
        ),
        ReadyDesign(
            "perturbation-small",
            PERTURBATION,
            (Sight(0.8, 0.2), Sight(0.8, 0.5), Sight(0.8, 0.8)),
            Sight(0.8),
        ),
    )
}


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
