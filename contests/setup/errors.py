"""What this feature refuses."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class NoSuchMove(Refusal):
    """No step leads from the contest's state to the wanted one."""

    code = "no-such-move"
    message = _("The contest is in another state by now. Look at it again before you go on.")


class NotReady(Refusal):
    code = "not-ready"
    message = _("Something is still missing. The list below says what.")


class EndNotAhead(Refusal):
    code = "end-not-ahead"
    message = _("Choose an end in the future: the contest’s last day has passed.")
