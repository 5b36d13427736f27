"""Exports: asking for one, and packing it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, BinaryIO

from django.db import transaction
from django.db.models import QuerySet

from accounts.audit import EXPORTED, Actor, record
from formats import EXPORTS
from gold.exports.domain.packing import ExportPlan, ExportText, pack
from gold.exports.errors import NothingToExport
from gold.exports.models import Export
from gold.releases.models import Release, ReleaseInput
from gold.releases.selectors import sources_told
from gold.releases.services.card import LANGUAGES, card_markdown
from gold.releases.services.releases import maker_of
from gold.splits.models import Split
from jobs.files import Progress
from jobs.models import Job
from jobs.services import start_job
from text.spans import Span

EXPORT = "gold.export"
# So many texts are read at once.
BATCH_SIZE = 500
# Of a release that is not split.
WHOLE = "all"


@transaction.atomic
def start_exporting(
    *,
    release: Release,
    choice: str,
    policy: str,
    takes_incomplete: bool,
    actor: Actor,
    split: Split | None = None,
    keeps_document_ids: bool = False,
) -> tuple[Export, Job]:
    """Create an export and the job that packs it; the caller enqueues it."""
    rows = release.inputs.all() if takes_incomplete else release.inputs.filter(is_complete=True)
    if not rows.exists():
        raise NothingToExport
    export = Export.objects.create(
        release=release,
        split=split,
        choice=choice,
        policy=policy,
        takes_incomplete=takes_incomplete,
        keeps_document_ids=keeps_document_ids,
        created_by=maker_of(actor),
    )
    job = start_job(EXPORT, {"export": export.pk}, actor=actor)
    export.job_id = job.pk
    export.save(update_fields=["job_id"])
    note_export(export=export, change="asked", actor=actor)
    return export, job


def note_export(*, export: Export, change: str, actor: Actor) -> None:
    """Write into the log of each contest that texts leave the platform."""
    for contest_id in export.release.contests.values_list("contest", flat=True):
        record(
            actor,
            EXPORTED,
            "export",
            export.pk,
            contest_id=contest_id,
            release=export.release_id,
            format=export.choice,
            change=change,
            **({"document_ids": True} if export.keeps_document_ids else {}),
        )


def write_archive(export: Export, sink: BinaryIO, told: Progress) -> Mapping[str, int]:
    """Write the archive; it depends on the release, the split and the options alone. Return its counts."""
    wanted = _wanted_inputs(export)
    everything = list(wanted.order_by("position").values_list("position", flat=True))
    kept = frozenset(everything)
    chosen = {WHOLE: everything} if export.split is None else dict(export.split.parts)
    done = _Done(sum(len(kept.intersection(positions)) for positions in chosen.values()), told)
    parts = {
        name: _Part(wanted, [each for each in positions if each in kept], export, done)
        for name, positions in chosen.items()
    }
    return asdict(pack(parts, _plan(export), sink))


def _wanted_inputs(export: Export) -> QuerySet[ReleaseInput]:
    rows = ReleaseInput.objects.filter(release=export.release_id).select_related("contest")
    return rows if export.takes_incomplete else rows.filter(is_complete=True)


@dataclass
class _Done:
    """How many texts of how many were read, and who is told."""

    total: int
    told: Progress
    done: int = 0

    def add(self, count: int) -> None:
        self.done += count
        self.told(self.done, self.total)


@dataclass(frozen=True)
class _Part:
    """The texts of a part, read from the database few at a time."""

    rows: QuerySet[ReleaseInput]
    positions: Sequence[int]
    export: Export
    done: _Done

    def __len__(self) -> int:
        return len(self.positions)

    def __iter__(self) -> Iterator[ExportText]:
        for start in range(0, len(self.positions), BATCH_SIZE):
            batch = self.positions[start : start + BATCH_SIZE]
            for item in self.rows.filter(position__in=batch).order_by("position"):
                yield _text(item, self.export)
            self.done.add(len(batch))


def _text(item: ReleaseInput, export: Export) -> ExportText:
    fields: dict[str, Any] = {
        "gamma": item.gamma,
        "annotators": item.annotators,
        "complete": item.is_complete,
    }
    if EXPORTS[export.choice][1].has_sources:
        sources = sources_told(item, keeps_document_ids=export.keeps_document_ids)
        documents = [source["document"] for source in sources]
        patients = sorted({each["patient"] for each in sources if each.get("patient")})
        fields |= {"document": documents, "patient": patients}
        fields |= {"contest": item.contest.name, "kind": item.kind}
    return ExportText(
        id=str(item.position),
        text=item.text,
        spans=[Span(unit["start"], unit["end"], unit["label"]) for unit in item.units],
        tokens=tuple(zip(item.tokens[::2], item.tokens[1::2], strict=True)),
        fields=fields,
    )


def _plan(export: Export) -> ExportPlan:
    release = export.release
    first = release.contests.all()[0]
    origin = {
        "release": release.name,
        "version": release.version,
        "checksum": release.checksum,
        "takes_incomplete": export.takes_incomplete,
        "keeps_document_ids": export.keeps_document_ids,
        "split": export.split.told if export.split else None,
    }
    cards = {
        f"DATACARD.{language}.md": card_markdown(release, language=language)
        for language in LANGUAGES
    }
    return ExportPlan(export.choice, export.policy, first.language, origin, cards)
