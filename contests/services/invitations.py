"""Inviting people by link, and removing them."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import timezone

from accounts.audit import Actor, record
from accounts.models import AuditEvent, User
from contests.exceptions import AlreadyMember, InvitationInvalid, LastManager
from contests.models import Contest, Invitation, Membership
from contests.selectors.contests import smallest_team
from contests.services.setup import add_member


@dataclass(frozen=True)
class IssuedInvitation:
    """An invitation and its secret, which is known only now."""

    invitation: Invitation
    token: str


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def invite(
    *, contest: Contest, email: str, role: str, manager: User, actor: Actor
) -> IssuedInvitation:
    """Make a link by which one person may join; an earlier open one for the same address ends."""
    email = User.objects.normalize_email(email)
    if contest.memberships.filter(user__email=email, removed_at=None).exists():
        raise AlreadyMember
    contest.invitations.filter(email=email, accepted_at=None, revoked_at=None).update(
        revoked_at=timezone.now()
    )
    token = secrets.token_urlsafe(32)
    invitation = Invitation.objects.create(
        contest=contest,
        email=email,
        role=role,
        token_digest=_digest(token),
        created_by=manager,
        expires_at=timezone.now() + timedelta(days=settings.INVITATION_DAYS),
    )
    record(actor, AuditEvent.Action.CREATED, "invitation", invitation.pk, contest_id=contest.pk)
    return IssuedInvitation(invitation, token)


def mail_invitation(*, invitation: Invitation, link: str) -> None:
    """Send the link to the invited person."""
    context = {"contest": invitation.contest, "invitation": invitation, "link": link}
    # In one line, whatever the contest is called.
    subject = " ".join(render_to_string("emails/invitation/subject.txt", context).split())
    message = EmailMultiAlternatives(
        subject, render_to_string("emails/invitation/body.txt", context), to=[invitation.email]
    )
    html = render_to_string("emails/invitation/body.html", context)
    message.attach_alternative(html, "text/html")
    message.send()


def _open_invitations(token: str, *, now: datetime) -> QuerySet[Invitation]:
    return Invitation.objects.filter(
        token_digest=_digest(token), accepted_at=None, revoked_at=None, expires_at__gt=now
    )


def find_invitation(token: str) -> Invitation:
    """Return the open invitation of this link, or refuse."""
    found = _open_invitations(token, now=timezone.now()).select_related("contest").first()
    if found is None:
        raise InvitationInvalid
    return found


@transaction.atomic
def accept_invitation(*, token: str, user: User, alias: str, actor: Actor) -> Membership:
    """Let this person join by the link, which is then used up."""
    now = timezone.now()
    # The update decides between two clicks on the same link, or a click and a withdrawal: only one
    # of them changes a row.
    if not _open_invitations(token, now=now).update(accepted_at=now, accepted_by=user):
        raise InvitationInvalid
    invitation = Invitation.objects.select_related("contest").get(token_digest=_digest(token))
    is_annotator = invitation.role == Membership.Role.ANNOTATOR
    member = add_member(
        contest=invitation.contest,
        user=user,
        role=invitation.role,
        alias=alias,
        team=smallest_team(invitation.contest) if is_annotator else None,
    )
    record(
        actor,
        AuditEvent.Action.CREATED,
        "membership",
        member.pk,
        contest_id=member.contest_id,
        invitation=invitation.pk,
    )
    return member


@transaction.atomic
def revoke_invitation(*, invitation: Invitation, actor: Actor) -> None:
    """Make an open link worthless."""
    changed = Invitation.objects.filter(pk=invitation.pk, accepted_at=None, revoked_at=None).update(
        revoked_at=timezone.now()
    )
    if changed:
        record(
            actor,
            AuditEvent.Action.DELETED,
            "invitation",
            invitation.pk,
            contest_id=invitation.contest_id,
        )


@transaction.atomic
def remove_member(*, member: Membership, actor: Actor) -> None:
    """End a person's part in the contest; what they did stays."""
    managers = member.contest.memberships.present().filter(role=Membership.Role.MANAGER)
    if member.is_manager and list(managers.select_for_update()) == [member]:
        raise LastManager
    member.removed_at = timezone.now()
    member.save(update_fields=["removed_at"])
    record(actor, AuditEvent.Action.DELETED, "membership", member.pk, contest_id=member.contest_id)
