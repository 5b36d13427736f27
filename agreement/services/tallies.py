"""The sums of each person's contributions, kept by adding what a run changes."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Case, Count, F, IntegerField, Q, QuerySet, Sum, When

from agreement.domain.quality import LONGEST_TASK_MS, Score, weights_of
from agreement.models import AnnotatorTally, Contribution, ProcessingRun
from agreement.services.staging import portions

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
    for member, counts in more.items():
        total = sums.setdefault(member, Counter())
        for name, count in counts.items():
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
