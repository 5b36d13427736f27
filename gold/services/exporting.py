"""Exports: asking for one, packing it, keeping it in pieces, sending it."""

import hashlib
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import islice
from typing import Any

from django.db import transaction
from django.utils import timezone

from accounts.audit import Actor, record
from accounts.models import AuditEvent
from corpus.domain.spans import Span
from gold.cards import LANGUAGES, card_markdown
from gold.domain.canonical import canonical_line
from gold.domain.packing import HUGGINGFACE, ExportPlan, ExportText, Packed, pack
from gold.exceptions import NothingToExport
from gold.models import Export, ExportPiece, Release, ReleaseInput, Split
from gold.services.freezing import texts_of
from gold.services.makers import maker_of
from jobs.models import Job
from jobs.services import create_job

EXPORT = "gold.export"
PIECE_BYTES = 2**20
LINES_AT_ONCE = 100
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
        created_by=maker_of(actor),
    )
    job = create_job(
        kind=EXPORT,
        params={"export": export.pk},
        key=f"{EXPORT}:{export.pk}",
        created_by=actor.user,
    )
    export.job_id = job.pk
    export.save(update_fields=["job_id"])
    note_export(export=export, change="asked", actor=actor)
    return export, job


def note_export(*, export: Export, change: str, actor: Actor) -> None:
    """Write into the log of each contest that texts leave the platform."""
    for contest_id in export.release.contests.values_list("contest", flat=True):
        record(
            actor,
            AuditEvent.Action.EXPORTED,
            "export",
            export.pk,
            contest_id=contest_id,
            release=export.release_id,
            format=export.choice,
            change=change,
        )


def packed(export: Export) -> tuple[bytes, Packed]:
    """Return the archive; it depends on the release, the split and the options alone."""
    sink = BytesIO()
    texts = {
        item.position: _text(item, export.choice)
        for item in texts_of(export.release)
        if item.is_complete or export.takes_incomplete
    }
    parts = {
        name: [texts[position] for position in positions if position in texts]
        for name, positions in _parts(export, list(texts)).items()
    }
    counts = pack(parts, _plan(export), sink)
    return sink.getvalue(), counts


def _parts(export: Export, everything: Sequence[int]) -> dict[str, Sequence[int]]:
    return {WHOLE: everything} if export.split is None else dict(export.split.parts)


def _text(item: ReleaseInput, choice: str) -> ExportText:
    fields: dict[str, Any] = {
        "gamma": item.gamma,
        "annotators": item.annotators,
        "complete": item.is_complete,
    }
    if choice != HUGGINGFACE:
        documents = [source["document"] for source in item.sources]
        fields |= {"document": documents, "contest": item.contest.name, "kind": item.kind}
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
        "split": export.split.options if export.split else None,
    }
    cards = {
        f"DATACARD.{language}.md": card_markdown(release, language=language)
        for language in LANGUAGES
    }
    return ExportPlan(export.choice, export.policy, first.language, origin, cards)


def record_lines(release: Release) -> Iterator[bytes]:
    """Yield the texts of a release as lines of JSON, some at a time."""
    texts = texts_of(release)
    while some := list(islice(texts, LINES_AT_ONCE)):
        yield "".join(f"{canonical_line(item.canonical())}\n" for item in some).encode()


def store_piece(*, export: Export, number: int, archive: bytes) -> None:
    """Keep one piece of the archive."""
    content = archive[number * PIECE_BYTES : (number + 1) * PIECE_BYTES]
    ExportPiece.objects.create(export=export, number=number, content=content)


def finish(*, export: Export, archive: bytes, counts: Packed) -> None:
    """Note what the archive holds: from now on it can be downloaded."""
    Export.objects.filter(pk=export.pk).update(
        texts=counts.texts,
        misaligned=counts.misaligned,
        problems=counts.problems,
        size=len(archive),
        checksum=hashlib.sha256(archive).hexdigest(),
        finished_at=timezone.now(),
    )


def pieces_of(export: Export) -> Iterator[bytes]:
    """Yield the archive, a piece at a time."""
    numbers = list(export.pieces.values_list("number", flat=True))
    for number in numbers:
        yield bytes(export.pieces.get(number=number).content)
