"""Words for what was refused: said at the edge, in the reader's language."""

from django.utils.translation import gettext_lazy as _

from contests import chat_exceptions, exceptions
from contests.selectors.people import RosterRow
from contests.selectors.readiness import Finding
from detection.exceptions import FormatRefused

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
    exceptions.OwnKeysRefused: _("Some of these keys cannot be taken. Nothing was saved."),
    exceptions.RulesReadOnly: _("This contest is closed: what is proposed in it stays as it is."),
    exceptions.NoInputs: _("The contest has no inputs yet. Draw some first."),
    exceptions.DetectionBusy: _("The rules are already at work. Wait until that is done."),
    exceptions.NoGold: _("No input of this contest says what is right."),
    exceptions.EvaluationBusy: _("The rules are already being evaluated. Wait until that is done."),
    exceptions.FormatTaken: _("This contest already has this format."),
    exceptions.TooManyWords: _(
        "A list holds at most %(limit)s words. Nothing was added: remove some first."
    ),
    exceptions.TooManyFormats: _(
        "A contest has at most %(limit)s formats, since each is looked for in every line."
    ),
    exceptions.TrainingTextEmpty: _("There is no text."),
    exceptions.TrainingTextTooLong: _("The text has more than %(most)s characters."),
    exceptions.TrainingDue: _("Finish the training first; then the contest opens for you."),
    exceptions.TrainingClosed: _("There is no training in this contest at the moment."),
    exceptions.TrainingFull: _("A training has at most %(most)s tasks."),
    exceptions.TrainingNeedsTask: _(
        "This is the last task, and people have to train. Add another one first, or ask for no "
        "training."
    ),
    exceptions.GuidelinesUnread: _("Open the guidelines first: the training is about them."),
    exceptions.InputUnknown: _("This input is no longer there, or its text was changed."),
    exceptions.AliasDue: _("Choose another alias first: a manager has refused yours."),
    exceptions.AliasRefused: _("A manager has refused this alias in this contest."),
    exceptions.AliasEmpty: _("There is no alias."),
    exceptions.NotPermitted: _("In its present state the contest does not allow this."),
    exceptions.NoSuchMove: _(
        "The contest is in another state by now. Look at it again before you go on."
    ),
    exceptions.NotReady: _("Something is still missing. The list below says what."),
    exceptions.EndNotAhead: _("Choose an end in the future: the contest’s last day has passed."),
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
    exceptions.TeamsFull: _("There is no free place. Ask a manager of the contest."),
    exceptions.TeamTaken: _("There already is a team “%(name)s”."),
    exceptions.TeamInUse: _("This team has or had members. Give them another team first."),
    exceptions.TeamsInUse: _(
        "People already belong to the teams. Add and change teams one by one, or give nobody a team "
        "first."
    ),
    exceptions.ControlPerturbed: _("A control team sees no mistakes: its perturbation is 0."),
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

# Why a regular expression cannot be used.
FORMAT_WORDS = {
    "length": _("Write an expression of at most %(limit)s characters."),
    "syntax": _("This is not a regular expression: look for a bracket that is not closed."),
    "syntax_at": _("This is not a regular expression: it breaks off at character %(place)s."),
    "unsupported": _(
        "Use characters, sets, alternatives and numbers of times only: no references, no looking "
        "ahead or back, no ^ and $, no flags and no named groups."
    ),
    "empty": _("It would match where there is nothing at all: make a part of it necessary."),
    "unbounded": _(
        "It could match more than %(limit)s characters. Say how many there are at most: "
        "\\d{4,10} instead of \\d+."
    ),
    "ways": _(
        "There are too many ways to read a text by it, so that one line could take very long. Make "
        "the numbers of times smaller, or the parts that follow each other more different."
    ),
}

# Why a line of a list of words cannot be taken.
WORD_PROBLEMS = {
    "too_long": _("longer than 120 characters"),
    "no_letter": _("not a word: write at least two characters, one of them a letter"),
    "unreadable": _("has characters that cannot be read"),
    "everyday": _("an everyday word, which would be found in almost every line"),
    "too_many": _("a list holds at most 20,000 words: this line and all after it are too many"),
}


def explain_format(error: FormatRefused) -> str:
    """Return why an expression was refused, and what to write instead."""
    place = error.details.get("place")
    if error.code == "syntax" and isinstance(place, int):
        return str(FORMAT_WORDS["syntax_at"]) % {"place": place + 1}
    words = str(FORMAT_WORDS[error.code])
    return words % error.details if "%(" in words else words


# What the overview of the set-up says is missing, by the codes of `contests.selectors.readiness`.
FINDINGS = {
    "no-description": _("Tell annotators what the contest is about."),
    "no-categories": _("There are no categories to mark."),
    "no-guidelines": _("There are no guidelines yet."),
    "guidelines-unpublished": _("The guidelines are a draft: publish them."),
    "inputs-busy": _("The inputs are being drawn or removed."),
    "no-inputs": _("There are no inputs: draw lines from a corpus."),
    "fewer-inputs-than-goal": _(
        "There are %(inputs)s inputs, and the goal is %(goal)s tasks each: nobody can reach it."
    ),
    "no-teams": _("There is no team: annotators get tasks only in a team."),
    "no-control": _(
        "Group %(group)s: the teams see different pre-annotations, but none of them is the control."
    ),
    "no-experimental": _(
        "Group %(group)s: the teams see different pre-annotations, but all of them are controls."
    ),
    "control-sees": _(
        "Group %(group)s: “%(team)s” is the control of a retention experiment and must see nothing "
        "(retention 0)."
    ),
    "retention-differs": _(
        "Group %(group)s: in a perturbation experiment all teams have the same retention."
    ),
    "nothing-to-perturb": _("Group %(group)s: with a retention of 0 there is nothing to perturb."),
    "arms-alike": _(
        "Group %(group)s: control and experimental teams see the same, so there is nothing to "
        "compare."
    ),
    "not-in-sequence": _(
        "Group %(group)s: an experiment needs the same inputs in the same order for its teams."
    ),
    "several-pairs": _(
        "Group %(group)s: every experimental team is compared with every control team. One of each "
        "is easier to read, and each further comparison asks for more tasks."
    ),
    "nothing-proposed": _("Nothing is proposed yet: let the rules go through the inputs."),
    "nothing-to-compare": _(
        "Teams are to see different pre-annotations, but no input has any yet."
    ),
    "training-off": _("No training is asked for: the contest opens without it."),
    "no-training-tasks": _("A training is asked for, but has no tasks."),
    "training-label-gone": _("A training task uses “%(label)s”, which is no longer offered."),
    "labels-not-trained": _("Categories that no training task shows: %(count)s."),
    "end-passed": _("The last day has passed: choose another one."),
    "no-end": _("There is no last day: the contest runs until a manager closes it."),
    "weights-off": _("The weights of the rank sum up to %(sum)s %%, not to 100 %%."),
    "no-annotators": _("Nobody takes part yet: invite people, or hand out the contest’s link."),
    "without-team": _("Annotators without a team, who get no tasks: %(count)s."),
}

# Why a line of a list of people cannot be invited, by the codes of `contests.selectors.people`.
ROSTER_PROBLEMS = {
    "no-address": _("There is no e-mail address on this line."),
    "bad-address": _("“%(email)s” is not an e-mail address."),
    "twice": _("This address already stands on line %(first)s."),
    "member": _("This person already takes part."),
    "unknown-team": _("There is no team “%(team)s”."),
    "unreadable": _("“%(rest)s” is neither an address nor a role nor a team."),
    "manager-with-team": _("A manager has no team."),
}


def explain_finding(finding: Finding) -> str:
    """Return what is missing, in the reader's language."""
    words = str(FINDINGS[finding.code])
    return words % finding.details if finding.details else words


def explain_row(row: RosterRow) -> str:
    """Return what is wrong with a line of a list, or nothing."""
    if not row.problem:
        return ""
    values = {"email": row.line.email, "team": row.line.team, "rest": row.line.rest}
    return str(ROSTER_PROBLEMS[row.problem]) % (values | {"first": row.first_line})


def explain(error: exceptions.ContestError) -> str:
    """Return what to tell the person."""
    words = str(WORDS[type(error)])
    return words % error.details if error.details else words
