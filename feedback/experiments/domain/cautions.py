"""What a reader of a test should know about it, as codes; the words are said at the edge."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from scipy import stats

from feedback.experiments.domain.samples import Sample
from feedback.experiments.domain.welch import LEAST_VALUES

# About a whole report.
NOT_IN_SEQUENCE = "not-in-sequence"
# About a pair of teams.
CHANGED_TEAM = "changed-team"
DIFFERENT_INPUTS = "different-inputs"
MUCH_LEFT_OUT = "much-left-out"
# About one test.
NO_VALUES = "no-values"
TOO_FEW = "too-few"
FEW_VALUES = "few-values"
FEW_PEOPLE = "few-people"
SKEWED = "skewed"
NO_SPREAD = "no-spread"
ONE_WITHOUT_SPREAD = "one-without-spread"
BY_PERSON_DIFFERS = "by-person-differs"

CODES = (
    NOT_IN_SEQUENCE,
    CHANGED_TEAM,
    DIFFERENT_INPUTS,
    MUCH_LEFT_OUT,
    NO_VALUES,
    TOO_FEW,
    FEW_VALUES,
    FEW_PEOPLE,
    SKEWED,
    NO_SPREAD,
    ONE_WITHOUT_SPREAD,
    BY_PERSON_DIFFERS,
)

ENOUGH_VALUES = 30
ENOUGH_PEOPLE = 5
SHARED_INPUTS = 0.8
LEFT_OUT = 0.1
SIGNIFICANT = 0.05


@dataclass(frozen=True)
class Caution:
    """A code with the numbers and names that its words mention."""

    code: str
    details: dict[str, object] = field(default_factory=dict)


def about_samples(first: Sample, second: Sample) -> Iterator[Caution]:
    """Yield what weakens a comparison of these two samples."""
    least = min(first.n, second.n)
    if least < LEAST_VALUES:
        yield Caution(NO_VALUES if least == 0 else TOO_FEW, {"n": least, "least": LEAST_VALUES})
        return
    if least < ENOUGH_VALUES:
        yield Caution(FEW_VALUES, {"n": least, "enough": ENOUGH_VALUES})
    if (people := min(first.people, second.people)) < ENOUGH_PEOPLE:
        yield Caution(FEW_PEOPLE, {"people": people})
    without = sum(len(set(sample.values)) == 1 for sample in (first, second))
    if without:
        yield Caution(NO_SPREAD if without == 2 else ONE_WITHOUT_SPREAD)
    if _is_too_skewed(first.values) or _is_too_skewed(second.values):
        yield Caution(SKEWED)


def _is_too_skewed(values: Sequence[float]) -> bool:
    """Whether a sample is too small for its skewness (Cochran's rule: n above 25 times its square)."""
    if len(values) < 3 or len(set(values)) == 1:
        return False
    skewness = float(stats.skew(np.asarray(values), bias=False))
    return len(values) <= 25 * skewness**2
