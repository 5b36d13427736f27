"""The last step of a run: what it staged becomes what readers see, and the contest is counted again."""

from collections import Counter
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Q, QuerySet, Sum
from django.utils import timezone

from agreement.references.domain.references import NO_DIGEST
from agreement.references.domain.voting import LONGEST_TASK_MS, weights_of
from agreement.references.models import CONCORD, JUDGEMENTS
from agreement.runs.domain import Measure, figures, portions
from agreement.runs.models import (
    AlignedPlace,
    AnnotatorTally,
    Contribution,
    InputResult,
    ProcessingRun,
    run_published,
)
from agreement.runs.services.compute import drop_results
from contests.annotating.models import Answer
from contests.inputs.models import InputChange

Kind, State = InputResult.Kind, AlignedPlace.State


def weigh_votes(run: ProcessingRun) -> dict[str, int]:
    """Return what each person's vote weighs, by the plain majority of this run."""
    staged = InputResult.objects.staged_by(run)
    replaced = Q(input__in=staged.values("input"))
    kept = Q(is_current=True, input__contest=run.contest_id) & ~replaced
    tallies = tally(InputResult.objects.filter(Q(run=run, is_current=False) | kept))
    return weights_of({str(one.annotator_id): one.majority_score for one in tallies})


def publish(run: ProcessingRun) -> None:
    """Let readers see what a run staged; its row is locked.

    1. Staged results replace the published ones of the same inputs.
    2. Tallies, counts and figures are counted anew from all results that are current now.
    3. The run becomes the latest one. The changes that it has looked at are deleted by their ids.
    4. On commit, the stages behind this one get the signal.
    """
    staged = InputResult.objects.staged_by(run)
    current = InputResult.objects.current().filter(input__contest=run.contest_id)
    replaced = current.filter(input__in=staged.values("input")).values_list("pk", flat=True)
    void = staged.filter(digest=NO_DIGEST).values_list("pk", flat=True)
    drop_results([*replaced, *void])
    run.inputs_computed = staged.update(is_current=True)

    tallies = tally(current)
    for one in tallies:
        one.run = run
    AnnotatorTally.objects.bulk_create(tallies)
    run.counts, run.figures = count(current), measure(current)

    run.contest.runs.filter(is_latest=True).update(is_latest=False)
    run.state, run.is_latest = ProcessingRun.State.PUBLISHED, True
    run.finished_at = timezone.now()
    run.save()
    batches = run.batches.all()
    for some in portions([pk for one in batches for pk in one.changes]):
        InputChange.objects.filter(pk__in=some).delete()
    batches.delete()
    details = {"run_id": run.pk, "contest_id": run.contest_id}
    transaction.on_commit(partial(run_published.send_robust, sender=ProcessingRun, **details))


def tally(results: QuerySet[InputResult]) -> list[AnnotatorTally]:
    """Return the tally of each annotator of these results, not stored yet."""
    is_timed = Q(duration_ms__lte=LONGEST_TASK_MS)
    summed = (*JUDGEMENTS, "penalties", *(f"majority_{name}" for name in JUDGEMENTS), *CONCORD)
    rows = Contribution.objects.filter(result__in=results).order_by("annotator_id")
    tallies = [
        AnnotatorTally(**row)
        for row in rows.values("annotator_id").annotate(
            answered=Count("pk"),
            accepted=Count("pk", filter=Q(is_accepted=True)),
            annotations=Sum("units"),
            timed=Count("pk", filter=is_timed),
            timed_ms=Sum("duration_ms", filter=is_timed, default=0),
            **{name: Sum(name) for name in summed},
        )
    ]
    for one in tallies:
        one.segment_quality = one.score.segment_quality
        one.category_quality = one.score.category_quality
        one.quality, one.majority_quality = one.score.quality, one.majority_score.quality
    return tallies


def count(results: QuerySet[InputResult]) -> dict[str, int]:
    """Return how many answers, inputs and places there are of each kind, step by step as the thesis does."""
    given = Contribution.objects.filter(result__in=results)
    # Apart from the rest, since only these few need the table of answers.
    set_aside = given.filter(is_accepted=False).aggregate(
        rejected=Count("pk", filter=Q(answer__verdict=Answer.Verdict.REJECT)),
        ignored=Count("pk", filter=Q(answer__verdict=Answer.Verdict.IGNORE)),
    )
    answers = given.aggregate(
        answers=Count("pk"),
        accepted=Count("pk", filter=Q(is_accepted=True)),
        unknown_durations=Count("pk", filter=Q(duration_ms=None)),
        duplicates=Sum(F("versions") - 1, default=0),
    )
    inputs = results.aggregate(
        inputs=Count("pk"),
        **{kind.value: Count("pk", filter=Q(kind=kind)) for kind in Kind},
        undefined_gamma=Count("pk", filter=Q(kind=Kind.COMPARED, gamma=None)),
        units=Sum("units", default=0),
        complete=Count("pk", filter=Q(is_complete=True)),
    )
    states = (State.GOLD, State.NOTHING, State.UNDECIDED, State.INCONSISTENT)
    places = AlignedPlace.objects.filter(result__in=results).aggregate(
        **{state.value: Count("pk", filter=Q(state=state)) for state in states},
        detached=Count("pk", filter=Q(is_detached=True)),
        corrected=Count("pk", filter=Q(correction__isnull=False)),
        differing=Count("pk", filter=Q(differs=True)),
    )
    return answers | set_aside | inputs | places


def measure(results: QuerySet[InputResult]) -> dict[str, Any]:
    """Return the figures of these results: means, pooled gamma and distributions."""
    annotators = dict(results.values_list("annotators").annotate(Count("pk")))
    gold = results.values_list("gold_units", flat=True)
    measured = results.filter(kind=Kind.COMPARED).values_list(*Measure._fields)
    return figures(
        (Measure(*row) for row in measured.iterator()),
        empty=results.filter(kind=Kind.EMPTY).count(),
        annotators=annotators,
        gold_units=Counter(label for units in gold.iterator() for _start, _end, label in units),
    )
