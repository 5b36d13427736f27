"""What this feature refuses."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class NothingToCheck(Refusal):
    code = "nothing-to-check"
    message = _("No run has compared any answers yet: there is nothing to check.")
