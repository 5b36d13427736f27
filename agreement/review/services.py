"""What a manager does in the review: decide, leave as it is, take back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from accounts.audit import CHANGED, Actor, record
from accounts.models import User
from agreement.disputes.models import Dispute
from agreement.disputes.selectors import refused_by
from agreement.disputes.services import accept, refuse
from agreement.references.models import Correction
from agreement.references.services import Place, correct_many
from agreement.review.models import LookedAt
from contests.contest.domain import SCORE
from contests.contest.errors import ContestArchived
from contests.contest.models import Contest
from contests.inputs.models import ContestInput


@dataclass(frozen=True)
class Saved:
    """What undoes a decision, and how many disputes it answered which way."""

    batch: UUID
    accepted: int
    refused: int


@transaction.atomic
def decide(
    *,
    contest: Contest,
    places: Sequence[Place],
    manager: User,
    actor: Actor,
    disputes: Iterable[Dispute] = (),
    answer: str = "",
) -> Saved:
    """Decide about places as one, and answer who disputes the first of them.

    A decision for the reference that stands refuses, and needs an answer; any other accepts.
    """
    disputes = list(disputes)
    refused = refused_by(disputes, places[0].correction)
    accepted = [dispute for dispute in disputes if dispute not in refused]
    batch = correct_many(contest=contest, places=places, actor=actor)
    if refused:
        refuse(disputes=refused, answer=answer, manager=manager, actor=actor)
    if accepted:
        first = places[0]
        correction = Correction.objects.get(
            batch=batch,
            input=first.input_id,
            anchor_start=first.correction.anchor[0],
            anchor_end=first.correction.anchor[1],
        )
        accept(
            disputes=accepted, correction=correction, manager=manager, actor=actor, answer=answer
        )
    return Saved(batch, len(accepted), len(refused))


@transaction.atomic
def leave(*, contest: Contest, item: ContestInput, manager: User, actor: Actor) -> LookedAt:
    """Note that a manager has looked at an input and leaves it as it is."""
    if not Contest.objects.get(pk=contest.pk).permits(SCORE):
        raise ContestArchived
    looked, _is_new = LookedAt.objects.update_or_create(
        input=item, defaults={"by": manager, "at": timezone.now()}
    )
    record(actor, CHANGED, "input", item.pk, contest_id=contest.pk, change="left as it is")
    return looked
