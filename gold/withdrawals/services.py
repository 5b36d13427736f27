"""Withdrawing releases: by a person, and because what they were made of is erased."""

from collections import defaultdict
from collections.abc import Sequence

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit import CHANGED, Actor, record
from contests.contest.models import Contest
from contests.inputs.models import InputPlace
from corpus.documents.models import Chunk, Document
from gold.releases.errors import ReleaseKept
from gold.releases.models import Release, ReleaseInput
from jobs.erasing import erase_some
from jobs.models import Job
from jobs.selectors import live_job_of
from jobs.services import cancel_job, start_job

EMPTY = "gold.empty_withdrawn"
# Of what is named before something is erased.
MOST_NAMES = 10


@transaction.atomic
def withdraw(*, release: Release, reason: str, actor: Actor) -> Job:
    """Take a frozen release back at once; the job deletes its texts and what was made of them."""
    release = Release.objects.select_for_update(of=("self",)).get(pk=release.pk)
    if not release.is_frozen:
        raise ReleaseKept
    _withdraw(release, reason=reason, actor=actor)
    return start_job(EMPTY, {"release": release.pk}, actor=actor)


def _withdraw(release: Release, *, reason: str, actor: Actor) -> None:
    release.state, release.withdrawn_at = Release.State.WITHDRAWN, timezone.now()
    release.withdrawn_by, release.withdrawal_reason = actor.user, reason
    # Free text may name what is to be forgotten.
    release.description = ""
    release.save(
        update_fields=["state", "withdrawn_at", "withdrawn_by", "withdrawal_reason", "description"]
    )
    details = {"reason": reason} if reason else {}
    for contest_id in release.contests.values_list("contest", flat=True):
        record(
            actor,
            CHANGED,
            "release",
            release.pk,
            contest_id=contest_id,
            change="withdrawn",
            version=str(release),
            **details,
        )


def empty_some(release: Release) -> int:
    """Delete some of what a withdrawn release held or what was made of it; return how much."""
    return (
        erase_some(release.exports.all(), size=16)
        or erase_some(release.evaluations.all())
        or erase_some(release.splits.all())
        or erase_some(release.inputs.all())
    )


def erase_releases_of(lines: Sequence[int], actor: Actor) -> int:
    """Take back the releases that hold these lines, and delete some of what they held."""
    return _take_back(_holding(Chunk.objects.filter(pk__in=lines)), actor)


def erase_releases_of_contest(contest: Contest, actor: Actor) -> int:
    """Take back the releases of a contest, and delete some of what they held."""
    return _take_back(Release.objects.filter(contests__contest=contest), actor)


def _take_back(releases: QuerySet[Release], actor: Actor) -> int:
    release = releases.exclude(state=Release.State.WITHDRAWN).first()
    if release is None:
        # Of any: which ones held it can no longer be told when half of their texts are gone.
        withdrawn = Release.objects.filter(state=Release.State.WITHDRAWN)
        return next(filter(None, map(empty_some, withdrawn)), 0)
    if not release.is_frozen:
        return _drop_unfinished(release, actor)
    _withdraw(release, reason="", actor=actor)
    return 1


def _drop_unfinished(release: Release, actor: Actor) -> int:
    job = live_job_of(release)
    if job is not None:
        cancel_job(job=job, actor=actor)
    return erase_some(Release.objects.filter(pk=release.pk))


def _holding(lines: QuerySet[Chunk]) -> QuerySet[Release]:
    """Return the releases with a text that stands in one of these lines, by its document's id."""
    # Asked in two steps: in one, SQLite would look through all lines of all documents.
    rows = list(lines.order_by().values_list("digest", "document"))
    found = Document.objects.filter(pk__in={document for _, document in rows})
    names = dict(found.values_list("pk", "external_id"))
    documents: dict[bytes, set[str]] = defaultdict(set)
    for digest, document in rows:
        documents[bytes(digest)].add(names[document])
    if not documents:
        return Release.objects.none()
    # By release and digest, as the index has them.
    releases = list(Release.objects.values_list("pk", flat=True))
    texts = ReleaseInput.objects.filter(release__in=releases, digest__in=documents)
    holding = {
        release
        for release, digest, sources in texts.values_list("release", "digest", "sources")
        if any(source["document"] in documents[bytes(digest)] for source in sources)
    }
    return Release.objects.filter(pk__in=holding)


def describe_erasure(lines: QuerySet[Chunk]) -> list[str]:
    """Return which releases would be withdrawn with these lines, as far as contests know."""
    contests = InputPlace.objects.filter(chunk__in=lines.order_by().values("pk")).values(
        "input__contest"
    )
    return _told(Release.objects.filter(contests__contest__in=contests))


def told_of_contest(contest: Contest) -> list[str]:
    """Return which releases would be withdrawn with a contest."""
    return _told(Release.objects.filter(contests__contest=contest))


def _told(releases: QuerySet[Release]) -> list[str]:
    kept = releases.filter(~Q(state=Release.State.WITHDRAWN)).distinct()
    names = [str(release) for release in kept[:MOST_NAMES]]
    if not names:
        return []
    if kept.count() > MOST_NAMES:
        names.append("…")
    words = _("Releases that hold any of it are withdrawn; only their checksums stay: %(names)s.")
    return [words % {"names": ", ".join(names)}]
