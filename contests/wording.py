"""Words for what was refused: said at the edge, in the reader's language."""

from django.utils.translation import gettext_lazy as _

from contests import exceptions

WORDS = {
    exceptions.ContestNotOpen: _("The contest does not take answers now."),
    exceptions.NotAnAnnotator: _("Only annotators with a team get tasks."),
    exceptions.TaskNotFound: _("This task is not one of yours."),
    exceptions.AnswerIdTaken: _("Another answer already has this id."),
    exceptions.UnitOutsideText: _("A span ends beyond the text."),
    exceptions.UnitsOverlap: _("Two spans overlap."),
    exceptions.UnknownLabel: _("A span has a label that this contest does not offer."),
    exceptions.UnitsWithoutAcceptance: _("Only an accepted answer may have spans."),
    exceptions.InvitationInvalid: _(
        "This invitation has been used, withdrawn or has expired. Ask for a new one."
    ),
    exceptions.AliasTaken: _("Someone in this contest already has this alias."),
    exceptions.AlreadyMember: _("This person already takes part in the contest."),
    exceptions.LastManager: _("A contest needs at least one manager."),
}


def explain(error: exceptions.ContestError) -> str:
    """Return what to tell the person."""
    return str(WORDS[type(error)])
