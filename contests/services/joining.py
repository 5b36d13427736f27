"""Joining a contest, and the contest's own link by which many may."""

import secrets
from collections.abc import Sequence
from datetime import datetime

from django.core.signing import BadSignature, Signer
from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts.audit import Actor, record
from accounts.models import AuditEvent, User
from contests.domain.lifecycle import JOIN
from contests.exceptions import (
    DomainNotAllowed,
    JoinLinkInvalid,
    JoinLinkUsedUp,
    NotPermitted,
    RemovedBefore,
)
from contests.models import Contest, JoinLink, Membership, Team
from contests.services.lifecycle import lock_for
from contests.services.setup import add_member
from contests.services.teams import place_for

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
    record(actor, AuditEvent.Action.CREATED, "link", link.pk, contest_id=contest.pk)
    return link


@transaction.atomic
def revoke_link(*, link: JoinLink, actor: Actor) -> None:
    """Make the contest's link worthless."""
    changed = JoinLink.objects.filter(pk=link.pk, revoked_at=None).update(revoked_at=timezone.now())
    if changed:
        record(actor, AuditEvent.Action.DELETED, "link", link.pk, contest_id=link.contest_id)


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
