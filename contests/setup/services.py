"""Creating a contest, changing its settings, and leading it from one state to the next."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone

from accounts.audit import CHANGED, CREATED, DELETED, Actor, record
from accounts.models import User
from contests.annotating.services.routing import recount_given
from contests.categories.domain.presets import Preset
from contests.categories.models import Category, Supercategory
from contests.categories.services import apply_preset
from contests.contest import domain as lifecycle
from contests.contest.models import Contest
from contests.contest.services import PERMISSIONS, change_settings
from contests.guidelines.models import GuidelineRevision, GuidelineText
from contests.guidelines.selectors import draft_of, latest_revision, people_to_tell
from contests.inputs.models import ContestInput, InputPlace
from contests.inputs.selectors import drawing_key, is_drawing
from contests.inputs.services import inputs_added
from contests.people.models import Membership
from contests.people.selectors import goal_of_those_present
from contests.proposals.services import copy_settings
from contests.setup.errors import EndNotAhead, NoSuchMove, NotReady
from contests.setup.selectors import blocking
from contests.teams.services import add_team, complete_sequences
from contests.training.models import TrainingTask
from contests.training.services import add_ready_made
from jobs.models import Job
from jobs.services import cancel_job, create_job, refuse_while_at_work, start_job


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
    if contest.state == lifecycle.OPEN and values.get("collective_goal", 0) is None:
        values["collective_goal"] = goal_of_those_present(contest) or None
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
    if target == lifecycle.OPEN and fresh.collective_goal is None:
        # With nobody there yet it goes on to follow who joins.
        fresh.collective_goal = goal_of_those_present(fresh) or None
    fresh.save(update_fields=["state", "closed_at", "ends_at", "collective_goal"])
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


ANNOUNCE_KIND = "contests.announce_state"


def announce_due(*, now: datetime | None = None) -> list[Job]:
    """Make the jobs that write to people whose contest begins to train, opens or closes now.

    By the row and not by the click: a first or last day that comes by itself is told as well.
    """
    now = now or timezone.now()
    states = (lifecycle.TRAINING, lifecycle.OPEN, lifecycle.CLOSED)
    contests = Contest.objects.filter(state__in=states)
    jobs = (_announce(contest, contest.stage_at(now)) for contest in contests)
    return [job for job in jobs if job is not None]


@transaction.atomic
def _announce(contest: Contest, stage: str) -> Job | None:
    # The update decides: of two sweeps one writes.
    untold = Contest.objects.filter(pk=contest.pk, told_state=contest.told_state)
    is_news = stage not in ("", contest.told_state)
    if not is_news or not untold.update(told_state=stage):
        return None
    params = {"contest": contest.pk, "stage": stage}
    return create_job(ANNOUNCE_KIND, params) if people_to_write_to(contest.pk).exists() else None


def people_to_write_to(contest_id: int) -> QuerySet[Membership]:
    """Return everyone who takes part and reads letters: people of a demo are invented."""
    return people_to_tell(contest_id).filter(user__is_demo=False)


Row = TypeVar("Row", bound=Model)

COPY_KIND = "contests.copy_inputs"
# Dates and collective goal are those of the old contest; the rest of its settings come along.
LEFT_BEHIND = frozenset({"name", "starts_at", "ends_at", "collective_goal"})
COPIED = sorted(PERMISSIONS.keys() - LEFT_BEHIND)


@dataclass(frozen=True)
class CopiedContest:
    """The new contest, and the job that copies the inputs where they were asked for."""

    contest: Contest
    job: Job | None


@transaction.atomic
def copy_contest(
    *, source: Contest, name: str, with_inputs: bool, manager: User, actor: Actor
) -> CopiedContest:
    """Make a contest in preparation with another one's categories, guidelines, settings and teams."""
    settings = {field: getattr(source, field) for field in COPIED}
    seed = secrets.randbelow(SEEDS)
    target = create_contest(name=name, manager=manager, actor=actor, seed=seed, **settings)
    _copy_categories(source, target)
    _copy_guidelines(source, target, manager)
    _copy_training(source, target)
    copy_settings(source=source, target=target)
    for team in source.teams.select_related("group").order_by("pk"):
        add_team(
            contest=target,
            group=team.group.number,
            name=team.name,
            arm=team.arm,
            retention=team.retention,
            perturbation=team.perturbation,
            places=team.places,
            actor=actor,
        )
    record(actor, CREATED, "contest", target.pk, contest_id=target.pk, copy_of=source.pk)
    wants_inputs = with_inputs and source.inputs.exists() and not is_drawing(source)
    if not wants_inputs:
        return CopiedContest(target, None)
    params, key = {"source": source.pk, "contest": target.pk}, drawing_key(target.pk)
    return CopiedContest(target, create_job(COPY_KIND, params, key=key, created_by=manager))


def _anew(row: Row, **changes: object) -> Row:
    """Return a row that is yet to be stored, like another one but for some fields."""
    values = {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields}
    values.pop(row._meta.pk.attname)
    return type(row)(**values | changes)


def _copy_categories(source: Contest, target: Contest) -> None:
    supercategories = {}
    for supercategory in source.supercategories.all():
        supercategories[supercategory.pk] = Supercategory.objects.create(
            contest=target,
            name=supercategory.name,
            colour=supercategory.colour,
            order=supercategory.order,
        )
    # What was archived there is not offered here.
    offered = source.categories.filter(archived_at=None)
    Category.objects.bulk_create(
        _anew(
            category,
            contest_id=target.pk,
            supercategory_id=supercategories[category.supercategory_id].pk,
        )
        for category in offered
    )


def _copy_guidelines(source: Contest, target: Contest, author: User) -> None:
    """Begin the guidelines as a draft: whoever publishes them has looked at them."""
    revision = latest_revision(source) or draft_of(source)
    if revision is None:
        return
    draft = GuidelineRevision.objects.create(contest=target, created_by=author)
    GuidelineText.objects.bulk_create(
        GuidelineText(revision=draft, language=text.language, markdown=text.markdown)
        for text in revision.texts.all()
    )


def _copy_training(source: Contest, target: Contest) -> None:
    TrainingTask.objects.bulk_create(
        _anew(task, contest_id=target.pk) for task in source.training_tasks.in_use()
    )


@transaction.atomic
def copy_inputs(*, inputs: Sequence[ContestInput], target_id: int) -> None:
    """Copy these inputs with their places, not what was answered."""
    made = ContestInput.objects.bulk_create(
        _anew(row, contest_id=target_id, times_given=0, is_recognised=False) for row in inputs
    )
    inputs_added.send(ContestInput, contest_id=target_id, inputs=made)
    new_ids = {old.pk: new.pk for old, new in zip(inputs, made, strict=True)}
    places = InputPlace.objects.filter(input__in=new_ids)
    InputPlace.objects.bulk_create(
        InputPlace(input_id=new_ids[place.input_id], chunk_id=place.chunk_id) for place in places
    )


@transaction.atomic
def finish_copy(*, target_id: int) -> None:
    """Give every group its order of the copied inputs."""
    complete_sequences(contest=Contest.objects.get(pk=target_id))


ERASE = "contests.erase"


@transaction.atomic
def start_erasing(*, contest: Contest, reason: str, actor: Actor) -> Job:
    """Take a contest away from everyone at once, and let a job delete it with all that was made of it."""
    for job in Job.objects.live().filter(contest_id=contest.pk):
        cancel_job(job=job, actor=actor)
    contest = Contest.objects.select_for_update(no_key=True).get(pk=contest.pk)
    # Not among the contest's own jobs, which nobody sees from now on.
    job = start_job(ERASE, {"erased": contest.pk}, actor=actor)
    if contest.erasing_since is None:
        # Nothing periodic looks at an archived contest.
        contest.state, contest.erasing_since = lifecycle.ARCHIVED, timezone.now()
        contest.save(update_fields=["state", "erasing_since"])
        record(actor, DELETED, "contest", contest.pk, contest_id=contest.pk, reason=reason)
    return job
