"""Enqueue scoring when a run is published."""

from typing import Any

from agreement.runs.models import run_published
from feedback.scores.tasks import score


def ask_for_scores(*, run_id: int, **_kwargs: Any) -> None:
    score.delay(run_id)


run_published.connect(ask_for_scores)
