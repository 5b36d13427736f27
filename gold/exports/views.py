"""Pages about exports: asking for one, how far it is, downloading."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render

from accounts.audit import Actor, actor_of
from accounts.roles import SignedInRequest
from formats.kinds import title_of
from gold.exports import services as exporting
from gold.exports.forms import ExportForm
from gold.exports.models import Export
from gold.releases.access import for_release_readers
from gold.releases.models import Release
from jobs.files import send_file
from jobs.selectors import with_jobs
from jobs.tasks import enqueue
from web.errors import attempt

SHOWN = 50


@for_release_readers("GET", "POST")
def exports(request: SignedInRequest, release: Release) -> HttpResponse:
    """Show the exports of a release, and ask for another."""
    first = {"split": request.GET.get("split")}
    form = ExportForm(request.POST or None, initial=first, release=release)
    if request.method == "POST" and form.is_valid():
        with attempt(request):
            _, job = exporting.start_exporting(
                release=release, **form.cleaned_data, actor=actor_of(request)
            )
            enqueue(job)
        return redirect("gold:exports", release.pk)
    rows = list(release.exports.select_related("created_by", "split")[:SHOWN])
    shown = [(row, title_of(row.choice), job) for row, job in with_jobs(rows)]
    live = [job for _row, _name, job in shown if job is not None and job.is_live]
    context = {
        "release": release,
        "form": form,
        "rows": shown,
        # The oldest of those at work: it ends first.
        "job": live[-1] if live else None,
    }
    return render(request, "gold/exports/exports.html", context)


@for_release_readers("GET")
def download(request: SignedInRequest, release: Release, export_id: int) -> HttpResponseBase:
    """Send the archive, and write down who took it."""
    made = release.exports.select_related("split").filter(finished_at__isnull=False)
    export = get_object_or_404(made, pk=export_id)
    return send_archive(request, export, actor=actor_of(request))


ZIP = "application/zip"


def send_archive(request: HttpRequest, export: Export, *, actor: Actor) -> StreamingHttpResponse:
    """Send the archive of an export."""
    exporting.note_export(export=export, change="downloaded", actor=actor)
    return send_file(request, export, content_type=ZIP)
