"""Creating a contest, changing its settings, and leading it from one state to the next."""

import secrets
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.audit import CHANGED, CREATED, Actor, record
from accounts.models import User
from contests.annotating.services.routing import recount_given
from contests.categories.domain.presets import Preset
from contests.categories.services.categories import apply_preset
from contests.contest import domain as lifecycle
from contests.contest.models import Contest
from contests.contest.services import change_settings
from contests.inputs.selectors import drawing_key
from contests.people.models import Membership
from contests.setup.errors import EndNotAhead, NoSuchMove, NotReady
from contests.setup.selectors import blocking
from contests.teams.services import complete_sequences
from contests.training.services import add_ready_made
from jobs.services import refuse_while_at_work


@transaction.atomic
def create_contest(*, name: str, manager: User, actor: Actor, **settings: object) -> Contest:
    """Create a contest with its first manager."""
    contest = Contest.objects.create(name=name, **settings)
    Membership.objects.create(contest=contest, user=manager, role=Membership.Role.MANAGER)
    record(actor, CREATED, "contest", contest.pk, contest_id=contest.pk)
    return contest


# Short enough to be written down and typed in again.
SEEDS = 1_000_000


@transaction.atomic
def create_draft(
    *, name: str, manager: User, preset: Preset, actor: Actor, **settings: object
) -> Contest:
    """Create a contest in preparation: categories of a preset, a training for them, a seed of its own."""
    seed = secrets.randbelow(SEEDS)
    contest = create_contest(name=name, manager=manager, actor=actor, seed=seed, **settings)
    apply_preset(contest=contest, preset=preset, actor=actor)
    if add_ready_made(contest=contest, actor=actor):
        contest.requires_training = True
        contest.save(update_fields=["requires_training"])
    return contest


@transaction.atomic
def store_step(*, contest: Contest, actor: Actor, **values: Any) -> list[str]:
    """Store the settings of a step that differ; return their names."""
    changed = change_settings(contest=contest, actor=actor, **values)
    if "routing" in changed:
        recount_given(contest=contest)
    return changed


@transaction.atomic
def change_state(
    *, contest: Contest, target: str, actor: Actor, new_end: datetime | None = None
) -> Contest:
    """Lead a contest to another state, if that follows and nothing is missing for it.

    A contest that has ended opens again with a new end only.
    """
    fresh = Contest.objects.select_for_update(no_key=True).get(pk=contest.pk)
    if lifecycle.find_move(fresh.state, target) is None:
        raise NoSuchMove
    before, fresh.state = fresh.state, target
    if target == lifecycle.CLOSED and before == lifecycle.OPEN:
        fresh.closed_at = timezone.now()
    elif target == lifecycle.OPEN and before == lifecycle.CLOSED:
        _extend(fresh, new_end)
    elif target in (lifecycle.TRAINING, lifecycle.OPEN):
        _make_ready(fresh, target)
    fresh.save(update_fields=["state", "closed_at", "ends_at"])
    _record(actor, fresh, before)
    return fresh


def _extend(contest: Contest, new_end: datetime | None) -> None:
    contest.ends_at, contest.closed_at = new_end or contest.ends_at, None
    if contest.ends_at is not None and contest.ends_at <= timezone.now():
        raise EndNotAhead


def _make_ready(contest: Contest, target: str) -> None:
    refuse_while_at_work(drawing_key(contest.pk))
    missing = blocking(contest, target)
    if missing:
        raise NotReady(codes=", ".join(each.code for each in missing))
    if target == lifecycle.OPEN:
        complete_sequences(contest=contest)


def _record(actor: Actor, contest: Contest, before: str, **details: object) -> None:
    states = {"state": contest.state, "before": before}
    record(actor, CHANGED, "contest", contest.pk, contest_id=contest.pk, **states, **details)


def close_ended(*, now: datetime | None = None) -> int:
    """Close the contests whose last day has passed; return how many."""
    now = now or timezone.now()
    due = Contest.objects.filter(state=Contest.State.OPEN, ends_at__lt=now)
    return sum(_close_ended(pk, now) for pk in due.values_list("pk", flat=True))


@transaction.atomic
def _close_ended(contest_id: int, now: datetime) -> bool:
    contest = Contest.objects.select_for_update(no_key=True).get(pk=contest_id)
    # A manager may have closed or prolonged it in between.
    if not contest.schedule.is_due_to_close(now):
        return False
    contest.state, contest.closed_at = Contest.State.CLOSED, contest.ends_at
    contest.save(update_fields=["state", "closed_at"])
    _record(Actor(), contest, Contest.State.OPEN, by="date")
    return True
