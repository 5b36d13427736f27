"""Asking for a release, taking back one that is not frozen, and letting people read one."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import Max

from accounts.audit import Actor, record
from accounts.models import AuditEvent, User
from contests.models import Contest
from gold.exceptions import MixedLanguages, NoRun, ReaderUnknown, ReleaseKept
from gold.models import Release, ReleaseContest
from gold.selectors.candidates import latest_run
from gold.selectors.releases import ShownChange
from gold.services.makers import maker_of
from jobs.models import Job
from jobs.services import create_job

FREEZE = "gold.freeze"


@transaction.atomic
def start_freezing(
    *, name: str, description: str, contests: Sequence[Contest], actor: Actor
) -> tuple[Release, Job]:
    """Create a release and the job that freezes it; the caller enqueues it.

    Who asks again while the same is being frozen, as by pressing twice, gets what has begun.
    """
    if begun := _begun(name, contests):
        return begun
    if len({contest.language for contest in contests}) > 1:
        raise MixedLanguages
    if any(latest_run(contest.pk) is None for contest in contests):
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
    job = create_job(
        kind=FREEZE,
        params={"release": release.pk},
        key=f"{FREEZE}:{release.pk}",
        created_by=actor.user,
        contest_id=contests[0].pk,
    )
    release.job_id = job.pk
    release.save(update_fields=["job_id"])
    _note(actor, AuditEvent.Action.CREATED, release, version=str(release))
    return release, job


def _begun(name: str, contests: Sequence[Contest]) -> tuple[Release, Job] | None:
    """Return the release that is being frozen under this name from the same contests."""
    for release in Release.objects.filter(name=name, state=Release.State.FREEZING):
        job = Job.objects.live().filter(pk=release.job_id).first()
        parts = set(release.contests.values_list("contest", flat=True))
        if job is not None and parts == {contest.pk for contest in contests}:
            return release, job
    return None


def _note(actor: Actor, action: AuditEvent.Action, release: Release, **details: object) -> None:
    """Write an event into the log of each contest."""
    for contest_id in release.contests.values_list("contest", flat=True):
        record(actor, action, "release", release.pk, contest_id=contest_id, **details)


def _is_at_work(release: Release) -> bool:
    return release.job_id is not None and Job.objects.live().filter(pk=release.job_id).exists()


@transaction.atomic
def delete_release(*, release: Release, actor: Actor) -> None:
    """Delete a release that did not come to its end."""
    release = Release.objects.select_for_update(of=("self",)).get(pk=release.pk)
    if release.is_frozen or _is_at_work(release):
        raise ReleaseKept
    _note(actor, AuditEvent.Action.DELETED, release, version=str(release))
    release.delete()


@transaction.atomic
def add_reader(*, release: Release, email: str, actor: Actor) -> User:
    """Let a person read a release without a part in its contests."""
    person = User.objects.filter(email=email.strip().lower(), is_active=True).first()
    if person is None:
        raise ReaderUnknown
    release.readers.add(person)
    _note(actor, AuditEvent.Action.CHANGED, release, change="reader added", reader=person.pk)
    return person


@transaction.atomic
def remove_reader(*, release: Release, person: User, actor: Actor) -> None:
    """Take a release away from a reader."""
    release.readers.remove(person)
    _note(actor, AuditEvent.Action.CHANGED, release, change="reader removed", reader=person.pk)


def note_download(*, release: Release, actor: Actor) -> None:
    """Write down who took all texts of a release out of the platform."""
    _note(actor, AuditEvent.Action.EXPORTED, release, format="records", change="downloaded")


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
        _note(actor, AuditEvent.Action.READ, release, inputs=list(positions))
