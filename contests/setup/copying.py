"""Copying a contest: what was prepared, never its people or their answers."""

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db import transaction
from django.db.models import Model

from accounts.audit import CREATED, Actor, record
from accounts.models import User
from contests.categories.models import Category, Supercategory
from contests.contest.models import Contest
from contests.contest.services import PERMISSIONS
from contests.guidelines.models import GuidelineRevision, GuidelineText
from contests.guidelines.selectors import draft_of, latest_revision
from contests.inputs.models import ContestInput, InputPlace
from contests.inputs.selectors import drawing_key, is_drawing
from contests.inputs.services import inputs_added
from contests.setup.services import SEEDS, create_contest
from contests.teams.services import add_team, complete_sequences
from contests.training.models import TrainingTask
from jobs.models import Job
from jobs.services import create_job

Row = TypeVar("Row", bound=Model)

COPY_KIND = "contests.copy_inputs"
# Dates are those of the old contest; the rest of its settings come along.
LEFT_BEHIND = frozenset({"name", "starts_at", "ends_at"})
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
    families = {}
    for family in source.supercategories.all():
        families[family.pk] = Supercategory.objects.create(
            contest=target, name=family.name, colour=family.colour, order=family.order
        )
    # What was archived there is not offered here.
    offered = source.categories.filter(archived_at=None)
    Category.objects.bulk_create(
        _anew(
            category, contest_id=target.pk, supercategory_id=families[category.supercategory_id].pk
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
