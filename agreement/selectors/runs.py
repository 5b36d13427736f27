"""What pages show of runs."""

from dataclasses import dataclass

from django.db.models import QuerySet

from agreement.models import ProcessingRun, RunBatch
from contests.models import Contest


@dataclass(frozen=True)
class Progress:
    """How far a run is: inputs of its present phase."""

    phase: str
    done: int
    total: int


def runs_of(contest: Contest) -> QuerySet[ProcessingRun]:
    """Return the runs of a contest, latest first."""
    return contest.runs.order_by("-number").select_related("asked_by")


def latest_run(contest: Contest) -> ProcessingRun | None:
    """Return the run that readers see."""
    return ProcessingRun.objects.filter(contest=contest, is_latest=True).first()


def run_at_work(contest: Contest) -> ProcessingRun | None:
    """Return the run that is at work, if there is one."""
    return ProcessingRun.objects.running().filter(contest=contest).first()


def progress_of(run: ProcessingRun) -> Progress:
    """Return how many inputs of its present phase a run has dealt with."""
    batches = list(RunBatch.objects.filter(run=run).only("phase", "inputs", "is_done"))
    is_weighing = any(batch.phase == RunBatch.Phase.WEIGH for batch in batches)
    phase = RunBatch.Phase.WEIGH if is_weighing else RunBatch.Phase.COMPARE
    counted = [batch for batch in batches if batch.phase == phase]
    done = sum(len(batch.inputs) for batch in counted if batch.is_done)
    return Progress(phase, done, sum(len(batch.inputs) for batch in counted))
