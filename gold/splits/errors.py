"""Why a corpus cannot be split; who runs the command reads the sentence that an error is raised with."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class SplitRefused(Refusal):
    """A corpus cannot be split in the way that was asked; the message says what to change."""


class InvalidSample(ValueError):
    """A sample has a count, a gamma or a number of annotators that is none."""


class InvalidRatios(SplitRefused):
    """The ratios are not three numbers of which those of train and test are above zero."""

    code = "invalid-ratios"
    message = _("Train and test need a share above zero.")


class InvalidFolds(SplitRefused):
    code = "invalid-folds"
    message = _("Two folds at least.")


class InvalidOption(SplitRefused):
    """A seed or a limit is not a whole number in its range."""

    code = "invalid-option"
    message = _("A seed or a number of examples is out of its range.")


class SecondTestOfFolds(SplitRefused):
    code = "second-test-of-folds"
    message = _("Folds have no second test part: leave one of the two out.")


class UnknownMethod(SplitRefused):
    code = "unknown-method"
    message = _("This option is not available.")


class NoSamples(SplitRefused):
    code = "no-samples"
    message = _("No text of the release is complete: take incomplete ones too.")


class TooFewSamples(SplitRefused):
    code = "too-few-samples"
    message = _("There are fewer texts than parts: ask for fewer parts.")


class TooFewGroups(SplitRefused):
    """There are fewer groups of samples, each to stay on one side, than subsets or folds."""

    code = "too-few-groups"
    message = _(
        "There are fewer documents or patients than parts: ask for fewer parts, let fewer documents link others, or let them be cut."
    )


class PatientsUnknown(SplitRefused):
    """Texts are to be grouped by patient, and some stand in a document that names none."""

    code = "patients-unknown"
    # By its number: the hospital's id of a document is not for every reader.
    message = _(
        "Text %(first)s stands in a document that names no patient. Keep documents together instead, or import the patients and freeze anew."
    )
    message_of_several = _(
        "%(texts)s texts stand in documents that name no patient; the first is text %(first)s. Keep documents together instead, or import the patients and freeze anew."
    )

    def __init__(self, texts: int, first: int) -> None:
        super().__init__(texts=texts, first=first)
        if texts > 1:
            self.message = self.message_of_several
