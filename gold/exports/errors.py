"""What is refused about exports."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class NothingToExport(Refusal):
    code = "nothing-to-export"
    message = _("No text of the release is complete: take incomplete ones too.")
