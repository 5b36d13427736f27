"""The steps of freezing: begin, take batches of texts, close; begun anew after a newer run."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from django.utils import timezone

from agreement.models import ProcessingRun
from gold.domain.canonical import checksum
from gold.domain.summary import TextFacts, summarise
from gold.exceptions import NoRun, NothingToFreeze
from gold.models import Release, ReleaseContest, ReleaseInput
from gold.selectors.candidates import latest_run

Runs = Mapping[str, int]


def runs_of(release: Release) -> dict[str, int]:
    """Return the latest run of each contest, by the contest's id as JSON writes it."""
    runs = {}
    for part in release.contests.all():
        run = latest_run(part.contest_id)
        if run is None:
            raise NoRun
        runs[str(part.contest_id)] = run.pk
    return runs


def begin(*, release: Release, runs: Runs) -> None:
    """Forget what was taken of earlier runs, and note what the contests stand at."""
    release.inputs.all().delete()
    for part in release.contests.select_related("contest"):
        run = ProcessingRun.objects.get(pk=runs[str(part.contest_id)])
        guidelines = part.contest.guidelines.published().first()
        part.run_number = run.number
        part.guidelines = guidelines.version if guidelines else ""
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
