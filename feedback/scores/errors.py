"""Refusals about scores."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class NotOver(Refusal):
    code = "not-over"
    message = _("The contest is still open. Close it first.")


class NothingScored(Refusal):
    code = "nothing-scored"
    message = _("No run has been scored yet. Wait for the first one.")
