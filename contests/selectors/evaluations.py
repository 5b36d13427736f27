"""Reading how well the rules do on a contest's gold."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Q, QuerySet

from contests.domain.evaluations import Matrix, Tally, matrix
from contests.models import Contest, ContestInput, DetectorEvaluation, ErrorPlace
from detection.evaluation import NOTHING, Average, Score, Scores


def evaluating_key(contest_id: int) -> str:
    """Return the key of the jobs that evaluate in a contest: one at a time."""
    return f"contests.evaluate:{contest_id}"


def inputs_with_gold(contest: Contest) -> QuerySet[ContestInput]:
    """Return the inputs of which it is known what is right."""
    return contest.inputs.filter(gold__isnull=False).order_by("pk")


def latest_evaluation(contest: Contest) -> DetectorEvaluation | None:
    """Return the last evaluation that came to its end."""
    return contest.evaluations.filter(finished_at__isnull=False).order_by("-pk").first()


@dataclass(frozen=True)
class ScoreRow:
    """A line of the table: a label, or one of the averages, by exact spans and by tokens."""

    name: str
    exact: Score | Average
    tokens: Score | Average


@dataclass(frozen=True)
class Report:
    """An evaluation as a page shows it."""

    labels: Sequence[ScoreRow]
    averages: Sequence[ScoreRow]
    matrix: Matrix
    unsought: Sequence[tuple[str, int]]


AVERAGES = ("micro", "macro", "weighted")


def report(tally: Tally) -> Report:
    """Return the table, the matrix and what was not looked for."""
    exact, tokens = tally.exact_scores, tally.token_scores
    return Report(
        labels=[
            ScoreRow(label, exact.labels.get(label, Score()), tokens.labels.get(label, Score()))
            for label in sorted(exact.labels.keys() | tokens.labels.keys())
        ],
        averages=[
            ScoreRow(name, _average(exact, name), _average(tokens, name)) for name in AVERAGES
        ],
        matrix=matrix(tally.confusion),
        unsought=sorted(tally.unsought.items()),
    )


def _average(scores: Scores, name: str) -> Average:
    average: Average = getattr(scores, name)
    return average


Row = TypeVar("Row", bound=ErrorPlace)


def narrowed(
    errors: QuerySet[Row], *, label: str = "", kind: str = "", gold: str = "", found: str = ""
) -> QuerySet[Row]:
    """Return the errors about a label, of one kind, or of one field of the matrix."""
    if label:
        errors = errors.filter(Q(gold_label=label) | Q(found_label=label))
    if kind:
        errors = errors.filter(kind=kind)
    if gold:
        errors = errors.filter(gold_label="" if gold == NOTHING else gold)
    if found:
        errors = errors.filter(found_label="" if found == NOTHING else found)
    return errors
