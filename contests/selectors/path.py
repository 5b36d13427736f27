"""The way of an annotator through a contest: register, read, train, annotate."""

from dataclasses import dataclass
from datetime import datetime

from contests.domain.lifecycle import TRAIN
from contests.models import Membership
from contests.selectors.guidelines import latest_revision

REGISTER, ALIAS, GUIDELINES, TRAINING, ANNOTATE = (
    "register",
    "alias",
    "guidelines",
    "training",
    "annotate",
)


@dataclass(frozen=True)
class PathStep:
    """A step on the way; the next one is what to do now."""

    key: str
    is_done: bool
    is_next: bool = False


def path_of(member: Membership, *, now: datetime) -> list[PathStep]:
    """Return the steps of a person, with the one that comes next; none once the contest is over."""
    steps = [PathStep(key, is_done) for key, is_done in _steps(member)]
    waiting = next((step.key for step in steps if not step.is_done), "")
    is_now = _is_possible(member, waiting, now)
    return [PathStep(step.key, step.is_done, is_now and step.key == waiting) for step in steps]


def _steps(member: Membership) -> list[tuple[str, bool]]:
    contest = member.contest
    steps = [(REGISTER, True)]
    if member.needs_alias:
        steps.append((ALIAS, False))
    if latest_revision(contest) is not None:
        steps.append((GUIDELINES, member.guideline_read_id is not None))
    if contest.requires_training:
        steps.append((TRAINING, member.trained_at is not None))
    return [*steps, (ANNOTATE, member.accepted_tasks >= contest.goal_per_annotator)]


def _is_possible(member: Membership, key: str, now: datetime) -> bool:
    contest = member.contest
    if key == ANNOTATE:
        return contest.takes_answers_at(now) and member.team_id is not None
    return not contest.is_over and contest.permits(TRAIN)
