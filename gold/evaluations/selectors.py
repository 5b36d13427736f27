"""Reading how well the detector does on a release, and how it came to that."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from django.db.models import Count, Min, Q, QuerySet

from accounts.models import User
from agreement.runs.models import InputResult
from contests.contest.models import Contest
from contests.inputs.models import ContestInput
from contests.proposals.domain.proposer import Setup
from contests.proposals.models import DetectorEvaluation, ErrorPlace
from contests.proposals.selectors import setup_of
from detection.evaluation import NOTHING, Average, Score, Scores
from gold.evaluations.domain import (
    Difference,
    Matrix,
    Mistake,
    Tally,
    difference,
    matrix,
    scores_at,
    version_of,
)
from gold.evaluations.models import ReleaseError, ReleaseEvaluation
from gold.releases.models import Release
from gold.splits.models import Split
from jobs.models import Job


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


def evaluating_key_evaluations(release_id: int) -> str:
    """Return the key of the jobs that evaluate on a release: one at a time."""
    return f"gold.evaluate:{release_id}"


def setups_of(release: Release) -> dict[int, Setup]:
    """Return the rules of each contest with what it adds to them, as they are now."""
    parts = release.contests.select_related("contest")
    return {part.contest_id: setup_of(part.contest) for part in parts}


@dataclass(frozen=True)
class Subset:
    """Which texts of a release to evaluate on: a part of a split or, without one, the release."""

    part: str
    split: Split | None = None

    @property
    def key(self) -> str:
        """Return what names it in a form and in an address."""
        return self.part if self.split is None else f"{self.split.pk}-{self.part}"


def subset_of(evaluation: ReleaseEvaluation) -> Subset:
    """Return the texts that an evaluation was made on."""
    return Subset(evaluation.part, evaluation.split)


def subsets_of(release: Release) -> list[Subset]:
    """Return what can be evaluated on, the release as a whole first."""
    whole = [Subset(ReleaseEvaluation.COMPLETE), Subset(ReleaseEvaluation.ALL)]
    made = release.splits.filter(finished_at__isnull=False)
    return whole + [Subset(part, split) for split in made for part in split.parts]


def positions_in(release: Release, subset: Subset) -> list[int]:
    """Return the positions of the texts to evaluate on, in order; they never change."""
    if subset.split is not None:
        return sorted(subset.split.parts[subset.part])
    rows = release.inputs.order_by("position")
    if subset.part == ReleaseEvaluation.COMPLETE:
        rows = rows.filter(is_complete=True)
    return list(rows.values_list("position", flat=True))


def evaluated_on(release: Release, subset: Subset) -> QuerySet[ReleaseEvaluation]:
    """Return the finished evaluations on these texts."""
    made = release.evaluations.finished().filter(split=subset.split, part=subset.part)
    return made.select_related("release", "split", "created_by")


def evaluation_to_show(release: Release, subset: Subset) -> ReleaseEvaluation | None:
    """Return the evaluation of the present rules on these texts, else the latest one."""
    made = evaluated_on(release, subset)
    present = version_of(setups_of(release))
    return made.filter(digest=present).first() or made.order_by("-pk").first()


def latest_subset(release: Release) -> Subset:
    """Return the texts that were evaluated on last."""
    latest = release.evaluations.finished().select_related("split").first()
    return subset_of(latest) if latest else Subset(ReleaseEvaluation.COMPLETE)


def evaluating_job(release: Release) -> Job | None:
    """Return the job that evaluates on this release, or tried to last."""
    jobs = Job.objects.filter(key=evaluating_key_evaluations(release.pk))
    return jobs.order_by("-created_at").first()


@dataclass(frozen=True)
class Version:
    """An evaluation, with the number that its rules have in the history of the release."""

    number: int
    evaluation: ReleaseEvaluation
    errors: int
    # What is different since the version before: its rules, or only what the contests add to them.
    has_other_rules: bool = False
    has_other_words: bool = False

    def scores(self, level: str) -> Scores:
        return scores_at(level, Tally.of(self.evaluation.tally))

    @property
    def name(self) -> str:
        return str(self.number)


def numbers_of(release: Release) -> dict[str, int]:
    """Return the number of each version: 1 is the one that was evaluated first, on whatever texts."""
    first = release.evaluations.finished().order_by().values("digest").annotate(first=Min("pk"))
    ordered = first.order_by("first").values_list("digest", flat=True)
    return {digest: number for number, digest in enumerate(ordered, start=1)}


def history(release: Release, subset: Subset) -> list[Version]:
    """Return the versions that were evaluated on these texts, the oldest first."""
    numbers = numbers_of(release)
    made = evaluated_on(release, subset).annotate(count=Count("errors"))
    versions: list[Version] = []
    for one in sorted(made, key=lambda each: numbers[each.digest]):
        before = versions[-1].evaluation if versions else None
        has_other_rules = before is not None and before.rules != one.rules
        versions.append(
            Version(
                numbers[one.digest],
                one,
                one.count,
                has_other_rules=has_other_rules,
                has_other_words=before is not None and not has_other_rules,
            )
        )
    return versions


def mistakes_of(evaluation: ReleaseEvaluation) -> dict[Mistake, int]:
    """Return the errors of an evaluation, text by text, each with its key."""
    rows = evaluation.errors.order_by("input__position", "pk").values_list(
        "input__position",
        "gold_start", "gold_end", "gold_label",
        "found_start", "found_end", "found_label",
        "pk",
    )  # fmt: skip
    return {Mistake(row[0], row[1:4], row[4:7]): row[7] for row in rows.iterator()}


@dataclass(frozen=True)
class Comparison:
    """Two evaluations on the same texts, and the keys of the errors that only one of them has."""

    changes: Difference
    new: Sequence[int]
    gone: Sequence[int]


def compare(before: ReleaseEvaluation, after: ReleaseEvaluation) -> Comparison:
    """Return which errors are new and which are gone."""
    earlier, later = mistakes_of(before), mistakes_of(after)
    changes = difference(earlier, later)
    return Comparison(
        changes, [later[each] for each in changes.new], [earlier[each] for each in changes.gone]
    )


def with_texts(errors: QuerySet[ReleaseError]) -> QuerySet[ReleaseError]:
    """Return errors with their texts, in the order of the release."""
    return errors.select_related("input__contest").order_by("input__position", "pk")


@dataclass(frozen=True)
class ContestPlace:
    """Where a contest still has the input of a text."""

    contest_id: int
    input_id: int
    # Whether its latest run has a result for it, which can be reviewed.
    has_result: bool


def contest_places(errors: Iterable[ReleaseError], user: User) -> Mapping[int, ContestPlace]:
    """Return the inputs of these errors that still exist, in contests that this person manages."""
    ids = {error.input.input_id for error in errors}
    managed = Contest.objects.managed_by(user).values("pk")
    inputs = ContestInput.objects.filter(pk__in=ids, contest__in=managed)
    results = InputResult.objects.current().filter(input__in=ids)
    judged = set(results.values_list("input", flat=True))
    return {
        pk: ContestPlace(contest, pk, pk in judged)
        for pk, contest in inputs.values_list("pk", "contest")
    }
