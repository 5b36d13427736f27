"""Reading releases as pages show them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from accounts.models import User
from accounts.roles import is_manager
from agreement.models import InputResult, ProcessingRun
from contests.models import Category, Contest, Supercategory
from gold.domain.differences import Change, Units, changes
from gold.models import Release, ReleaseInput
from jobs.models import Job


def may_see_releases(user: User) -> bool:
    """Return whether the pages about releases are of any use to this person."""
    return is_manager(user) or Release.objects.visible_to(user).exists()


@dataclass(frozen=True)
class ContestCheck:
    """What a contest would bring to a release that is frozen now."""

    contest: Contest
    run: ProcessingRun | None
    texts: int
    incomplete: int
    single: int
    has_guidelines: bool


def contest_checks(contests: QuerySet[Contest]) -> list[ContestCheck]:
    """Return what each contest would bring; without a run, nothing."""
    return [_check(contest) for contest in contests]


def _check(contest: Contest) -> ContestCheck:
    results = InputResult.objects.current().filter(input__contest=contest)
    results = results.exclude(kind=InputResult.Kind.NONE)
    return ContestCheck(
        contest,
        ProcessingRun.objects.filter(contest=contest, is_latest=True).first(),
        results.count(),
        results.filter(is_complete=False).count(),
        results.filter(kind=InputResult.Kind.SINGLE).count(),
        contest.guidelines.published().exists(),
    )


def families_of(release: Release) -> dict[str, int]:
    """Return the supercategory, and so the colour, of each label."""
    contests = release.contests.values("contest")
    found = Category.objects.filter(contest__in=contests).order_by("-contest", "pk")
    return dict(found.values_list("label", "supercategory"))


def colours_of(release: Release) -> list[tuple[int, str]]:
    """Return the supercategories of the release's contests with their colours."""
    found = Supercategory.objects.filter(contest__in=release.contests.values("contest"))
    return list(found.order_by("pk").values_list("pk", "colour"))


def job_of(release: Release) -> Job | None:
    """Return the job that froze the release, or tries to."""
    return Job.objects.filter(pk=release.job_id).first() if release.job_id else None


def jobs_at_work(releases: Iterable[Release]) -> set[UUID]:
    """Return the jobs that freeze some of these releases now."""
    begun = [release.job_id for release in releases if not release.is_frozen]
    return set(Job.objects.live().filter(pk__in=begun).values_list("pk", flat=True))


@dataclass(frozen=True)
class ShownChange:
    """A text that differs between two releases, with its row in either."""

    change: Change
    before: ReleaseInput | None
    after: ReleaseInput | None


def differences(before: Release, after: Release) -> list[Change]:
    """Return what changed from one release to another."""
    return list(changes(_units_of(before), _units_of(after)))


def change_counts(found: Sequence[Change]) -> dict[str, int]:
    """Return how many texts were added, removed and changed."""
    kinds = [change.kind for change in found]
    return {kind: kinds.count(kind) for kind in ("added", "removed", "changed")}


def _units_of(release: Release) -> dict[bytes, Units]:
    rows = release.inputs.order_by("position").values_list("digest", "units").iterator(2000)
    return {
        bytes(digest): frozenset((unit["start"], unit["end"], unit["label"]) for unit in units)
        for digest, units in rows
    }


def shown_changes(before: Release, after: Release, found: Sequence[Change]) -> list[ShownChange]:
    """Return the texts of these changes."""
    digests = [each.digest for each in found]
    rows = [
        {bytes(row.digest): row for row in release.inputs.filter(digest__in=digests)}
        for release in (before, after)
    ]
    return [ShownChange(each, rows[0].get(each.digest), rows[1].get(each.digest)) for each in found]
