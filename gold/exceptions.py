"""What can go wrong in making a corpus of a contest."""

import re
from datetime import datetime


class GoldError(Exception):
    """Something asked of a gold corpus cannot be done."""

    @property
    def code(self) -> str:
        """Return its name as programs are told it: `no-run`."""
        return re.sub(r"(?<!^)(?=[A-Z])", "-", type(self).__name__).lower()


class SplitRefused(GoldError):
    """A corpus cannot be split in the way that was asked; the message says what to change."""


class InvalidSample(SplitRefused):
    """A sample has a count, a gamma or a number of annotators that is none."""


class InvalidRatios(SplitRefused):
    """The ratios are not three numbers of which those of train and test are above zero."""


class InvalidFolds(SplitRefused):
    """The number of folds is not a whole number from two on."""


class InvalidOption(SplitRefused):
    """A seed or a limit is not a whole number in its range."""


class UnknownMethod(SplitRefused):
    """No method of splitting has this name."""


class NoSamples(SplitRefused):
    """The corpus is empty."""


class TooFewSamples(SplitRefused):
    """There are fewer samples than subsets or folds."""


class TooFewGroups(SplitRefused):
    """There are fewer groups of samples, each to stay on one side, than subsets or folds."""


class NoRun(GoldError):
    """A contest has no published run, so there is nothing to freeze."""


class MixedLanguages(GoldError):
    """The contests of a release have texts in different languages."""


class NothingToFreeze(GoldError):
    """No text of the contests may enter a release."""


class ReleaseKept(GoldError):
    """A frozen release, or one that is being frozen, cannot be deleted."""


class ReaderUnknown(GoldError):
    """Nobody with this address has an account."""


class NobodyActs(GoldError):
    """Releases, splits and exports are made by a person, never by the platform itself."""


class NothingToExport(GoldError):
    """No text of the release is to be exported under these options."""


class EvaluationBusy(GoldError):
    """The detector is being evaluated on this release already."""


class NothingToEvaluate(GoldError):
    """There is no text to evaluate on."""


class AlreadyEvaluated(GoldError):
    """These rules were evaluated on these texts before, and would give the same figures again."""

    def __init__(self, evaluation_id: int, finished_at: datetime | None) -> None:
        super().__init__(evaluation_id)
        self.evaluation_id = evaluation_id
        self.finished_at = finished_at
