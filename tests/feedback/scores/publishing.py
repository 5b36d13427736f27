"""Runs with scores, without anything computed."""

from django.utils import timezone

from agreement.references.selectors import digest_of_settings
from agreement.runs.models import AnnotatorTally, ProcessingRun
from contests.contest.models import Contest
from contests.people.models import Membership
from feedback.scores.services import score_run


def publish(contest: Contest, **tallies_by_alias: dict) -> ProcessingRun:
    """Publish a run in which people have done what is given by their alias, and score it."""
    contest.runs.filter(is_latest=True).update(is_latest=False)
    run = ProcessingRun.objects.create(
        contest=contest,
        number=contest.runs.count() + 1,
        state=ProcessingRun.State.PUBLISHED,
        is_latest=True,
        finished_at=timezone.now(),
        settings_digest=digest_of_settings(Contest.objects.get(pk=contest.pk)),
    )
    for alias, values in tallies_by_alias.items():
        annotator = Membership.objects.get(contest=contest, alias=alias)
        AnnotatorTally.objects.create(run=run, annotator=annotator, **values)
    score_run(run_id=run.pk)
    return run
