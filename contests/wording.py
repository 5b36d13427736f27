"""Words for what was refused: said at the edge, in the reader's language."""

from django.utils.translation import gettext_lazy as _

from contests import exceptions

WORDS = {
    exceptions.ContestNotOpen: _("The contest does not take answers now."),
    exceptions.NotAnAnnotator: _("Only annotators with a team get tasks."),
    exceptions.TaskNotFound: _("This task is not one of yours."),
    exceptions.AnswerIdTaken: _("Another answer already has this id."),
    exceptions.AnswerNotFound: _("This answer is not one of yours."),
    exceptions.AnswerSuperseded: _("A later answer of yours to this task counts already."),
    exceptions.UnitOutsideText: _("A span ends beyond the text."),
    exceptions.UnitsOverlap: _("Two spans overlap."),
    exceptions.UnknownLabel: _("A span has a label that this contest does not offer."),
    exceptions.UnitsWithoutAcceptance: _("Only an accepted answer may have spans."),
    exceptions.InvitationInvalid: _(
        "This invitation has been used, withdrawn or has expired. Ask for a new one."
    ),
    exceptions.AliasTaken: _("Someone in this contest already has this alias."),
    exceptions.AlreadyMember: _("This person already takes part in the contest."),
    exceptions.InputsFixed: _("The contest has begun: its inputs can no longer change."),
    exceptions.InputsBusy: _("The inputs are being drawn or removed. Wait until that is done."),
    exceptions.InputsAnswered: _("People have answered tasks on these inputs, so they stay."),
    exceptions.LastManager: _("A contest needs at least one manager."),
    exceptions.DraftExists: _("There is already a draft of the guidelines: go on with that one."),
    exceptions.DraftGone: _(
        "This draft has been published or discarded in the meantime. Your text was not saved."
    ),
    exceptions.DraftChanged: _(
        "Someone else has saved this text since you opened it. Nothing was overwritten."
    ),
    exceptions.NothingToPublish: _(
        "The draft has no text yet, or says the same as the published version."
    ),
    exceptions.ContestReadOnly: _("This contest is closed: its categories stay as they are."),
    exceptions.CategoriesInPlace: _("This contest already has categories."),
    exceptions.CategoriesInUse: _(
        "This contest has inputs, and labels are written in them. Archive the category and add a "
        "new one instead."
    ),
    exceptions.CategoryInUse: _("This category has been used. Archive it instead."),
    exceptions.SupercategoryInUse: _(
        "This family still has categories. Move or delete them first."
    ),
    exceptions.CategoriesChanged: _(
        "Someone else has just changed the categories. Look at them again."
    ),
    exceptions.NameUnreadable: _(
        "Use letters, digits, hyphens and underscores only, at most 60 of them."
    ),
    exceptions.LabelTaken: _("There already is a category “%(label)s”."),
    exceptions.SupercategoryTaken: _("There already is a family “%(name)s”."),
    exceptions.ColourIllegible: _("This colour cannot be read well enough on every screen."),
    exceptions.ShortcutUnreadable: _(
        "Write one letter or digit (B, 5), a digit with Shift or Shift+Alt (Shift+5), or two keys "
        "one after the other (L D)."
    ),
    exceptions.ShortcutReserved: _("The annotation page needs the key %(key)s for itself."),
    exceptions.ShortcutTaken: _("“%(label)s” already has this shortcut."),
    exceptions.ShortcutHidden: _(
        "It gets in the way of “%(label)s” (%(shortcut)s): one of them is the first key of the "
        "other."
    ),
}


def explain(error: exceptions.ContestError) -> str:
    """Return what to tell the person."""
    words = str(WORDS[type(error)])
    return words % error.details if error.details else words
