"""Objecting to a reference, talking about it, and deciding.

A decision changes no score: the correction does, at the next run, which the view asks for.
"""

from collections.abc import Iterable

from django.db import transaction
from django.utils import timezone

from accounts.audit import CHANGED, CREATED, Action, Actor, record
from accounts.models import User
from agreement.disputes.errors import (
    AlreadyDisputed,
    CorrectionElsewhere,
    DisputeEnded,
    NothingToDispute,
    WordsMissing,
)
from agreement.disputes.models import LONGEST_MESSAGE, Dispute, DisputeMessage
from agreement.disputes.selectors import places_of
from agreement.references.models import Correction
from agreement.runs.models import AlignedPlace, Judgement
from contests.contest.domain import SCORE
from contests.contest.models import Contest
from contests.contest.services import lock_for
from contests.people.models import Membership
from text.spans import overlap


@transaction.atomic
def object_to(*, place: AlignedPlace, member: Membership, comment: str, actor: Actor) -> Dispute:
    """Open a dispute about a place where this annotator disagrees with the reference."""
    # What is archived stays as it is; and of two clicks the second finds the first one's dispute.
    lock_for(member.contest, SCORE)
    if not Judgement.objects.filter(
        place=place, place__result__is_current=True, annotator=member, is_penalised=True
    ).exists():
        raise NothingToDispute
    _check_undisputed(place, member)
    dispute = Dispute.objects.create(
        input_id=place.result.input_id,
        annotator=member,
        anchor_start=place.start,
        anchor_end=place.end,
    )
    _write(dispute, comment, author=member.user, is_from_manager=False)
    _record(actor, CREATED, dispute)
    return dispute


def _check_undisputed(place: AlignedPlace, member: Membership) -> None:
    own = Dispute.objects.filter(
        annotator=member, input=place.result.input_id, state=Dispute.State.OPEN
    )
    if any(there is not None and there.pk == place.pk for there in places_of(own).values()):
        raise AlreadyDisputed


@transaction.atomic
def reply(*, dispute: Dispute, author: User, text: str, as_manager: bool, actor: Actor) -> Dispute:
    """Add a message to the thread of an open dispute."""
    [fresh] = _lock([dispute])
    _write(fresh, text, author=author, is_from_manager=as_manager)
    if as_manager:
        fresh.has_news = True
        fresh.save(update_fields=["has_news"])
    _record(actor, CHANGED, fresh, change="reply")
    return fresh


@transaction.atomic
def withdraw(*, dispute: Dispute, actor: Actor) -> Dispute:
    """Let the annotator take an open dispute back; its thread stays."""
    [fresh] = _lock([dispute])
    _end(fresh, Dispute.State.WITHDRAWN)
    _record(actor, CHANGED, fresh, change="withdrawn")
    return fresh


@transaction.atomic
def accept(
    *,
    disputes: Iterable[Dispute],
    correction: Correction,
    manager: User,
    actor: Actor,
    answer: str = "",
) -> list[Dispute]:
    """Decide for the annotators, by a correction in force at the place that they object to."""
    locked = _lock(disputes)
    for dispute in locked:
        _check_correction(dispute, correction)
        if answer.strip():
            _write(dispute, answer, author=manager, is_from_manager=True)
        _end(dispute, Dispute.State.ACCEPTED, decided_by=manager, correction=correction)
        _record(actor, CHANGED, dispute, change="accepted", correction=correction.pk)
    return locked


def _check_correction(dispute: Dispute, correction: Correction) -> None:
    is_here = correction.input_id == dispute.input_id and overlap(correction.anchor, dispute.anchor)
    if not is_here or not correction.is_live or correction.is_revoked:
        raise CorrectionElsewhere


@transaction.atomic
def refuse(
    *, disputes: Iterable[Dispute], answer: str, manager: User, actor: Actor
) -> list[Dispute]:
    """Decide that the reference stands, and say why."""
    locked = _lock(disputes)
    for dispute in locked:
        _write(dispute, answer, author=manager, is_from_manager=True)
        _end(dispute, Dispute.State.REFUSED, decided_by=manager)
        _record(actor, CHANGED, dispute, change="refused")
    return locked


def mark_read(*, member: Membership) -> None:
    """Note that the annotator has looked at the threads of their disputes."""
    Dispute.objects.filter(annotator=member, has_news=True).update(has_news=False)


def _lock(disputes: Iterable[Dispute]) -> list[Dispute]:
    """Return open disputes of one contest for us alone, if the contest still permits changes."""
    ids = [dispute.pk for dispute in disputes]
    contests = Contest.objects.filter(memberships__disputes__in=ids).distinct()
    for contest in contests:
        lock_for(contest, SCORE)
    found = Dispute.objects.select_for_update(of=("self",)).filter(pk__in=ids)
    locked = list(found.select_related("annotator").order_by("pk"))
    if not all(dispute.is_open for dispute in locked):
        raise DisputeEnded
    return locked


def _write(dispute: Dispute, text: str, *, author: User, is_from_manager: bool) -> None:
    text = text.strip()[:LONGEST_MESSAGE]
    if not text:
        raise WordsMissing
    DisputeMessage.objects.create(
        dispute=dispute, author=author, is_from_manager=is_from_manager, text=text
    )


def _end(
    dispute: Dispute,
    state: Dispute.State,
    *,
    decided_by: User | None = None,
    correction: Correction | None = None,
) -> None:
    dispute.state, dispute.ended_at = state, timezone.now()
    dispute.decided_by, dispute.correction = decided_by, correction
    dispute.has_news = decided_by is not None
    dispute.save(update_fields=["state", "ended_at", "decided_by", "correction", "has_news"])


def _record(actor: Actor, action: Action, dispute: Dispute, **details: object) -> None:
    contest_id = dispute.annotator.contest_id
    record(
        actor,
        action,
        "dispute",
        dispute.pk,
        contest_id=contest_id,
        input=dispute.input_id,
        **details,
    )
