"""Words for what was refused, and for the kinds of disagreement: in the reader's language."""

from django.utils.translation import gettext_lazy as _

from agreement.disputes import errors as agreement
from contests.contest import errors as contests
from feedback.mails import errors as exceptions
from feedback.scores import errors as exceptions_errors

WORDS = {
    agreement.NothingToDispute: _(
        "Here you do not disagree with the reference any more: it has changed in the meantime."
    ),
    agreement.AlreadyDisputed: _("You have already objected to this place. Go on in that thread."),
    agreement.DisputeEnded: _("This objection was decided or withdrawn in the meantime."),
    agreement.WordsMissing: _("Say why, in a sentence or two."),
    agreement.CorrectionElsewhere: _("The correction does not stand at this place."),
    contests.NotPermitted: _("This contest is archived: nothing in it changes any more."),
    exceptions.NothingToReport: _("There are no results yet. The first run makes them."),
    exceptions.MailNotRepeatable: _("This mail cannot be sent again."),
}


def explain(
    error: agreement.DisputeError | contests.NotPermitted | exceptions_errors.FeedbackError,
) -> str:
    """Return what to tell the person."""
    return str(WORDS[type(error)])
