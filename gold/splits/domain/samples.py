"""What can be asked of a split, checked before anything is computed."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isfinite

from formats.records import Record
from gold.splits.errors import (
    InvalidFolds,
    InvalidOption,
    InvalidRatios,
    InvalidSample,
    UnknownMethod,
)

TRAIN, VALIDATION, TEST = "train", "validation", "test"
# As large as test, drawn at random before anything is chosen: what figures are on texts as they come.
TEST_RANDOM = "test-random"
DEFAULT, THESIS, RANDOM, ITERATIVE = "default", "thesis", "random", "iterative"
# What stays in one part of a release; nothing if each text may go anywhere.
DOCUMENT, PATIENT, NOTHING = GROUPS = ("document", "patient", "")
METHODS = (DEFAULT, THESIS, RANDOM, ITERATIVE)
# The seeds that numpy's generator takes.
LARGEST_SEED = 2**32 - 1
# Of what is asked of a server, more than anyone means; `manage.py split` takes any number.
MOST_FOLDS = 20
MOST = 10**6


@dataclass(frozen=True)
class Options:
    """How to split; refused when made if it cannot be."""

    # Of train, validation and test; not looked at with folds.
    ratios: tuple[float, float, float] = (70, 15, 15)
    method: str = DEFAULT
    # Categories with fewer examples are left out of the strata.
    min_count: int = 20
    folds: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        check_ratios(self.ratios)
        if self.method not in METHODS:
            raise UnknownMethod(f"The method is one of {', '.join(METHODS)}.")
        if self.folds is not None and self.folds < 2:
            raise InvalidFolds("The number of folds is 2 or more.")
        if not 0 <= self.seed <= LARGEST_SEED:
            raise InvalidOption(f"The seed is a whole number from 0 to {LARGEST_SEED}.")
        if self.min_count < 0:
            raise InvalidOption("The least count of a category is 0 or more.")

    @property
    def shares(self) -> dict[str, Fraction]:
        """The share of each part, by its name: first those that are chosen, last what remains."""
        if self.folds is not None:
            return {f"fold-{k}": Fraction(1, self.folds) for k in range(1, self.folds + 1)}
        # Through their decimal writing: 0.15 is meant to be 15/100.
        train, validation, test = (Fraction(str(ratio)) for ratio in self.ratios)
        whole = train + validation + test
        named = {TEST: test, VALIDATION: validation, TRAIN: train}
        return {name: share / whole for name, share in named.items() if share}


def check_ratios(ratios: Sequence[float]) -> None:
    """Raise InvalidRatios unless there are three, above zero for train and test.

    >>> check_ratios((80, 0, 20))
    >>> check_ratios((80, 20))
    Traceback (most recent call last):
    gold.splits.errors.InvalidRatios: The ratios are three numbers: train, validation and test.
    """
    if len(ratios) != 3:
        raise InvalidRatios("The ratios are three numbers: train, validation and test.")
    if not all(isfinite(ratio) and ratio >= 0 for ratio in ratios):
        raise InvalidRatios("A ratio is a number from 0 on.")
    if not ratios[0] or not ratios[2]:
        raise InvalidRatios(
            "The ratios of train and test are above 0; that of validation may be 0."
        )


# A bin of gamma is 0.05 wide.
BINS_IN_ONE = 20


@dataclass(frozen=True, slots=True)
class Sample:
    """One input of a corpus; its place in the sequence of samples is its order.

    >>> Sample("7", {"NOM:PATIENT_E": 2}, gamma=0.93, annotators=3).bin
    19
    >>> Sample("8", annotators=5).is_empty
    True
    """

    id: str
    # How many gold units there are of each category.
    categories: Mapping[str, int] = field(default_factory=dict)
    gamma: float | None = None
    annotators: int | None = None
    # The documents (or patients, …) in which it stands, once for each place.
    groups: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if any(type(count) is not int or count < 1 for count in self.categories.values()):
            raise InvalidSample(f"Sample {self.id}: a category is counted by a number from 1 on.")
        if self.gamma is not None and not math.isfinite(self.gamma):
            raise InvalidSample(f"Sample {self.id}: its gamma is no number.")
        if self.annotators is not None and self.annotators < 0:
            raise InvalidSample(f"Sample {self.id}: it has fewer than no annotators.")

    @property
    def is_empty(self) -> bool:
        """Whether nothing is annotated in it."""
        return not self.categories

    @property
    def bin(self) -> int | None:
        """Gamma in steps of 0.05, rounded half up; None without gamma."""
        return None if self.gamma is None else gamma_bin(self.gamma)


def gamma_bin(gamma: float) -> int:
    """Return gamma in whole steps of 0.05, rounded half up.

    >>> [gamma_bin(gamma) for gamma in (1.0, 0.93, 0.925, -0.01)]
    [20, 19, 19, 0]
    """
    # Numbers like 0.925 stand a little below or above their decimal writing.
    return math.floor(round(gamma * BINS_IN_ONE, 9) + 0.5)


GAMMA, ANNOTATORS = "gamma", "annotators"


def sample_of(record: Record, *, group_by: str | None = None) -> Sample:
    """Return the sample of a record; raise InvalidSample where a field is not what it should be.

    >>> from text.spans import Span
    >>> record = Record("Vu par Anne", (Span(7, 11, "NOM"),), fields={"gamma": 0.9, "document": ["d1"]})
    >>> sample = sample_of(record, group_by="document")
    >>> dict(sample.categories), sample.gamma, sample.groups
    ({'NOM': 1}, 0.9, ('d1',))
    """
    return Sample(
        id=record.id,
        categories=dict(Counter(span.label for span in record.spans)),
        gamma=_number(record, GAMMA),
        annotators=_whole_number(record, ANNOTATORS),
        groups=() if group_by is None else tuple(_keys(record, group_by)),
    )


def _number(record: Record, field: str) -> float | None:
    value = record.fields.get(field)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidSample(f"“{field}” has to be a number or null.")
    return float(value)


def _whole_number(record: Record, field: str) -> int | None:
    number = _number(record, field)
    if number is None:
        return None
    if number < 0 or not number.is_integer():
        raise InvalidSample(f"“{field}” has to be a whole number from 0 on, or null.")
    return int(number)


def _keys(record: Record, field: str) -> Sequence[str]:
    value = record.fields.get(field)
    values = value if isinstance(value, list) else [] if value is None else [value]
    if any(isinstance(key, bool) or not isinstance(key, str | int) for key in values):
        raise InvalidSample(f"“{field}” has to be a text, or a list of texts.")
    return [str(key) for key in values]
