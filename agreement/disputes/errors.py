"""What is refused about a dispute."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class NothingToDispute(Refusal):
    """This person does not disagree with the reference here, or there is none."""

    code = "nothing-to-dispute"
    message = _("You no longer disagree with this reference: it has changed in the meantime.")


class AlreadyDisputed(Refusal):
    code = "already-disputed"
    message = _("You have already disputed this reference. Continue in that thread.")


class DisputeEnded(Refusal):
    code = "dispute-ended"
    message = _("This dispute has been decided or withdrawn in the meantime.")


class WordsMissing(Refusal):
    """A dispute or its refusal needs a reason."""

    code = "words-missing"
    message = _("Say why, in a sentence or two.")


class CorrectionElsewhere(Refusal):
    """The correction does not stand where the annotator objected, or was taken back."""

    code = "correction-elsewhere"
    message = _("The correction does not apply to the disputed span.")
