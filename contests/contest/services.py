"""Changing a contest's settings, each group of them where the contest's state permits it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from accounts.audit import CHANGED, Actor, record
from contests.contest.domain import ARCHIVED, ARRANGE, DESCRIBE, MANAGE_PEOPLE, SCORE, TEACH
from contests.contest.errors import ContestArchived, NotPermitted
from contests.contest.models import Contest
from jobs.erasing import erase_some


def lock_for(contest: Contest, action: str) -> Contest:
    """Return the contest for us alone until the end of the transaction, if its state permits this."""
    fresh = Contest.objects.select_for_update(no_key=True).get(pk=contest.pk)
    if not fresh.permits(action):
        raise ContestArchived if fresh.state == ARCHIVED else NotPermitted
    return fresh


# Which permission each setting needs; what is not here cannot be changed as a setting.
PERMISSIONS = {
    "name": DESCRIBE,
    "description": DESCRIBE,
    "prizes": DESCRIBE,
    "starts_at": DESCRIBE,
    "ends_at": DESCRIBE,
    "goal_per_annotator": DESCRIBE,
    "collective_goal": DESCRIBE,
    "assigns_teams": DESCRIBE,
    "language": ARRANGE,
    "routing": ARRANGE,
    "annotators_per_input": ARRANGE,
    "confusable_pairs": ARRANGE,
    "requires_training": TEACH,
    "training_pass_mark": TEACH,
    "voting": SCORE,
    "weighs_votes": SCORE,
    "run_every_minutes": SCORE,
    "alpha": SCORE,
    "beta": SCORE,
    "delta_empty": SCORE,
    "agreement_engine": SCORE,
    "single_quality_threshold": SCORE,
    "weights": SCORE,
    "feedback_every_days": MANAGE_PEOPLE,
    "clinical_text_in_mail": MANAGE_PEOPLE,
}


@transaction.atomic
def change_settings(*, contest: Contest, actor: Actor, **values: Any) -> list[str]:
    """Store settings that differ from what is stored; return their names."""
    fresh = Contest.objects.select_for_update(no_key=True).get(pk=contest.pk)
    changed = [name for name, value in values.items() if getattr(fresh, name) != value]
    if not all(fresh.permits(PERMISSIONS[name]) for name in changed):
        raise NotPermitted
    if "language" in changed and fresh.inputs.exists():
        # The inputs were cut into words by the rules of the old one.
        raise NotPermitted
    for name in changed:
        setattr(fresh, name, values[name])
    if changed:
        fresh.save(update_fields=changed)
        _note(actor, fresh, changed)
    contest.refresh_from_db()
    return changed


def _note(actor: Actor, contest: Contest, changed: list[str]) -> None:
    record(actor, CHANGED, "contest", contest.pk, contest_id=contest.pk, fields=changed)


@dataclass(frozen=True)
class ContestEraser:
    """What a later stage has of a contest and has to part with before the contest's rows are deleted.

    `erase` deletes some and returns how much, 0 if nothing is left; `consequences` tells it before.
    """

    erase: Callable[[Contest, Actor], int]
    consequences: Callable[[Contest], Sequence[str]]


_erasers: list[ContestEraser] = []


def register_contest_eraser(eraser: ContestEraser) -> None:
    """Let a stage part with what it has of a contest before it is erased."""
    if eraser not in _erasers:
        _erasers.insert(0, eraser)


def erase_some_of(contest: Contest, *, actor: Actor) -> int:
    """Delete some of a contest: what later stages have of it first; return how much, 0 at the end."""
    for eraser in _erasers:
        if gone := eraser.erase(contest, actor):
            return gone
    return erase_some(Contest.objects.filter(pk=contest.pk))


def consequences_of_erasing(contest: Contest) -> list[str]:
    """Return in sentences what later stages lose with a contest."""
    return [words for eraser in _erasers for words in eraser.consequences(contest)]
