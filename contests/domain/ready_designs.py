"""Designs of experiments ready to be used: what the teams of each group see.

The first two are those of the thesis that the platform follows: retention (its table 4.2) and
perturbation (its table 4.5). The third is the same for fewer people.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from contests.domain.designs import CONTROL, EXPERIMENTAL, PERTURBATION, RETENTION, TeamDesign


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
