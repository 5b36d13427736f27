"""Inviting people by link, and removing them."""

import secrets
from collections.abc import Sequence
from datetime import datetime, timedelta

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts.audit import CREATED, DELETED, Actor, record
from accounts.models import User
from accounts.services import confirm_address
from contests.contest.domain import JOIN, MANAGE_PEOPLE
from contests.contest.errors import NotPermitted
from contests.contest.models import Contest
from contests.contest.services import lock_for
from contests.people.errors import (
    AddressNotConfirmed,
    AlreadyMember,
    DomainNotAllowed,
    InvitationForOther,
    InvitationInvalid,
    JoinLinkBusy,
    JoinLinkInvalid,
    JoinLinkUsedUp,
    LastManager,
    RemovedBefore,
)
from contests.people.models import Invitation, JoinLink, Membership
from contests.people.selectors import RosterRow
from contests.people.services.letters import (
    ASKED_KIND,
    INVITE_KIND,
    IssuedInvitation,
    check_invitable,
    digest_behind,
    digest_of,
    is_from_letter,
    letters_job,
)
from contests.people.services.members import add_member
from contests.teams.models import Team
from contests.teams.services import place_for
from jobs.models import Job

_SIGNER = Signer(salt="contests.joining", sep=".")


@transaction.atomic
def join(
    *,
    contest: Contest,
    user: User,
    role: str,
    alias: str,
    actor: Actor,
    wanted: Team | None = None,
    by_link: bool = False,
    **trace: object,
) -> Membership:
    """Let a person take part; an annotator gets a team with a free place, where teams are given."""
    # The row is the lock: two people never get the last place of a team.
    fresh = Contest.objects.select_for_update(no_key=True).get(pk=contest.pk)
    is_annotator = role == Membership.Role.ANNOTATOR
    if is_annotator and not fresh.permits(JOIN):
        raise NotPermitted
    before = Membership.objects.filter(contest=fresh, user=user).select_related("team").first()
    if by_link and before is not None and before.removed_at is not None:
        # A link that everyone has must not undo what a manager decided about one person.
        raise RemovedBefore
    team = wanted or (before.team if before is not None else None)
    return add_member(
        contest=fresh,
        user=user,
        role=role,
        alias=alias,
        team=place_for(fresh, wanted=team) if is_annotator else None,
        actor=actor,
        **trace,
    )


@transaction.atomic
def create_link(
    *,
    contest: Contest,
    expires_at: datetime,
    most_people: int | None,
    domains: Sequence[str],
    manager: User,
    actor: Actor,
) -> JoinLink:
    """Make the contest's link; one that worked until now ends."""
    lock_for(contest, JOIN)
    contest.join_links.filter(revoked_at=None).update(revoked_at=timezone.now())
    link = JoinLink.objects.create(
        contest=contest,
        nonce=secrets.token_urlsafe(12),
        expires_at=expires_at,
        most_people=most_people,
        domains=list(domains),
        created_by=manager,
    )
    record(actor, CREATED, "link", link.pk, contest_id=contest.pk)
    return link


@transaction.atomic
def revoke_link(*, link: JoinLink, actor: Actor) -> None:
    """Make the contest's link worthless."""
    changed = JoinLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now())
    if changed:
        record(actor, DELETED, "link", link.pk, contest_id=link.contest_id)


def token_of(link: JoinLink) -> str:
    """Return what stands in the link's address."""
    return _SIGNER.sign(link.nonce)


def find_link(token: str) -> JoinLink:
    """Return the link of this address that still lets people in, or refuse."""
    try:
        nonce = _SIGNER.unsign(token)
    except BadSignature as error:
        raise JoinLinkInvalid from error
    link = JoinLink.objects.working().select_related("contest").filter(nonce=nonce).first()
    if link is None or not link.contest.permits(JOIN):
        raise JoinLinkInvalid
    if link.is_used_up:
        raise JoinLinkUsedUp
    return link


def check_domain(link: JoinLink, email: str) -> None:
    """Refuse an address of a domain that the link is not for."""
    domain = email.rpartition("@")[2].casefold()
    allowed = any(domain == each or domain.endswith(f".{each}") for each in link.domains)
    if link.domains and not allowed:
        raise DomainNotAllowed(domains=", ".join(link.domains))


def count_in(*, link: JoinLink) -> None:
    """Take one of the link's places, in the transaction in which someone joins."""
    # The update decides: two people never take the last place.
    free = Q(most_people=None) | Q(joined__lt=F("most_people"))
    working = JoinLink.objects.working().filter(free, pk=link.pk)
    if not working.update(joined=F("joined") + 1):
        raise JoinLinkUsedUp


@transaction.atomic
def join_by_link(*, link: JoinLink, user: User, alias: str, actor: Actor) -> Membership:
    """Let a person with an account join as an annotator by the contest's link."""
    check_domain(link, user.email)
    if link.domains and user.email_confirmed_at is None:
        raise AddressNotConfirmed(domains=", ".join(link.domains))
    count_in(link=link)
    return join(
        contest=link.contest,
        user=user,
        role=Membership.Role.ANNOTATOR,
        alias=alias,
        by_link=True,
        actor=actor,
        link=link.pk,
    )


# How often a contest's link writes to one address, and to all of them.
ONE_LETTER_PER = timedelta(minutes=5)
LETTERS_PER_HOUR = 200


@transaction.atomic
def invite(
    *,
    contest: Contest,
    email: str,
    role: str,
    manager: User,
    actor: Actor,
    team: Team | None = None,
) -> IssuedInvitation:
    """Make a link by which one person may join, and the job that writes to them."""
    email = User.objects.normalize_email(email)
    if contest.memberships.filter(user__email=email, removed_at=None).exists():
        raise AlreadyMember
    token = secrets.token_urlsafe(32)
    invitation = _make_invitation(contest, email, role, token, manager, actor, team=team)
    job = letters_job(INVITE_KIND, [invitation])
    return IssuedInvitation(invitation, token, job)


def _make_invitation(
    contest: Contest,
    email: str,
    role: str,
    token: str,
    manager: User,
    actor: Actor,
    *,
    team: Team | None = None,
    link: JoinLink | None = None,
) -> Invitation:
    """Store an invitation; an earlier open one for the same address ends."""
    check_invitable(contest, role)
    contest.invitations.filter(email=email, accepted_at=None, revoked_at=None).update(
        revoked_at=timezone.now()
    )
    invitation = Invitation.objects.create(
        contest=contest,
        email=email,
        role=role,
        team=team,
        link=link,
        token_digest=digest_of(token),
        created_by=manager,
        expires_at=timezone.now() + timedelta(days=settings.INVITATION_DAYS),
    )
    record(actor, CREATED, "invitation", invitation.pk, contest_id=contest.pk)
    return invitation


@transaction.atomic
def ask_by_link(*, link: JoinLink, email: str, actor: Actor) -> Job | None:
    """Make the personal invitation that someone asked for by the contest's link, and the job that sends it.

    Nothing if one was made for this address a moment ago: nobody is flooded with letters. Who takes part
    already is dealt with as anyone else; the job withdraws their invitation.
    """
    email = User.objects.normalize_email(email)
    check_domain(link, email)
    since = timezone.now()
    asked = Invitation.objects.filter(link=link)
    if asked.filter(email=email, created_at__gt=since - ONE_LETTER_PER).exists():
        return None
    if asked.filter(created_at__gt=since - timedelta(hours=1)).count() >= LETTERS_PER_HOUR:
        raise JoinLinkBusy
    annotator, token = Membership.Role.ANNOTATOR, secrets.token_urlsafe(32)
    invitation = _make_invitation(
        link.contest, email, annotator, token, link.created_by, actor, link=link
    )
    return letters_job(ASKED_KIND, [invitation])


def _open_invitations(token: str, *, now: datetime) -> QuerySet[Invitation]:
    return Invitation.objects.filter(
        token_digest=digest_behind(token), accepted_at=None, revoked_at=None, expires_at__gt=now
    )


def find_invitation(token: str) -> Invitation:
    """Return the open invitation of this link, or refuse."""
    found = _open_invitations(token, now=timezone.now()).select_related("contest").first()
    if found is None:
        raise InvitationInvalid
    return found


@transaction.atomic
def accept_invitation(*, token: str, user: User, alias: str, actor: Actor) -> Membership:
    """Let the invited person join by the link, which is then used up; the one in the letter proves their address."""
    now = timezone.now()
    found = _open_invitations(token, now=now).select_related("contest", "team", "link")
    invitation = found.first()
    if invitation is not None and user.email != invitation.email:
        raise InvitationForOther(email=invitation.email)
    # The update decides between two clicks on the same link, or a click and a withdrawal: only one
    # of them changes a row.
    if invitation is None or not found.update(accepted_at=now, accepted_by=user):
        raise InvitationInvalid
    if is_from_letter(token):
        confirm_address(user=user, actor=actor)
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
        record(actor, DELETED, "invitation", invitation.pk, contest_id=invitation.contest_id)


@transaction.atomic
def remove_member(*, member: Membership, actor: Actor) -> None:
    """End a person's part in the contest; what they did stays."""
    lock_for(member.contest, MANAGE_PEOPLE)
    managers = member.contest.memberships.present().filter(role=Membership.Role.MANAGER)
    if member.is_manager and list(managers.select_for_update()) == [member]:
        raise LastManager
    member.removed_at = timezone.now()
    member.save(update_fields=["removed_at"])
    record(actor, DELETED, "membership", member.pk, contest_id=member.contest_id)


@transaction.atomic
def invite_many(
    *, contest: Contest, rows: Sequence[RosterRow], manager: User, actor: Actor
) -> Job | None:
    """Make an invitation for each row without a problem, and the job that sends them."""
    made = [
        _make_invitation(
            contest, row.email, row.role, secrets.token_urlsafe(32), manager, actor, team=row.team
        )
        for row in rows
        if not row.problem
    ]
    return letters_job(INVITE_KIND, made) if made else None
