"""Refusals of answer files."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class NothingToDownload(Refusal):
    code = "nothing-to-download"
    message = _("No answers in this contest yet.")
