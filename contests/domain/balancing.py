"""Which team a new person goes to, so that teams and arms stay even."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass


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
