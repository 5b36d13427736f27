"""Sending what leaves the platform, and writing down who took it."""

from django.http import HttpRequest, StreamingHttpResponse

from accounts.audit import Actor
from accounts.streaming import stream
from gold.models import Export, Release
from gold.services import exporting
from gold.services.releases import note_download

JSONL = "application/jsonl"
ZIP = "application/zip"


def send_archive(request: HttpRequest, export: Export, *, actor: Actor) -> StreamingHttpResponse:
    """Send the archive of an export."""
    exporting.note_export(export=export, change="downloaded", actor=actor)
    pieces = exporting.pieces_of(export)
    response = stream(request, pieces, content_type=ZIP, name=export.file_name)
    response["Content-Length"] = str(export.size)
    return response


def send_records(request: HttpRequest, release: Release, *, actor: Actor) -> StreamingHttpResponse:
    """Send the texts of a release with all that it says of them, one a line."""
    note_download(release=release, actor=actor)
    lines, name = exporting.record_lines(release), f"release-{release.pk}.jsonl"
    return stream(request, lines, content_type=f"{JSONL}; charset=utf-8", name=name)
