"""Reading whether inputs are being drawn, and what the set-up lacks of them."""

from collections.abc import Iterator

from django.utils.translation import gettext_noop

from contests.contest.domain import INPUTS, OPENING, MissingStep
from contests.contest.models import Contest
from jobs.models import Job
from jobs.selectors import is_at_work, latest_job


def drawing_key(contest_id: int) -> str:
    """Return the key of the jobs that change a contest's inputs: one at a time."""
    return f"contests.inputs:{contest_id}"


def is_drawing(contest: Contest) -> bool:
    """Return whether a job is changing the inputs, or waits to."""
    return is_at_work(drawing_key(contest.pk))


def latest_drawing(contest: Contest) -> Job | None:
    """Return the job that last changed, or is changing, the inputs."""
    return latest_job(contest.pk, drawing_key(contest.pk))


def missing_steps(contest: Contest) -> Iterator[MissingStep]:
    """Yield what the set-up lacks: inputs, and enough of them for the goal."""
    inputs = contest.inputs.count()
    if is_drawing(contest):
        message = gettext_noop("The inputs are being drawn or removed.")
        yield MissingStep(INPUTS, "inputs-busy", message, OPENING)
    elif not inputs:
        message = gettext_noop("There are no inputs: draw lines from a corpus.")
        yield MissingStep(INPUTS, "no-inputs", message, OPENING)
    elif inputs < contest.goal_per_annotator:
        message = gettext_noop(
            "There are %(inputs)s inputs, and the goal is %(goal)s tasks each: nobody can reach it."
        )
        details: dict[str, object] = {"inputs": inputs, "goal": contest.goal_per_annotator}
        yield MissingStep(INPUTS, "fewer-inputs-than-goal", message, details=details)
