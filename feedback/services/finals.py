"""The end of a contest: whose scores stand."""

from django.db import transaction

from accounts.audit import Actor, record
from accounts.models import AuditEvent
from agreement.models import ProcessingRun
from contests.models import Contest
from feedback.exceptions import NothingScored, NotOver
from feedback.models import FinalResult


def conclude(*, run: ProcessingRun) -> None:
    """Let the first run that was begun after the end be the final one."""
    contest = run.contest
    if contest.closed_at is None or run.started_at < contest.closed_at:
        return
    # One from before the contest was opened again is final no more.
    FinalResult.objects.filter(contest=contest, run__started_at__lt=contest.closed_at).delete()
    FinalResult.objects.get_or_create(contest=contest, defaults={"run": run})


@transaction.atomic
def declare_final(*, contest: Contest, actor: Actor) -> FinalResult:
    """Let the scores of the latest run be the final ones, after corrections for example."""
    contest = Contest.objects.select_for_update(no_key=True).get(pk=contest.pk)
    if contest.closed_at is None:
        raise NotOver
    run = (
        contest.runs.published().filter(annotator_scores__isnull=False).order_by("-number").first()
    )
    if run is None:
        raise NothingScored
    final, _ = FinalResult.objects.update_or_create(
        contest=contest, defaults={"run": run, "declared_by": actor.user}
    )
    changed = AuditEvent.Action.CHANGED
    record(actor, changed, "final result", contest_id=contest.pk, run=run.number)
    return final
