"""Which inputs a run looks at, and in which batches."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import Count

from agreement.domain.batching import shares, work_of_input
from agreement.models import Correction, InputResult, ProcessingRun, RunBatch
from agreement.services.staging import portions
from contests.models import AnnotationTask, Answer, InputChange, Unit


def plan_comparing(run: ProcessingRun) -> None:
    """Cut the inputs that may have changed into batches."""
    changes: dict[int, list[int]] = defaultdict(list)
    rows = InputChange.objects.filter(contest=run.contest_id).order_by("pk")
    for pk, input_id in rows.values_list("pk", "input_id"):
        changes[input_id].append(pk)
    inputs = set(changes)
    if not _knows_settings(run):
        inputs |= all_inputs(run.contest_id)
    _store(run, RunBatch.Phase.COMPARE, _costs(sorted(inputs)), changes)
    run.inputs_selected = len(inputs)
    run.save(update_fields=["inputs_selected"])


def plan_weighing(run: ProcessingRun, inputs: Iterable[int]) -> None:
    """Cut the inputs that are to be decided again into batches."""
    _store(run, RunBatch.Phase.WEIGH, dict.fromkeys(inputs, 1), {})


def all_inputs(contest_id: int) -> set[int]:
    """Return every input that has or should have a result."""
    answered = AnnotationTask.objects.filter(input__contest=contest_id, answered_at__isnull=False)
    corrected = Correction.objects.in_force().filter(input__contest=contest_id)
    known = InputResult.objects.current().filter(input__contest=contest_id)
    querysets = (answered, corrected, known)
    return {pk for rows in querysets for pk in rows.order_by().values_list("input_id", flat=True)}


def _knows_settings(run: ProcessingRun) -> bool:
    """Return whether the published results were computed with the same settings."""
    latest = ProcessingRun.objects.filter(contest=run.contest_id, is_latest=True).first()
    return latest is not None and bytes(latest.settings_digest) == bytes(run.settings_digest)


def _costs(inputs: Sequence[int]) -> dict[int, int]:
    costs = {}
    for some in portions(inputs):
        accepted = Answer.objects.filter(
            task__input__in=some, is_live=True, verdict=Answer.Verdict.ACCEPT
        )
        annotators = _counted(accepted, "task__input_id")
        units = _counted(Unit.objects.filter(answer__in=accepted), "answer__task__input_id")
        for pk in some:
            costs[pk] = work_of_input(annotators=annotators.get(pk, 0), units=units.get(pk, 0))
    return costs


def _counted(rows: Any, by: str) -> dict[int, int]:
    return dict(rows.order_by().values_list(by).annotate(Count("pk")))


def _store(
    run: ProcessingRun,
    phase: RunBatch.Phase,
    costs: Mapping[int, int],
    changes: Mapping[int, Sequence[int]],
) -> None:
    RunBatch.objects.bulk_create(
        RunBatch(
            run=run,
            phase=phase,
            number=number,
            inputs=list(share.inputs),
            changes=[pk for one in share.inputs for pk in changes.get(one, ())],
            cost=share.work,
        )
        for number, share in enumerate(shares(costs))
    )
