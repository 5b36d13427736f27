"""What can be refused in a contest; `wording` has the words for people. None quotes a text."""

from contests.contest.errors import ContestError


class TrainingTextEmpty(ContestError):
    code = "training-text-empty"


class TrainingTextTooLong(ContestError):
    code = "training-text-too-long"


class TrainingClosed(ContestError):
    """The contest's state does not allow training, or there is nothing to train with."""

    code = "training-closed"


class TrainingFull(ContestError):
    code = "training-full"


class TrainingNeedsTask(ContestError):
    """The last task of a required training stays while people train."""

    code = "training-needs-task"


class GuidelinesUnread(ContestError):
    """The guidelines have to be opened before the training."""

    code = "guidelines-unread"
