"""Sending what leaves the platform, and writing down who took it."""

from django.http import HttpRequest, StreamingHttpResponse

from accounts.audit import Actor
from gold.exports import services as exporting
from gold.exports.models import Export
from web.streaming import stream

ZIP = "application/zip"


def send_archive(request: HttpRequest, export: Export, *, actor: Actor) -> StreamingHttpResponse:
    """Send the archive of an export."""
    exporting.note_export(export=export, change="downloaded", actor=actor)
    pieces = exporting.pieces_of(export)
    response = stream(request, pieces, content_type=ZIP, name=export.file_name)
    response["Content-Length"] = str(export.size)
    return response
