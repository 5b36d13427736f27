"""What is refused about a dispute."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class NothingToDispute(Refusal):
    """This person does not disagree with the reference here, or there is none."""

    code = "nothing-to-dispute"
    message = _(
        "Here you do not disagree with the reference any more: it has changed in the meantime."
    )


class AlreadyDisputed(Refusal):
    code = "already-disputed"
    message = _("You have already objected to this place. Go on in that thread.")


class DisputeEnded(Refusal):
    code = "dispute-ended"
    message = _("This objection was decided or withdrawn in the meantime.")


class WordsMissing(Refusal):
    """Who objects or refuses says why."""

    code = "words-missing"
    message = _("Say why, in a sentence or two.")


class CorrectionElsewhere(Refusal):
    """The correction does not stand where the annotator objected, or was taken back."""

    code = "correction-elsewhere"
    message = _("The correction does not stand at this place.")
