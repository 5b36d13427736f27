"""Freezing a release, batch by batch."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts.audit import Actor
from agreement.runs.models import ProcessingRun
from contests.annotating.selectors import unprompted_people
from gold.releases.models import Release, ReleaseContest
from gold.releases.selectors import believed_annotators, candidates
from gold.releases.services import releases as freezing
from gold.releases.services.releases import FREEZE
from jobs.errors import JobPostponed
from jobs.registry import handler
from jobs.runs import JobRun
from jobs.tasks import enqueue

BATCH_SIZE = 200
# A run takes seconds at least.
WAIT_SECONDS = 2
WAITING = gettext_noop("Waiting for the run that takes in the latest answers and decisions")


@handler(FREEZE, title=_("Freezing a release"))
def freeze(run: JobRun) -> None:
    """Take the texts of every contest, from where the last run stopped; anew after a newer run."""
    release = Release.objects.get(pk=run.params["release"])
    for part in release.contests.select_related("contest", "release__created_by"):
        _wait_for_changes(run, part)
    while not release.is_frozen:
        runs = freezing.runs_of(release)
        if run.checkpoint.get("runs") != runs:
            _begin(run, release, runs)
        if _take_all(run, release):
            with run.step(label=gettext_noop("Computing the checksum")) as step:
                # A run that was published meanwhile is found by the step after the next batch, or here.
                if freezing.runs_of(release) == run.checkpoint["runs"]:
                    release = freezing.close(release=release)
                    step.result = {"inputs": release.summary["texts"]}


def _wait_for_changes(run: JobRun, part: ReleaseContest) -> None:
    """Go back into the queue until a run has taken in what had changed when the release was asked for."""
    upto = run.params.get("changes", {}).get(str(part.contest_id))
    if upto is None or not freezing.is_behind(part.contest, upto=upto):
        return
    with run.step(label=WAITING) as step:
        asked = freezing.ask_for_changes(
            contest=part.contest,
            awaited=run.checkpoint.get("awaited"),
            actor=Actor(part.release.created_by),
        )
        enqueue(asked.job)
        step.checkpoint = {"awaited": asked.run.pk if asked.run else None}
    raise JobPostponed(seconds=WAIT_SECONDS)


def _begin(run: JobRun, release: Release, runs: dict[str, int]) -> None:
    start = {"runs": runs, "part": 0, "last": 0, "done": 0}
    with run.step(done=0, checkpoint=start, label=gettext_noop("Reading the references")):
        freezing.begin(release=release, runs=runs)


def _take_all(run: JobRun, release: Release) -> bool:
    """Go through the contests that are left; False if one was processed again meanwhile."""
    parts = list(release.contests.all())
    for number, part in enumerate(parts):
        if number >= run.checkpoint["part"] and not _take(run, part, number):
            return False
    return True


def _take(run: JobRun, part: ReleaseContest, number: int) -> bool:
    source = ProcessingRun.objects.filter(pk=run.checkpoint["runs"][str(part.contest_id)]).first()
    if source is None:
        return False
    people = {
        "believed": believed_annotators(source, part.settings_threshold),
        "unprompted": unprompted_people(part.contest_id),
    }
    while True:
        at = run.checkpoint
        last = at["last"] if at["part"] == number else 0
        found = candidates(part, after=last, size=BATCH_SIZE, **people)
        done = at["done"] + found.looked_at
        ends = not found.looked_at
        checkpoint = at | {
            "part": number + ends, "last": 0 if ends else found.last, "done": done,
        }  # fmt: skip
        with run.step(done=done, checkpoint=checkpoint):
            if not ProcessingRun.objects.filter(pk=source.pk, is_latest=True).exists():
                return False
            freezing.store(release=part.release, rows=found.rows)
        if ends:
            return True
