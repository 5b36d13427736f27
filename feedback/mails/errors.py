"""Refusals about report e-mails."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class NothingToReport(Refusal):
    code = "nothing-to-report"
    message = _("There are no results yet. They will be available after the first run.")


class MailNotRepeatable(Refusal):
    """This mail was sent, is being sent, or nobody should get it."""

    code = "mail-not-repeatable"
    message = _("This e-mail cannot be sent again.")
