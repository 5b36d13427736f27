"""Freezing contests into a release, step by step; who may read it, and what is noted of reading."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from accounts.audit import CHANGED, CREATED, DELETED, EXPORTED, READ, Action, Actor, record
from accounts.models import User
from agreement.references.selectors import digest_of_settings
from agreement.runs.models import ProcessingRun
from agreement.runs.selectors import latest_run
from agreement.runs.services.run import PROCESSED_STATES, Request, request_run, settle_run
from contests.contest.models import Contest
from gold.releases.domain import (
    TextFacts,
    canonical_line,
    checksum,
    summarise,
)
from gold.releases.errors import (
    MixedLanguages,
    NobodyActs,
    NoRun,
    NothingToFreeze,
    ReleaseKept,
    RunNotPublished,
)
from gold.releases.models import Release, ReleaseContest, ReleaseInput
from gold.releases.selectors import ShownChange, find_reader, origin_of, sources_told
from jobs.models import Job
from jobs.selectors import live_job_of
from jobs.services import start_job

Runs = Mapping[str, int]
ENDED_BADLY = (ProcessingRun.State.FAILED, ProcessingRun.State.CANCELLED)


def runs_of(release: Release) -> dict[str, int]:
    """Return the latest run of each contest, by the contest's id as JSON writes it."""
    runs = {}
    for part in release.contests.all():
        run = latest_run(part.contest_id)
        if run is None:
            raise NoRun
        runs[str(part.contest_id)] = run.pk
    return runs


def is_behind(contest: Contest, *, upto: int) -> bool:
    """Return whether a run has yet to take in the changes up to this one, or the settings."""
    if contest.state not in PROCESSED_STATES:
        return False
    if contest.input_changes.filter(pk__lte=upto).exists():
        return True
    latest = latest_run(contest)
    return latest is None or bytes(latest.settings_digest) != digest_of_settings(contest)


def ask_for_changes(*, contest: Contest, awaited: int | None, actor: Actor) -> Request:
    """Ask for a run that takes in what has changed; raise RunNotPublished if the awaited one ended badly."""
    if awaited is not None:
        run = ProcessingRun.objects.get(pk=awaited)
        if settle_run(run=run).state in ENDED_BADLY:
            raise RunNotPublished
    return request_run(contest=contest, actor=actor)


def begin(*, release: Release, runs: Runs) -> None:
    """Forget what was taken of earlier runs, and note what the contests stand at."""
    release.inputs.all().delete()
    for part in release.contests.select_related("contest"):
        run = ProcessingRun.objects.get(pk=runs[str(part.contest_id)])
        part.run_number = run.number
        part.settings = _settings(part, run)
        part.save()


def _settings(part: ReleaseContest, run: ProcessingRun) -> dict[str, Any]:
    contest = part.contest
    return {
        "voting": contest.voting,
        "weighs_votes": run.weighs_votes,
        "method": run.method,
        "single_quality_threshold": contest.single_quality_threshold,
        "shows_proposals": contest.teams.filter(retention__gt=0).exists(),
    }


def store(*, release: Release, rows: Sequence[ReleaseInput]) -> None:
    """Add texts; one that stands already stays unless the new one is surer."""
    known = {bytes(row.digest): row for row in _known(release, rows)}
    position = release.inputs.count()
    fresh = []
    for row in rows:
        old = known.get(bytes(row.digest))
        if old is None:
            position += 1
            row.position = position
            fresh.append(row)
        elif _sureness(row) > _sureness(old):
            # Texts of one contest differ: the old one is of an earlier contest, and yields.
            row.pk, row.position = old.pk, old.position
            row.save(force_update=True)
    ReleaseInput.objects.bulk_create(fresh, batch_size=500)


def _known(release: Release, rows: Sequence[ReleaseInput]) -> Iterator[ReleaseInput]:
    digests = [row.digest for row in rows]
    yield from release.inputs.filter(digest__in=digests)


def _sureness(row: ReleaseInput) -> tuple[int, float]:
    return row.annotators, float("-inf") if row.gamma is None else row.gamma


def lines_of(release: Release) -> Iterator[dict[str, Any]]:
    """Yield all that a release says, as its checksum counts it: its contests, then its texts."""
    parts = (
        {
            "contest": part.name,
            "language": part.language,
            "run": part.run_number,
            "guidelines": part.guidelines,
            "settings": part.settings,
        }
        for part in release.contests.all()
    )
    return chain(parts, (item.canonical() for item in texts_of(release)))


def texts_of(release: Release) -> Iterator[ReleaseInput]:
    """Yield the texts of a release in order, few at a time."""
    return release.inputs.select_related("contest").order_by("position").iterator(chunk_size=500)


def close(*, release: Release) -> Release:
    """Count the release, seal it with its checksum, and let it never change again."""
    if not release.inputs.exists():
        raise NothingToFreeze
    for part in release.contests.all():
        origin = origin_of(part)
        # The version that most answers were given under; of several, the latest.
        latest_first = reversed(origin["guidelines"])
        most = max(latest_first, key=lambda each: int(each["answers"]), default={"version": ""})
        part.guidelines = most["version"]
        part.settings |= {"origin": origin}
        part.save()
    release.summary = summarise(_facts(item) for item in texts_of(release)).as_members()
    release.checksum = checksum(lines_of(release))
    release.state, release.frozen_at = Release.State.FROZEN, timezone.now()
    release.save(update_fields=["summary", "checksum", "state", "frozen_at"])
    return release


def _facts(item: ReleaseInput) -> TextFacts:
    return TextFacts(
        labels=[unit["label"] for unit in item.units],
        kind=item.kind,
        annotators=item.annotators,
        gamma=item.gamma,
        is_complete=item.is_complete,
        open_places=len(item.open_places),
        documents=[source["document"] for source in item.sources],
        characters=len(item.text),
    )


def is_intact(release: Release) -> bool:
    """Return whether the checksum, computed anew, is the one that was written down."""
    return checksum(lines_of(release)) == release.checksum


def maker_of(actor: Actor) -> User:
    """Return the person who acts."""
    if actor.user is None:
        raise NobodyActs
    return actor.user


# So many texts are sent at once.
LINES_AT_ONCE = 100


def record_lines(release: Release, *, keeps_document_ids: bool = False) -> Iterator[bytes]:
    """Yield the texts of a release as lines of JSON, some at a time."""
    texts = (
        item.canonical() | {"sources": sources_told(item, keeps_document_ids=keeps_document_ids)}
        for item in texts_of(release)
    )
    while some := list(islice(texts, LINES_AT_ONCE)):
        yield "".join(f"{canonical_line(members)}\n" for members in some).encode()


FREEZE = "gold.freeze"


@transaction.atomic
def start_freezing(
    *,
    name: str,
    description: str,
    contests: Sequence[Contest],
    actor: Actor,
    takes_in_changes: bool = True,
) -> tuple[Release, Job]:
    """Create a release and the job that freezes it; the caller enqueues it.

    By default the job waits for a run that knows all answers and decisions given so far. Who asks again while the same is being frozen, as by pressing twice, gets what has begun.
    """
    if begun := _begun(name, contests):
        return begun
    if len({contest.language for contest in contests}) > 1:
        raise MixedLanguages
    if any(latest_run(contest) is None for contest in contests):
        raise NoRun
    known = Release.objects.filter(name=name).aggregate(latest=Max("version"))
    release = Release.objects.create(
        name=name,
        description=description,
        version=(known["latest"] or 0) + 1,
        created_by=maker_of(actor),
    )
    ReleaseContest.objects.bulk_create(
        ReleaseContest(
            release=release, contest=contest, name=contest.name, language=contest.language
        )
        for contest in sorted(contests, key=lambda contest: contest.pk)
    )
    params: dict[str, Any] = {"release": release.pk}
    if takes_in_changes:
        params["changes"] = {str(contest.pk): _last_change(contest) for contest in contests}
    job = start_job(FREEZE, params, actor=actor, contest_id=contests[0].pk)
    release.job_id = job.pk
    release.save(update_fields=["job_id"])
    _note(actor, CREATED, release, version=str(release))
    return release, job


def _last_change(contest: Contest) -> int:
    """Return the latest change that is not in a published run yet; 0 where there is none."""
    return contest.input_changes.aggregate(last=Max("pk"))["last"] or 0


def _begun(name: str, contests: Sequence[Contest]) -> tuple[Release, Job] | None:
    """Return the release that is being frozen under this name from the same contests."""
    for release in Release.objects.filter(name=name, state=Release.State.FREEZING):
        job = live_job_of(release)
        parts = set(release.contests.values_list("contest", flat=True))
        if job is not None and parts == {contest.pk for contest in contests}:
            return release, job
    return None


def _note(actor: Actor, action: Action, release: Release, **details: object) -> None:
    """Write an event into the log of each contest."""
    for contest_id in release.contests.values_list("contest", flat=True):
        record(actor, action, "release", release.pk, contest_id=contest_id, **details)


@transaction.atomic
def delete_release(*, release: Release, actor: Actor) -> None:
    """Delete a release that did not come to its end."""
    release = Release.objects.select_for_update(of=("self",)).get(pk=release.pk)
    if release.state != Release.State.FREEZING or live_job_of(release) is not None:
        raise ReleaseKept
    _note(actor, DELETED, release, version=str(release))
    release.delete()


@transaction.atomic
def add_reader(*, release: Release, email: str, actor: Actor) -> User:
    """Let a person read a release without a part in its contests."""
    person = find_reader(email)
    release.readers.add(person)
    _note(actor, CHANGED, release, change="reader added", reader=person.pk)
    return person


@transaction.atomic
def remove_reader(*, release: Release, person: User, actor: Actor) -> None:
    """Take a release away from a reader."""
    release.readers.remove(person)
    _note(actor, CHANGED, release, change="reader removed", reader=person.pk)


def note_download(*, release: Release, keeps_document_ids: bool, actor: Actor) -> None:
    """Write down who took all texts of a release out of the platform."""
    details = {"document_ids": True} if keeps_document_ids else {}
    _note(actor, EXPORTED, release, format="records", change="downloaded", **details)


def note_comparing(
    *, before: Release, after: Release, shown: Sequence[ShownChange], actor: Actor
) -> None:
    """Write down who read which texts of two releases beside each other."""
    for release, rows in ((before, [e.before for e in shown]), (after, [e.after for e in shown])):
        positions = [row.position for row in rows if row is not None]
        note_reading(release=release, positions=positions, actor=actor)


def note_reading(*, release: Release, positions: Sequence[int], actor: Actor) -> None:
    """Write down who read which texts of a release."""
    if positions:
        _note(actor, READ, release, inputs=list(positions))
