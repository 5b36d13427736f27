"""Letting everyone see a run, all of it at once."""

from collections import Counter
from functools import partial

from django.db import transaction
from django.utils import timezone

from agreement.domain.figures import added, counts, figures
from agreement.models import InputResult, ProcessingRun, RunBatch
from agreement.services.staging import drop_results, portions
from agreement.services.tallies import store_tallies, tallies_after
from agreement.signals import run_published
from contests.models import InputChange


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
