"""Words for what was refused: said at the edge, in the reader's language."""

from django.utils.translation import gettext_lazy as _
from rest_framework import status
from rest_framework.response import Response

from contests.annotating import errors as exceptions_contests_annotating_errors
from contests.categories import errors as exceptions_errors
from contests.chat import errors as chat_exceptions
from contests.contest import errors as exceptions_contests_contest_errors
from contests.contest.errors import ContestError
from contests.guidelines import errors as exceptions_contests_guidelines_errors
from contests.inputs import errors as exceptions_contests_inputs_errors
from contests.people import errors as exceptions
from contests.proposals import errors as exceptions_contests_proposals_errors
from contests.setup import errors as exceptions_contests_setup_errors
from contests.teams import errors as exceptions_contests_teams_errors
from contests.training import errors as exceptions_contests_training_errors
from gold.evaluations import errors as exceptions_gold_evaluations_errors
from text import errors as exceptions_text_errors

WORDS = {
    exceptions_contests_annotating_errors.ContestNotOpen: _(
        "The contest does not take answers now."
    ),
    exceptions.NotAnAnnotator: _("Only annotators with a team get tasks."),
    exceptions_contests_annotating_errors.TaskNotFound: _("This task is not one of yours."),
    exceptions_contests_annotating_errors.AnswerIdTaken: _("Another answer already has this id."),
    exceptions_contests_annotating_errors.AnswerNotFound: _("This answer is not one of yours."),
    exceptions_contests_annotating_errors.AnswerSuperseded: _(
        "A later answer of yours to this task counts already."
    ),
    exceptions_contests_annotating_errors.UnitOutsideText: _("A span ends beyond the text."),
    exceptions_contests_annotating_errors.UnitsOverlap: _("Two spans overlap."),
    exceptions_errors.UnknownLabel: _("A span has a label that this contest does not offer."),
    exceptions_contests_annotating_errors.UnitsWithoutAcceptance: _(
        "Only an accepted answer may have spans."
    ),
    exceptions.InvitationInvalid: _(
        "This invitation has been used, withdrawn or has expired. Ask for a new one."
    ),
    exceptions.AliasTaken: _("Someone in this contest already has this alias."),
    exceptions.AlreadyMember: _("This person already takes part in the contest."),
    exceptions_contests_inputs_errors.InputsFixed: _(
        "The contest has begun: its inputs can no longer change."
    ),
    exceptions_contests_inputs_errors.InputsBusy: _(
        "The inputs are being drawn or removed. Wait until that is done."
    ),
    exceptions_contests_inputs_errors.InputsAnswered: _(
        "People have answered tasks on these inputs, so they stay."
    ),
    exceptions.LastManager: _("A contest needs at least one manager."),
    exceptions_contests_guidelines_errors.DraftExists: _(
        "There is already a draft of the guidelines: go on with that one."
    ),
    exceptions_contests_guidelines_errors.DraftGone: _(
        "This draft has been published or discarded in the meantime. Your text was not saved."
    ),
    exceptions_contests_guidelines_errors.DraftChanged: _(
        "Someone else has saved this text since you opened it. Nothing was overwritten."
    ),
    exceptions_contests_guidelines_errors.NothingToPublish: _(
        "The draft has no text yet, or says the same as the published version."
    ),
    exceptions_errors.ContestReadOnly: _(
        "This contest is closed: its categories stay as they are."
    ),
    exceptions_errors.CategoriesInPlace: _("This contest already has categories."),
    exceptions_errors.CategoriesInUse: _(
        "This contest has inputs, and labels are written in them. Archive the category and add a "
        "new one instead."
    ),
    exceptions_errors.CategoryInUse: _("This category has been used. Archive it instead."),
    exceptions_errors.SupercategoryInUse: _(
        "This family still has categories. Move or delete them first."
    ),
    exceptions_errors.CategoriesChanged: _(
        "Someone else has just changed the categories. Look at them again."
    ),
    exceptions_text_errors.NameUnreadable: _(
        "Use letters, digits, hyphens and underscores only, at most 60 of them."
    ),
    exceptions_errors.LabelTaken: _("There already is a category “%(label)s”."),
    exceptions_errors.SupercategoryTaken: _("There already is a family “%(name)s”."),
    exceptions_errors.ColourIllegible: _("This colour cannot be read well enough on every screen."),
    exceptions_errors.ShortcutUnreadable: _(
        "Write one letter or digit (B, 5), a digit with Shift or Shift+Alt (Shift+5), or two keys "
        "one after the other (L D)."
    ),
    exceptions_errors.ShortcutReserved: _("The annotation page needs the key %(key)s for itself."),
    exceptions_errors.ShortcutTaken: _("“%(label)s” already has this shortcut."),
    exceptions_errors.ShortcutHidden: _(
        "It gets in the way of “%(label)s” (%(shortcut)s): one of them is the first key of the "
        "other."
    ),
    exceptions_contests_annotating_errors.OwnKeysRefused: _(
        "Some of these keys cannot be taken. Nothing was saved."
    ),
    exceptions_contests_proposals_errors.RulesReadOnly: _(
        "This contest is closed: what is proposed in it stays as it is."
    ),
    exceptions_contests_inputs_errors.NoInputs: _(
        "The contest has no inputs yet. Draw some first."
    ),
    exceptions_contests_proposals_errors.DetectionBusy: _(
        "The rules are already at work. Wait until that is done."
    ),
    exceptions_gold_evaluations_errors.NoGold: _("No input of this contest says what is right."),
    exceptions_gold_evaluations_errors.EvaluationBusy: _(
        "The rules are already being evaluated. Wait until that is done."
    ),
    exceptions_contests_proposals_errors.FormatTaken: _("This contest already has this format."),
    exceptions_contests_proposals_errors.TooManyWords: _(
        "A list holds at most %(limit)s words. Nothing was added: remove some first."
    ),
    exceptions_contests_proposals_errors.TooManyFormats: _(
        "A contest has at most %(limit)s formats, since each is looked for in every line."
    ),
    exceptions_contests_training_errors.TrainingTextEmpty: _("There is no text."),
    exceptions_contests_training_errors.TrainingTextTooLong: _(
        "The text has more than %(most)s characters."
    ),
    exceptions_contests_annotating_errors.TrainingDue: _(
        "Finish the training first; then the contest opens for you."
    ),
    exceptions_contests_training_errors.TrainingClosed: _(
        "There is no training in this contest at the moment."
    ),
    exceptions_contests_training_errors.TrainingFull: _("A training has at most %(most)s tasks."),
    exceptions_contests_training_errors.TrainingNeedsTask: _(
        "This is the last task, and people have to train. Add another one first, or ask for no "
        "training."
    ),
    exceptions_contests_training_errors.GuidelinesUnread: _(
        "Open the guidelines first: the training is about them."
    ),
    exceptions_contests_inputs_errors.InputUnknown: _(
        "This input is no longer there, or its text was changed."
    ),
    exceptions.AliasDue: _("Choose another alias first: a manager has refused yours."),
    exceptions.AliasRefused: _("A manager has refused this alias in this contest."),
    exceptions.AliasEmpty: _("There is no alias."),
    exceptions_contests_contest_errors.NotPermitted: _(
        "In its present state the contest does not allow this."
    ),
    exceptions_contests_setup_errors.NoSuchMove: _(
        "The contest is in another state by now. Look at it again before you go on."
    ),
    exceptions_contests_setup_errors.NotReady: _(
        "Something is still missing. The list below says what."
    ),
    exceptions_contests_setup_errors.EndNotAhead: _(
        "Choose an end in the future: the contest’s last day has passed."
    ),
    exceptions.JoinLinkInvalid: _(
        "This link has been withdrawn or has expired, or the contest takes nobody in any more. Ask "
        "for a new one."
    ),
    exceptions.JoinLinkUsedUp: _(
        "As many people have joined by this link as it was made for. Ask a manager of the contest."
    ),
    exceptions.JoinLinkBusy: _("Very many people are asking by this link. Try again in an hour."),
    exceptions.DomainNotAllowed: _("This link is for addresses of %(domains)s only."),
    exceptions.RemovedBefore: _(
        "A manager has ended your part in this contest. Ask them for an invitation to come back."
    ),
    exceptions_contests_teams_errors.TeamsFull: _(
        "There is no free place. Ask a manager of the contest."
    ),
    exceptions_contests_teams_errors.TeamTaken: _("There already is a team “%(name)s”."),
    exceptions_contests_teams_errors.TeamInUse: _(
        "This team has or had members. Give them another team first."
    ),
    exceptions_contests_teams_errors.TeamsInUse: _(
        "People already belong to the teams. Add and change teams one by one, or give nobody a team "
        "first."
    ),
    exceptions_contests_teams_errors.ControlPerturbed: _(
        "A control team sees no mistakes: its perturbation is 0."
    ),
    exceptions.NotAnnotatorRole: _("Only annotators have a team and an alias."),
    chat_exceptions.ChatReadOnly: _("The contest is archived: its chat can be read, not written."),
    chat_exceptions.MessageEmpty: _("There is nothing in this message."),
    chat_exceptions.MessageTooLong: _("A message has at most %(most)s characters."),
    chat_exceptions.MessageIdTaken: _("Another message already has this id."),
    chat_exceptions.MessageGone: _("This message is no longer there."),
    chat_exceptions.TooManyPinned: _(
        "At most %(most)s announcements stay on top. Take one of them down first."
    ),
    chat_exceptions.LinkUnknown: _(
        "What this message links is no longer there, or not yours to see."
    ),
    chat_exceptions.InputQuoted: _(
        "This message quotes a text that others still have to annotate: five words in a row stand "
        "in it. Describe the case in words of your own, or link the text."
    ),
    chat_exceptions.TooManyMessages: _(
        "You are writing very fast. This message is sent by itself in %(seconds)s seconds."
    ),
    chat_exceptions.TextsUnrecognised: _(
        "The texts of the contest are being prepared for the chat. This message is sent by itself "
        "as soon as that is done."
    ),
}


def explain(error: exceptions_contests_contest_errors.ContestError) -> str:
    """Return what to tell the person."""
    words = str(WORDS[type(error)])
    return words % error.details if error.details else words


def refuse(error: ContestError) -> Response:
    return Response(refusal_of(error), status=status.HTTP_409_CONFLICT)


def refusal_of(error: ContestError) -> dict[str, str]:
    return {"code": error.code, "reason": explain(error)}
