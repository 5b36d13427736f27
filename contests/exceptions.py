"""What can be refused in a contest; `wording` has the words for people. None quotes a text."""


class ContestError(Exception):
    """Base of this stage's errors, with a code for programs."""

    code = "refused"


class ContestNotOpen(ContestError):
    code = "contest-not-open"


class NotAnAnnotator(ContestError):
    code = "not-an-annotator"


class TaskNotFound(ContestError):
    code = "task-not-found"


class AnswerIdTaken(ContestError):
    code = "answer-id-taken"


class UnitOutsideText(ContestError):
    code = "unit-outside-text"


class UnitsOverlap(ContestError):
    code = "units-overlap"


class UnknownLabel(ContestError):
    code = "unknown-label"


class UnitsWithoutAcceptance(ContestError):
    code = "units-without-acceptance"


class InvitationInvalid(ContestError):
    code = "invitation-invalid"


class AliasTaken(ContestError):
    code = "alias-taken"


class AlreadyMember(ContestError):
    code = "already-member"


class LastManager(ContestError):
    code = "last-manager"
