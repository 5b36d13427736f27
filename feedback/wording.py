"""Words for what was refused, and for the kinds of disagreement: in the reader's language."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from agreement import exceptions as agreement
from contests import exceptions as contests
from feedback import exceptions
from feedback.selectors.reports import CATEGORY, LEFT_OUT, SEGMENT, TOO_MUCH

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
KINDS = {
    LEFT_OUT: pgettext_lazy("disagreement", "left out"),
    TOO_MUCH: _("nothing to mark here"),
    SEGMENT: _("other words"),
    CATEGORY: _("other category"),
}


def explain(
    error: agreement.DisputeError | contests.NotPermitted | exceptions.FeedbackError,
) -> str:
    """Return what to tell the person."""
    return str(WORDS[type(error)])
