"""An import: how far it is, what it would bring, and the decision to take or discard it."""

from django.contrib import messages
from django.db.models import Count, Sum
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRefresh

from accounts.audit import actor_of, record
from accounts.models import AuditEvent
from accounts.requests import SignedInRequest
from corpus import wording
from corpus.exceptions import Refusal
from corpus.forms import ENCODING_WORDS, ImportForm
from corpus.models import Import
from corpus.selectors.figures import figures_of_import, repeated_lines, repetition_of
from corpus.services.imports import discard_import, take_import
from corpus.views.access import find_import, for_keepers
from corpus.views.preview import explained, sample_context, worst_first
from corpus.views.uploading import upload_limits
from jobs.services import cancel_job
from jobs.tasks import enqueue

FIRST_PROBLEMS = 8
FIRST_FILES = 12
# What the page shows by itself while something is under way.
AT_WORK = (Import.State.READING, Import.State.DISCARDING)


@for_keepers
def import_home(request: SignedInRequest, corpus_id: int, import_id: int) -> HttpResponse:
    """Show where an import stands; once it is read, what it would bring."""
    imported = find_import(request, corpus_id, import_id)
    received = imported.files.aggregate(count=Count("pk"), size=Sum("size"))
    context: dict[str, object] = {
        "corpus": imported.corpus,
        "imported": imported,
        "files": imported.files.all()[:FIRST_FILES],
        "file_count": received["count"],
        "file_size": received["size"] or 0,
        "limits": upload_limits(),
    }
    if imported.state in (Import.State.CHECKED, Import.State.TAKEN):
        context |= _preview(request, imported)
        return render(request, "corpus/import_preview.html", context)
    return render(request, "corpus/import_state.html", context)


def _preview(request: SignedInRequest, imported: Import) -> dict[str, object]:
    repetition = repetition_of(imported)
    record(
        actor_of(request),
        AuditEvent.Action.READ,
        "import",
        imported.pk,
        corpus=imported.corpus_id,
    )
    return {
        "figures": figures_of_import(imported),
        "repetition": repetition,
        "repeated": repeated_lines(imported, repetition),
        "problems": explained(worst_first(imported.problems.all())[:FIRST_PROBLEMS]),
        "options": _chosen(imported),
        "problem_count": imported.errors + imported.warnings,
        **sample_context(request, imported),
    }


def _chosen(imported: Import) -> list[dict[str, object]]:
    """Return the choices that were made, as the form calls them."""
    fields = ImportForm.base_fields
    return [
        {"label": fields[name].label, "value": ENCODING_WORDS.get(value, value)}
        for name, value in imported.options.items()
        if name in fields
    ]


@for_keepers
@never_cache
@require_safe
def progress(request: SignedInRequest, corpus_id: int, import_id: int) -> HttpResponse:
    """Return how far the job is; once it has ended, let the page show what came of it."""
    imported = find_import(request, corpus_id, import_id)
    if imported.state not in AT_WORK or imported.has_stopped:
        return HttpResponseClientRefresh()
    context = {"corpus": imported.corpus, "imported": imported, "job": imported.job}
    return render(request, "corpus/_import_progress.html", context)


@for_keepers
@require_POST
def stop(request: SignedInRequest, corpus_id: int, import_id: int) -> HttpResponse:
    """Stop the job that reads; what was received stays."""
    imported = find_import(request, corpus_id, import_id)
    if imported.job is not None:
        cancel_job(job=imported.job, actor=actor_of(request))
        messages.info(request, _("Reading stops at its next step."))
    return redirect("corpus:import", corpus_id, import_id)


@for_keepers
@require_POST
def take(request: SignedInRequest, corpus_id: int, import_id: int) -> HttpResponse:
    """Make what was read part of the corpus."""
    imported = find_import(request, corpus_id, import_id)
    try:
        job = take_import(
            imported=imported,
            valid_only=request.POST.get("valid_only") == "yes",
            actor=actor_of(request),
        )
    except Refusal as error:
        messages.error(request, wording.refusal(error))
    else:
        if job is not None:
            enqueue(job)
        messages.success(request, _("The documents are in the corpus."))
    return redirect("corpus:import", corpus_id, import_id)


@for_keepers
@require_POST
def discard(request: SignedInRequest, corpus_id: int, import_id: int) -> HttpResponse:
    """Delete what was received and read."""
    imported = find_import(request, corpus_id, import_id)
    try:
        job = discard_import(imported=imported, actor=actor_of(request))
    except Refusal as error:
        messages.error(request, wording.refusal(error))
    else:
        if job is not None:
            enqueue(job)
        messages.success(request, _("The import is discarded. The corpus is as it was."))
    return redirect("corpus:import", corpus_id, import_id)
