"""Refusals of training tasks and answers."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class TrainingTextEmpty(Refusal):
    code = "training-text-empty"
    message = _("Enter a text.")


class TrainingTextTooLong(Refusal):
    code = "training-text-too-long"
    message = _("The text has more than %(most)s characters.")


class TrainingClosed(Refusal):
    """The contest's state does not allow training, or there is nothing to train with."""

    code = "training-closed"
    message = _("There is no training in this contest at the moment.")


class TrainingFull(Refusal):
    code = "training-full"
    message = _("A training can have at most %(most)s tasks.")


class TrainingNeedsTask(Refusal):
    code = "training-needs-task"
    message = _(
        "This is the last task and the training is required. Add another task first, or turn off "
        "the training."
    )


class GuidelinesUnread(Refusal):
    code = "guidelines-unread"
    message = _("Open the guidelines first: the training is about them.")
