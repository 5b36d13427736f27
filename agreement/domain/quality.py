"""The quality index: how often an annotator agrees with the reference."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Self

# Votes weigh whole numbers of this: a weight is the same on every machine, and so is a sum.
WEIGHT_UNIT = 10**9

# Above this a task was interrupted: its duration says nothing of the person.
LONGEST_TASK_MS = 5 * 60 * 1000


@dataclass(frozen=True)
class Score:
    """Agreements and disagreements with the reference, segments and categories apart."""

    segment_agreements: int = 0
    segment_disagreements: int = 0
    category_agreements: int = 0
    category_disagreements: int = 0
    # Places where either disagrees.
    penalties: int = 0

    def __add__(self, other: Self) -> "Score":
        return Score(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(Score)))

    def __sub__(self, other: Self) -> "Score":
        return Score(*(getattr(self, f.name) - getattr(other, f.name) for f in fields(Score)))

    @property
    def segment_quality(self) -> float | None:
        return _share(self.segment_agreements, self.segment_disagreements)

    @property
    def category_quality(self) -> float | None:
        return _share(self.category_agreements, self.category_disagreements)

    @property
    def quality(self) -> float | None:
        """The mean of the two; of the one there is, where only one kind of reference exists."""
        known = [one for one in (self.segment_quality, self.category_quality) if one is not None]
        return sum(known) / len(known) if known else None


def _share(agreements: int, disagreements: int) -> float | None:
    total = agreements + disagreements
    return agreements / total if total else None


def weights_of(scores: Mapping[str, Score]) -> dict[str, int]:
    """Return what each annotator's vote weighs: the quality index, without one the mean of the others.

    >>> weights = weights_of({"ana": Score(3, 1, 3, 1), "bob": Score(1, 1, 1, 1), "eva": Score()})
    >>> [weight / WEIGHT_UNIT for weight in weights.values()]
    [0.75, 0.5, 0.625]
    """
    known = {
        who: round(WEIGHT_UNIT * score.quality)
        for who, score in scores.items()
        if score.quality is not None
    }
    mean = round(sum(known.values()) / len(known)) if known else WEIGHT_UNIT
    return {who: known.get(who, mean) for who in scores}
