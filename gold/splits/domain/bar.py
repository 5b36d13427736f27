"""What the default method must not fall behind: iterative stratification of the same samples and seed."""

from dataclasses import dataclass, replace

import numpy as np

from gold.splits.domain.plan import BESIDE, Floats, Ints, Plan

TOLERANCE = 1e-9
# By how much the sum of a measure in test must lie above the bar to be higher and not equal; a solver's
# own tolerance is a hundredth of it.
LEAST_MORE = 1e-4
# The measures of test, and which of them to raise, the most first.
GAMMA, ANNOTATORS = "gamma", "annotators"
Measures = frozenset[str]
RAISES: tuple[Measures, ...] = (
    frozenset({GAMMA, ANNOTATORS}),
    frozenset({GAMMA}),
    frozenset({ANNOTATORS}),
)


@dataclass(frozen=True)
class Bar:
    """The most deviation of categories, in all parts and in the chosen ones; the least means of test."""

    deviation: int
    chosen_deviation: int
    # None where a mean is not available, and for folds, which have no best part.
    gamma: float | None
    annotators: float | None
    # How far the sizes and the numbers of empty samples are off.
    beside_deviation: int = 0
    # Which of the means must be higher, not only as high.
    raised: Measures = frozenset()

    @classmethod
    def of(cls, plan: Plan, peer: Ints) -> "Bar | None":
        """Return the bar that another split sets; None where it leaves a part empty."""
        if len(np.unique(peer)) < len(plan.parts):
            return None
        deviation, chosen = _deviations(plan, peer)
        if plan.is_folds:
            return cls(deviation, chosen, None, None)
        beside = int(plan.deviations(peer)[:, -BESIDE:].sum())
        return cls(deviation, chosen, *means(plan, peer, part=0), beside_deviation=beside)

    def is_met(self, plan: Plan, parts: Ints) -> bool:
        """Whether a split is in nothing behind."""
        deviation, chosen = _deviations(plan, parts)
        if deviation > self.deviation or chosen > self.chosen_deviation:
            return False
        if not self.passed(plan, parts) >= self.raised:
            return False
        known = self._compared(plan, parts)
        return all(mean is not None and mean >= least - TOLERANCE for least, mean in known.values())

    def _compared(self, plan: Plan, parts: Ints) -> dict[str, tuple[float, float | None]]:
        """Return each measure of the bar that is available, with its value in test."""
        pairs = zip((self.gamma, self.annotators), means(plan, parts, part=0), strict=True)
        named = zip((GAMMA, ANNOTATORS), pairs, strict=True)
        return {name: (least, mean) for name, (least, mean) in named if least is not None}

    def passed(self, plan: Plan, parts: Ints) -> Measures:
        """Return the measures in which a split is higher."""
        known = self._compared(plan, parts)
        return frozenset(
            name
            for name, (least, mean) in known.items()
            if mean is not None and mean > least + TOLERANCE
        )

    def raises(self, passed: Measures) -> list["Bar"]:
        """Return higher bars for a split that has passed these measures, the highest first."""
        available = {
            name
            for name, least in ((GAMMA, self.gamma), (ANNOTATORS, self.annotators))
            if least is not None
        }
        wanted = dict.fromkeys(each & available for each in RAISES)
        return [replace(self, raised=each) for each in wanted if each > passed]

    def rows(self, plan: Plan) -> list[tuple[Floats, float]]:
        """Return what each unit adds to the means of test above the bar, and the least sum of each."""
        rows = []
        if self.gamma is not None:
            more = LEAST_MORE if GAMMA in self.raised else TOLERANCE
            rows.append((plan.gamma - self.gamma * plan.gammas, more))
            # Without any gamma there is no mean.
            rows.append((plan.gammas.astype(float), 1.0))
        if self.annotators is not None:
            more = LEAST_MORE if ANNOTATORS in self.raised else TOLERANCE
            rows.append((plan.annotators - self.annotators * plan.annotated, more))
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
