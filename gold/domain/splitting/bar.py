"""What the default method must not fall behind: iterative stratification of the same samples and seed."""

from dataclasses import dataclass

import numpy as np

from gold.domain.splitting.plan import BESIDE, Floats, Ints, Plan

TOLERANCE = 1e-9


@dataclass(frozen=True)
class Bar:
    """The most deviation of categories, in all parts and in the chosen ones; the least means of test."""

    deviation: int
    chosen_deviation: int
    # None where a mean is not available, and for folds, which have no best part.
    gamma: float | None
    annotators: float | None

    @classmethod
    def of(cls, plan: Plan, peer: Ints) -> "Bar | None":
        """Return the bar that another split sets; None where it leaves a part empty."""
        if len(np.unique(peer)) < len(plan.parts):
            return None
        deviation, chosen = _deviations(plan, peer)
        if plan.is_folds:
            return cls(deviation, chosen, None, None)
        return cls(deviation, chosen, *means(plan, peer, part=0))

    def is_met(self, plan: Plan, parts: Ints) -> bool:
        """Whether a split is in nothing behind."""
        deviation, chosen = _deviations(plan, parts)
        if deviation > self.deviation or chosen > self.chosen_deviation:
            return False
        pairs = zip((self.gamma, self.annotators), means(plan, parts, part=0), strict=True)
        return all(
            least is None or (mean is not None and mean >= least - TOLERANCE)
            for least, mean in pairs
        )

    def rows(self, plan: Plan) -> list[Floats]:
        """Return what each unit adds to the means of test above the bar: the sums must not be below 0."""
        rows = []
        if self.gamma is not None:
            rows.append(plan.gamma - self.gamma * plan.gammas)
        if self.annotators is not None:
            rows.append(plan.annotators - self.annotators * plan.annotated)
        return rows


def _deviations(plan: Plan, parts: Ints) -> tuple[int, int]:
    by_part = plan.deviations(parts)[:, :-BESIDE].sum(axis=1)
    # Folds are all chosen.
    return int(by_part.sum()), int(by_part.sum() if plan.is_folds else by_part[:-1].sum())


def means(plan: Plan, parts: Ints, *, part: int) -> tuple[float | None, float | None]:
    """Return the mean gamma and the mean number of annotators of one part, as far as known."""
    chosen = parts == part
    gammas, annotated = int(plan.gammas[chosen].sum()), int(plan.annotated[chosen].sum())
    return (
        float(plan.gamma[chosen].sum()) / gammas if gammas else None,
        int(plan.annotators[chosen].sum()) / annotated if annotated else None,
    )
