"""Which inputs a run looks at, and in which batches."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Count

from agreement.references.models import Correction
from agreement.references.selectors import digest_of_settings, materials
from agreement.runs.domain import portions, shares, work_of_input
from agreement.runs.models import InputResult, ProcessingRun, RunBatch
from contests.annotating.models import AnnotationTask, Answer, Unit
from contests.contest.models import Contest
from contests.inputs.models import InputChange
from contests.inputs.services import note_changes


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


def next_inputs(*, contest: Contest, after: int, size: int) -> list[int]:
    """Return the next inputs of a contest by their ids."""
    inputs = contest.inputs.filter(pk__gt=after).order_by("pk")
    return list(inputs.values_list("pk", flat=True)[:size])


def stale_inputs(*, contest: Contest, input_ids: Sequence[int]) -> list[int]:
    """Return those of the inputs whose result is missing, outdated or nobody's any more."""
    settings = digest_of_settings(contest)
    rows = InputResult.objects.current().filter(input__in=input_ids)
    known = {pk: bytes(digest) for pk, digest in rows.values_list("input_id", "digest")}
    return [
        one.input_id
        for one in materials(input_ids)
        if known.get(one.input_id) != (None if one.is_void else one.digest(settings))
    ]


@transaction.atomic
def note_stale(*, contest: Contest, input_ids: Sequence[int]) -> int:
    """Note the stale ones among these inputs that no note is there for; return how many."""
    stale = stale_inputs(contest=contest, input_ids=input_ids)
    noted = InputChange.objects.filter(contest=contest, input__in=stale)
    missing = set(stale) - set(noted.values_list("input_id", flat=True))
    note_changes(contest_id=contest.pk, input_ids=missing)
    return len(missing)
