"""What can be refused in a contest; `wording` has the words for people. None quotes a text."""

from contests.contest.errors import ContestError


class NotAnAnnotator(ContestError):
    code = "not-an-annotator"


class InvitationInvalid(ContestError):
    code = "invitation-invalid"


class AliasTaken(ContestError):
    code = "alias-taken"


class AlreadyMember(ContestError):
    code = "already-member"


class LastManager(ContestError):
    code = "last-manager"


class AliasDue(ContestError):
    """The alias was refused, and no other has been chosen yet."""

    code = "alias-due"


class AliasRefused(ContestError):
    """A manager refused this alias in this contest."""

    code = "alias-refused"


class AliasEmpty(ContestError):
    code = "alias-empty"


class JoinLinkInvalid(ContestError):
    code = "link-invalid"


class JoinLinkUsedUp(ContestError):
    code = "link-used-up"


class JoinLinkBusy(ContestError):
    """Too many people ask by the link at once."""

    code = "link-busy"


class DomainNotAllowed(ContestError):
    """The link is for addresses of other domains."""

    code = "domain-not-allowed"


class RemovedBefore(ContestError):
    """A manager ended this person's part; the contest's link does not bring them back."""

    code = "removed-before"


class NotAnnotatorRole(ContestError):
    """Only annotators have a team or an alias."""

    code = "not-annotator-role"
