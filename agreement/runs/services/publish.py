"""The sums of each person's contributions, kept by adding what a run changes."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Case, Count, F, IntegerField, Q, QuerySet, Sum, When
from django.utils import timezone

from agreement.references.domain.voting import LONGEST_TASK_MS, Score, weights_of
from agreement.runs.domain import added, counts, figures, portions
from agreement.runs.models import (
    AnnotatorTally,
    Contribution,
    InputResult,
    ProcessingRun,
    RunBatch,
    run_published,
)
from agreement.runs.services.compute import drop_results
from contests.inputs.models import InputChange

SCORES = (
    "segment_agreements",
    "segment_disagreements",
    "category_agreements",
    "category_disagreements",
)
SUMMED = (*SCORES, "penalties", *(f"majority_{name}" for name in SCORES))
COUNTED = ("answered", "accepted", "annotations", "timed", "timed_ms", *SUMMED)

Sums = dict[int, Counter[str]]


def tally_sums(contributions: QuerySet[Contribution]) -> Sums:
    """Return the sums of these contributions, by annotator."""
    is_timed = Q(duration_ms__lte=LONGEST_TASK_MS)
    rows: Iterable[Any] = contributions.order_by().values("annotator_id").annotate(
        answered=Count("pk"),
        accepted=Count("pk", filter=Q(is_accepted=True)),
        annotations=Sum("units"),
        timed=Count("pk", filter=is_timed),
        timed_ms=Sum(Case(When(is_timed, then=F("duration_ms")), default=0, output_field=IntegerField())),
        **{name: Sum(name) for name in SUMMED},
    )  # fmt: skip
    return {row["annotator_id"]: Counter({name: row[name] for name in COUNTED}) for row in rows}


def tallies_after(run: ProcessingRun, *, replaced: Sequence[int]) -> Sums:
    """Return the sums as they are once the run is published and these results are gone."""
    sums = {
        tally.annotator_id: Counter({name: getattr(tally, name) for name in COUNTED})
        for tally in AnnotatorTally.objects.filter(run__contest=run.contest_id, run__is_latest=True)
    }
    staged = Contribution.objects.filter(result__run=run, result__is_current=False)
    _add(sums, tally_sums(staged), times=1)
    for some in portions(replaced):
        _add(sums, tally_sums(Contribution.objects.filter(result__in=some)), times=-1)
    # Whoever has no answer any more has no tally: counting anew would give none either.
    return {member: counts for member, counts in sums.items() if counts["answered"]}


def _add(sums: Sums, more: Mapping[int, Mapping[str, int]], *, times: int) -> None:
    for member, numbers in more.items():
        total = sums.setdefault(member, Counter())
        for name, count in numbers.items():
            total[name] += times * count


def weights_after(sums: Sums) -> dict[str, int]:
    """Return what each person's vote weighs, by the plain majority of the same run."""
    return weights_of({str(member): _majority(counts) for member, counts in sorted(sums.items())})


def _majority(counts: Mapping[str, int]) -> Score:
    return Score(**{name: counts[f"majority_{name}"] for name in SCORES})


def store_tallies(run: ProcessingRun, sums: Sums) -> None:
    """Write the tallies of a run."""
    AnnotatorTally.objects.bulk_create(
        [_tally(run, member, counts) for member, counts in sorted(sums.items())]
    )


def _tally(run: ProcessingRun, member: int, counts: Mapping[str, int]) -> AnnotatorTally:
    values: dict[str, Any] = {name: counts[name] for name in COUNTED}
    score = Score(**{name: counts[name] for name in SCORES})
    return AnnotatorTally(
        run=run,
        annotator_id=member,
        segment_quality=score.segment_quality,
        category_quality=score.category_quality,
        quality=score.quality,
        majority_quality=_majority(counts).quality,
        **values,
    )


@transaction.atomic
def publish_run(*, run: ProcessingRun) -> ProcessingRun:
    """Make the run the one that readers see; what it costs grows with what has changed."""
    run = ProcessingRun.objects.select_for_update(of=("self",), no_key=True).get(pk=run.pk)
    if run.state != ProcessingRun.State.RUNNING:
        return run
    replaced = replaced_results(run)
    store_tallies(run, tallies_after(run, replaced=replaced))
    run.sums = dict(_sums_after(run, replaced))
    run.counts, run.figures = counts(run.sums), figures(run.sums)
    drop_results(replaced)
    staged = InputResult.objects.filter(run=run, is_current=False)
    run.inputs_computed = staged.update(is_current=True)
    _end(run)
    transaction.on_commit(
        partial(
            run_published.send_robust,
            sender=ProcessingRun,
            run_id=run.pk,
            contest_id=run.contest_id,
        )
    )
    return run


def replaced_results(run: ProcessingRun) -> list[int]:
    """Return the published results that give way to this run's, or to nothing."""
    staged = InputResult.objects.filter(run=run, is_current=False)
    current = InputResult.objects.current()
    ids = list(current.filter(input__in=staged.values("input")).values_list("pk", flat=True))
    emptied = [pk for one in run.batches.values_list("emptied", flat=True) for pk in one]
    for some in portions(emptied):
        ids += current.filter(input__in=some).values_list("pk", flat=True)
    return ids


def _sums_after(run: ProcessingRun, replaced: list[int]) -> Counter[str]:
    before = ProcessingRun.objects.filter(contest=run.contest_id, is_latest=True).first()
    more, less = Counter[str](), Counter[str]()
    staged = InputResult.objects.filter(run=run, is_current=False)
    for sums in staged.values_list("sums", flat=True).iterator():
        more.update(sums)
    for some in portions(replaced):
        for sums in InputResult.objects.filter(pk__in=some).values_list("sums", flat=True):
            less.update(sums)
    return added(added(before.sums if before else {}, more), less, times=-1)


def _end(run: ProcessingRun) -> None:
    """Note that the run is what readers see, and forget how it came about."""
    ProcessingRun.objects.filter(contest=run.contest_id, is_latest=True).update(is_latest=False)
    run.state, run.is_latest = ProcessingRun.State.PUBLISHED, True
    run.finished_at = timezone.now()
    run.save()
    batches = RunBatch.objects.filter(run=run)
    changes = [pk for one in batches.values_list("changes", flat=True) for pk in one]
    for some in portions(changes):
        InputChange.objects.filter(pk__in=some).delete()
    batches.delete()
