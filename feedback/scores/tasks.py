"""Scores follow every published run."""

from celery import shared_task

from feedback.scores.selectors import outdated_runs, unconcluded_runs, unscored_runs
from feedback.scores.services import conclude, score_run


@shared_task(name="feedback.score")
def score(run_id: int) -> None:
    """Score one run."""
    score_run(run_id=run_id)


@shared_task(name="feedback.score_runs")
def score_runs() -> None:
    """Score what readers see and nobody has scored, or by other weights: a message may have got lost.

    Where a contest is over and everything was processed before, no run comes that could be the final one.
    """
    for run_id in [*unscored_runs(), *outdated_runs()]:
        score_run(run_id=run_id)
    for run in unconcluded_runs():
        conclude(run=run)
