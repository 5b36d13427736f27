"""Invitations as letters and links: how they are written, sent, and sent again."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from accounts.audit import CHANGED, Actor, record
from accounts.models import User
from contests.contest.domain import JOIN, MANAGE_PEOPLE
from contests.contest.errors import NotPermitted
from contests.contest.models import Contest
from contests.people.errors import InvitationInvalid
from contests.people.models import Invitation, Membership
from jobs.models import Job
from jobs.services import create_job
from web.mail import public_link, write_letter

_LETTERS = Signer(salt="contests.invitation-letter", sep=".")

INVITE_KIND = "contests.send_invitations"
# For one person who asked by the contest's link.
ASKED_KIND = "contests.send_asked_invitation"


@dataclass(frozen=True)
class IssuedInvitation:
    """An invitation, its secret, which is known only now, and the job that sends the letter."""

    invitation: Invitation
    token: str
    job: Job

    @property
    def link(self) -> str:
        return page_link(self.token)


def page_link(token: str) -> str:
    """Return the address that the manager sees."""
    return public_link(reverse("contests:join", args=[token]))


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def letters_job(kind: str, invitations: Sequence[Invitation]) -> Job:
    """Make the job that sends these letters."""
    first = invitations[0]
    params = {"invitations": [each.pk for each in invitations]}
    return create_job(kind, params, created_by=first.created_by, contest_id=first.contest_id)


def check_invitable(contest: Contest, role: str) -> None:
    """Refuse to take people into a contest whose state does not permit it."""
    if not contest.permits(JOIN if role == Membership.Role.ANNOTATOR else MANAGE_PEOPLE):
        raise NotPermitted


def letter_link(invitation: Invitation) -> str:
    """Return the address in the letter, which only its reader and nobody else has seen."""
    token = _LETTERS.sign(invitation.token_digest)
    return public_link(reverse("contests:join", args=[token]))


def write_invitation(invitation: Invitation) -> EmailMessage:
    """Return the letter, in the language of the person, or of the one who invites."""
    known = User.objects.filter(email=invitation.email).first()
    context = {
        "contest": invitation.contest,
        "invitation": invitation,
        "link": letter_link(invitation),
    }
    language = (known or invitation.created_by).language
    return write_letter("invitation", context, language=language).to(invitation.email)


def is_from_letter(token: str) -> bool:
    """Return whether this link stood in the letter, and not on the page of its manager."""
    try:
        _LETTERS.unsign(token)
    except BadSignature:
        return False
    return True


def digest_behind(token: str) -> str:
    """Return the digest of the invitation that this link is for, from the letter or from the page."""
    return str(_LETTERS.unsign(token)) if is_from_letter(token) else digest_of(token)


def _open_again(invitation: Invitation) -> QuerySet[Invitation]:
    """Return the row of an invitation that has neither been used nor withdrawn; it may have expired."""
    check_invitable(invitation.contest, invitation.role)
    found = Invitation.objects.filter(pk=invitation.pk, accepted_at=None, revoked_at=None)
    end = timezone.now() + timedelta(days=settings.INVITATION_DAYS)
    if not found.update(expires_at=end, letter=Invitation.Letter.WAITING):
        raise InvitationInvalid
    return found


@transaction.atomic
def send_again(*, invitation: Invitation, actor: Actor) -> Job:
    """Make the job that sends the same letter once more; its link is good for as long as a new one."""
    _open_again(invitation)
    record(actor, CHANGED, "invitation", invitation.pk, contest_id=invitation.contest_id)
    return letters_job(INVITE_KIND, [invitation])


@transaction.atomic
def renew_link(*, invitation: Invitation, actor: Actor) -> str:
    """Return a new link to pass on; those from before end."""
    token = secrets.token_urlsafe(32)
    _open_again(invitation).update(token_digest=digest_of(token))
    record(actor, CHANGED, "invitation", invitation.pk, contest_id=invitation.contest_id)
    return page_link(token)
