"""What this feature refuses."""

from text.errors import Refusal
from text.errors import gettext_noop as _


class NotAnAnnotator(Refusal):
    code = "not-an-annotator"
    message = _("Only annotators with a team get tasks.")


class InvitationInvalid(Refusal):
    code = "invitation-invalid"
    message = _("This invitation has been used, withdrawn or has expired. Ask for a new one.")


class InvitationForOther(Refusal):
    code = "invitation-for-other"
    message = _("This invitation is for %(email)s. Sign in with that address, or ask for your own.")


class AddressNotConfirmed(Refusal):
    code = "address-not-confirmed"
    message = _(
        "Confirm your e-mail address first: this link is for addresses of %(domains)s only."
    )


class AliasTaken(Refusal):
    code = "alias-taken"
    message = _("Someone in this contest already has this alias.")


class AlreadyMember(Refusal):
    code = "already-member"
    message = _("This person already takes part in the contest.")


class LastManager(Refusal):
    code = "last-manager"
    message = _("A contest needs at least one manager.")


class AliasDue(Refusal):
    code = "alias-due"
    message = _("Choose another alias first: a manager has refused yours.")


class AliasRefused(Refusal):
    code = "alias-refused"
    message = _("A manager has refused this alias in this contest.")


class AliasEmpty(Refusal):
    code = "alias-empty"
    message = _("There is no alias.")


class JoinLinkInvalid(Refusal):
    code = "link-invalid"
    message = _(
        "This link has been withdrawn or has expired, or the contest takes nobody in any more. Ask for a new one."
    )


class JoinLinkUsedUp(Refusal):
    code = "link-used-up"
    message = _(
        "As many people have joined by this link as it was made for. Ask a manager of the contest."
    )


class JoinLinkBusy(Refusal):
    code = "link-busy"
    message = _("Very many people are asking by this link. Try again in an hour.")


class DomainNotAllowed(Refusal):
    code = "domain-not-allowed"
    message = _("This link is for addresses of %(domains)s only.")


class RemovedBefore(Refusal):
    code = "removed-before"
    message = _(
        "A manager has ended your part in this contest. Ask them for an invitation to come back."
    )


class NotAnnotatorRole(Refusal):
    code = "not-annotator-role"
    message = _("Only annotators have a team and an alias.")
