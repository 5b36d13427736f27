"""The first step of a run: which inputs it looks at, in which batches. Before it: noting what is stale."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.db import transaction
from django.db.models import Count, QuerySet

from agreement.references.domain.references import NO_DIGEST, Method
from agreement.references.models import Correction
from agreement.references.selectors import digest_of_settings, materials
from agreement.runs.domain import cut_into_batches, portions, work_of_input
from agreement.runs.models import InputResult, ProcessingRun, RunBatch
from agreement.runs.selectors import latest_run, published_digests, set_aside_by_other_means
from contests.annotating.models import AnnotationTask, Answer, Unit
from contests.contest.models import Contest
from contests.inputs.models import InputChange
from contests.inputs.services import note_changes


@transaction.atomic
def plan_run(*, run: ProcessingRun) -> None:
    """Cut the inputs that may have changed into batches, once."""
    run = ProcessingRun.objects.lock(run.pk)
    if run.state != ProcessingRun.State.RUNNING or run.batches.exists():
        return
    changes: dict[int, list[int]] = defaultdict(list)
    rows = InputChange.objects.filter(contest=run.contest_id).order_by("pk")
    for pk, input_id in rows.values_list("pk", "input_id"):
        changes[input_id].append(pk)
    engine = Method(**run.method).engine
    inputs = set(changes) | set_aside_by_other_means(run.contest_id, engine)
    latest = latest_run(run.contest_id)
    if latest is None or bytes(latest.settings_digest) != bytes(run.settings_digest):
        inputs |= _all_inputs(run.contest_id)
    _add_batches(run, RunBatch.Phase.COMPARE, _estimate_works(sorted(inputs), engine), changes)
    run.inputs_selected = len(inputs)
    run.save(update_fields=["inputs_selected"])


def _all_inputs(contest_id: int) -> set[int]:
    """Return every input that has or should have a result."""
    answered = AnnotationTask.objects.filter(input__contest=contest_id, answered_at__isnull=False)
    corrected = Correction.objects.in_force().filter(input__contest=contest_id)
    known = InputResult.objects.current().filter(input__contest=contest_id)
    querysets = (answered, corrected, known)
    return {pk for rows in querysets for pk in rows.order_by().values_list("input_id", flat=True)}


def _estimate_works(inputs: Sequence[int], engine: str) -> dict[int, int]:
    works = {}
    for some in portions(inputs):
        accepted = Answer.objects.filter(
            task__input__in=some, is_live=True, verdict=Answer.Verdict.ACCEPT
        )
        annotators = _count_by_input(accepted, "task__input_id")
        units = _count_by_input(Unit.objects.filter(answer__in=accepted), "answer__task__input_id")
        for pk in some:
            works[pk] = work_of_input(
                engine, annotators=annotators.get(pk, 0), units=units.get(pk, 0)
            )
    return works


def _count_by_input(rows: QuerySet[Answer] | QuerySet[Unit], by: str) -> dict[int, int]:
    return dict(rows.order_by().values_list(by).annotate(Count("pk")))


def _add_batches(
    run: ProcessingRun,
    phase: RunBatch.Phase,
    works: Mapping[int, int],
    changes: Mapping[int, Sequence[int]],
) -> None:
    RunBatch.objects.bulk_create(
        RunBatch(
            run=run,
            phase=phase,
            number=number,
            inputs=list(batch.inputs),
            changes=[pk for one in batch.inputs for pk in changes.get(one, ())],
            cost=batch.work,
        )
        for number, batch in enumerate(cut_into_batches(works))
    )


def plan_weighing(run: ProcessingRun) -> None:
    """Cut the inputs whose references could change with the run's weights into batches."""
    staged = InputResult.objects.staged_by(run)
    inputs = set(staged.filter(is_contested=True).values_list("input_id", flat=True))
    latest = latest_run(run.contest_id)
    if latest is None or latest.weights != run.weights:
        current = InputResult.objects.current().filter(input__contest=run.contest_id)
        unchanged = current.filter(is_contested=True).exclude(input__in=staged.values("input"))
        inputs.update(unchanged.values_list("input_id", flat=True))
    _add_batches(run, RunBatch.Phase.WEIGH, dict.fromkeys(inputs, 1), {})


def stale_inputs(*, contest: Contest, input_ids: Sequence[int]) -> list[int]:
    """Return the inputs whose result is missing, outdated or has no answer any more."""
    settings = digest_of_settings(contest)
    known = published_digests(input_ids)
    return [
        one.input_id
        for one in materials(input_ids)
        if known.get(one.input_id, NO_DIGEST) != one.digest(settings)
    ]


@transaction.atomic
def note_stale(*, contest: Contest, input_ids: Sequence[int]) -> int:
    """Note the stale inputs among these that have no note yet; return how many."""
    stale = stale_inputs(contest=contest, input_ids=input_ids)
    noted = InputChange.objects.filter(contest=contest, input__in=stale)
    missing = set(stale) - set(noted.values_list("input_id", flat=True))
    note_changes(contest_id=contest.pk, input_ids=missing)
    return len(missing)
