"""Inviting people by link, and removing them."""

import hashlib
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import get_language

from accounts.audit import Actor, record
from accounts.letters import write_letter
from accounts.models import AuditEvent, User
from contests.domain.lifecycle import JOIN, MANAGE_PEOPLE
from contests.exceptions import (
    AlreadyMember,
    InvitationInvalid,
    JoinLinkBusy,
    LastManager,
    NotPermitted,
)
from contests.models import Contest, Invitation, JoinLink, Membership, Team
from contests.services.joining import check_domain, count_in, join
from contests.services.lifecycle import lock_for

# How often a contest's link writes to one address, and to all of them.
ONE_LETTER_PER = timedelta(minutes=5)
LETTERS_PER_HOUR = 200


@dataclass(frozen=True)
class IssuedInvitation:
    """An invitation and its secret, which is known only now."""

    invitation: Invitation
    token: str


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@transaction.atomic
def invite(
    *,
    contest: Contest,
    email: str,
    role: str,
    manager: User,
    actor: Actor,
    team: Team | None = None,
    link: JoinLink | None = None,
) -> IssuedInvitation:
    """Make a link by which one person may join; an earlier open one for the same address ends."""
    email = User.objects.normalize_email(email)
    check_invitable(contest, role)
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
        team=team,
        link=link,
        token_digest=_digest(token),
        created_by=manager,
        expires_at=timezone.now() + timedelta(days=settings.INVITATION_DAYS),
    )
    record(actor, AuditEvent.Action.CREATED, "invitation", invitation.pk, contest_id=contest.pk)
    return IssuedInvitation(invitation, token)


def check_invitable(contest: Contest, role: str) -> None:
    """Refuse to take people into a contest whose state does not permit it."""
    if not contest.permits(JOIN if role == Membership.Role.ANNOTATOR else MANAGE_PEOPLE):
        raise NotPermitted


@transaction.atomic
def renew_token(*, invitation: Invitation) -> IssuedInvitation | None:
    """Give an open invitation a new secret, to be sent; nothing if it has ended in between."""
    token = secrets.token_urlsafe(32)
    waiting = Invitation.objects.filter(pk=invitation.pk, accepted_at=None, revoked_at=None)
    is_open = waiting.update(token_digest=_digest(token))
    return IssuedInvitation(invitation, token) if is_open else None


@transaction.atomic
def ask_by_link(*, link: JoinLink, email: str, actor: Actor) -> IssuedInvitation | None:
    """Make the personal invitation that someone asked for by the contest's link.

    Nothing if one was made for this address a moment ago: nobody is flooded with letters.
    """
    email = User.objects.normalize_email(email)
    check_domain(link, email)
    since = timezone.now()
    asked = Invitation.objects.filter(link=link)
    if asked.filter(email=email, created_at__gt=since - ONE_LETTER_PER).exists():
        return None
    if asked.filter(created_at__gt=since - timedelta(hours=1)).count() >= LETTERS_PER_HOUR:
        raise JoinLinkBusy
    return invite(
        contest=link.contest,
        email=email,
        role=Membership.Role.ANNOTATOR,
        link=link,
        manager=link.created_by,
        actor=actor,
    )


def mail_invitation(*, invitation: Invitation, link: str) -> None:
    """Send the link to the invited person."""
    context = {"contest": invitation.contest, "invitation": invitation, "link": link}
    letter = write_letter("invitation", context, language=get_language() or settings.LANGUAGE_CODE)
    letter.to(invitation.email).send()


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
    invitation = Invitation.objects.select_related("contest", "team", "link").get(
        token_digest=_digest(token)
    )
    if invitation.link is not None:
        count_in(link=invitation.link)
    return join(
        contest=invitation.contest,
        user=user,
        role=invitation.role,
        alias=alias,
        wanted=invitation.team,
        by_link=invitation.link is not None,
        actor=actor,
        invitation=invitation.pk,
    )


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
    lock_for(member.contest, MANAGE_PEOPLE)
    managers = member.contest.memberships.present().filter(role=Membership.Role.MANAGER)
    if member.is_manager and list(managers.select_for_update()) == [member]:
        raise LastManager
    member.removed_at = timezone.now()
    member.save(update_fields=["removed_at"])
    record(actor, AuditEvent.Action.DELETED, "membership", member.pk, contest_id=member.contest_id)
