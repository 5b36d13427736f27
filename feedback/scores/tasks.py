"""Tasks that score runs."""

from celery import shared_task

from feedback.scores.selectors import outdated_runs, unconcluded_runs, unscored_runs
from feedback.scores.services import conclude, score_run


@shared_task(name="feedback.score")
def score(run_id: int) -> None:
    """Score one run."""
    score_run(run_id=run_id)


@shared_task(name="feedback.score_runs")
def score_runs() -> None:
    """Score the latest runs that have no scores, or scores by old weights, in case a message was lost.

    Also conclude closed contests in which no further run will follow.
    """
    for run_id in [*unscored_runs(), *outdated_runs()]:
        score_run(run_id=run_id)
    for run in unconcluded_runs():
        conclude(run=run)
