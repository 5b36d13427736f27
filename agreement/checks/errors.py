"""What this feature refuses."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class NothingToCheck(Refusal):
    code = "nothing-to-check"
    message = _("There is nothing to check: no run has compared any answers yet.")
