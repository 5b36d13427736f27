"""What the state of a contest forbids."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class NotPermitted(Refusal):
    code = "not-permitted"
    message = _("In its present state the contest does not allow this.")


class ContestArchived(NotPermitted):
    message = _("This contest is archived: nothing in it changes any more.")
