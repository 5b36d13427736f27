"""What can be asked of a split, checked before anything is computed."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite

from gold.exceptions import InvalidFolds, InvalidOption, InvalidRatios, UnknownMethod

TRAIN, VALIDATION, TEST = "train", "validation", "test"
DEFAULT, THESIS, RANDOM, ITERATIVE = "default", "thesis", "random", "iterative"
# What stays in one part of a release; nothing if each text may go anywhere.
DOCUMENT, PATIENT, NOTHING = GROUPS = ("document", "patient", "")
METHODS = (DEFAULT, THESIS, RANDOM, ITERATIVE)
# The seeds that numpy's generator takes.
LARGEST_SEED = 2**32 - 1


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
    gold.exceptions.InvalidRatios: The ratios are three numbers: train, validation and test.
    """
    if len(ratios) != 3:
        raise InvalidRatios("The ratios are three numbers: train, validation and test.")
    if not all(isfinite(ratio) and ratio >= 0 for ratio in ratios):
        raise InvalidRatios("A ratio is a number from 0 on.")
    if not ratios[0] or not ratios[2]:
        raise InvalidRatios(
            "The ratios of train and test are above 0; that of validation may be 0."
        )
