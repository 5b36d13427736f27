"""What the teams of a contest are shown of its proposals."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from contests.domain.arms import Arm, Similar, draw_source, shown_units, similar_labels
from contests.models import Contest, ContestInput, Team
from corpus.domain.spans import Span


def offered_labels(contest: Contest) -> list[str]:
    """Return the labels that annotators may give."""
    offered = contest.categories.filter(archived_at=None)
    return list(offered.order_by("label").values_list("label", flat=True))


@dataclass(frozen=True)
class Draws:
    """The draws of one contest: its seed, and which labels may stand for which."""

    seed: int
    similar: Similar

    @classmethod
    def of(cls, contest: Contest) -> Self:
        return cls(contest.seed, similar_labels(offered_labels(contest), contest.confusable_pairs))

    def shown_to(self, team: Team, item: ContestInput, units: Sequence[Span]) -> list[Span]:
        """Return what a team sees of these units: the same for all its members, whenever asked."""
        source = draw_source(contest_seed=self.seed, team=team.key, text_digest=bytes(item.digest))
        return shown_units(
            units,
            tokens=item.token_bounds,
            arm=Arm(team.retention, team.perturbation),
            similar=self.similar,
            source=source,
        )
