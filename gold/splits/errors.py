"""What can go wrong in making a corpus of a contest."""

from gold.releases.errors import GoldError


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


class PatientsUnknown(SplitRefused):
    """Texts are to be grouped by patient, and some stand in a document that names none."""

    def __init__(self, texts: int, document: str) -> None:
        super().__init__(f"{texts} texts have no patient, first in {document}.")
        self.texts = texts
        # One of the documents; empty where the text has none.
        self.document = document
