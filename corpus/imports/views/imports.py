"""The pages of an import: state, preview, problems, sample documents and actions."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, QuerySet, Sum
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRefresh

from accounts.audit import EXPORTED, READ, actor_of, record
from accounts.roles import SignedInRequest
from corpus.documents.models import Chunk, Document
from corpus.documents.services import describe_erasure
from corpus.imports.access import for_import_keepers
from corpus.imports.forms import ENCODING_WORDS, ImportForm
from corpus.imports.models import Import, ImportProblem
from corpus.imports.selectors import (
    documents_of,
    figures_of_import,
    read_document,
    repeated_lines,
    repetition_of,
)
from corpus.imports.services.imports import discard_import, erase_import, take_import
from corpus.imports.views.uploading import upload_limits
from jobs.services import cancel_job
from jobs.tasks import enqueue
from web.errors import attempt, explain
from web.forms import ErasureForm
from web.streaming import table

PROBLEMS_PER_PAGE = 50


@dataclass(frozen=True)
class Explained:
    """A problem and its translated message."""

    problem: ImportProblem
    words: str


def explained(problems: Iterable[ImportProblem]) -> list[Explained]:
    """Return problems with their translated messages."""
    return [Explained(problem, explain(problem)) for problem in problems]


def worst_first(problems: QuerySet[ImportProblem]) -> QuerySet[ImportProblem]:
    """Return errors before warnings, each in the order of the files."""
    # Alphabetical order of the severities, as in the index.
    return problems.order_by("severity", "id")


def _chosen_problems(request: SignedInRequest, imported: Import) -> QuerySet[ImportProblem]:
    found = worst_first(imported.problems.all())
    severity = _severity(request)
    return found.filter(severity=severity) if severity else found


def _severity(request: SignedInRequest) -> str:
    wanted = request.GET.get("severity", "")
    return wanted if wanted in ImportProblem.Severity.values else ""


@for_import_keepers("GET")
def problems(request: SignedInRequest, imported: Import) -> HttpResponse:
    """List the problems of an import."""
    found = _chosen_problems(request, imported)
    page = Paginator(found, PROBLEMS_PER_PAGE).get_page(request.GET.get("page"))
    severity = _severity(request)
    context = {
        "corpus": imported.corpus,
        "imported": imported,
        "page": page,
        "problems": explained(page.object_list),
        "severity": severity,
        # Only the first of very many problems are stored.
        "kept": imported.problems.count(),
        "counted": imported.errors + imported.warnings,
        "query": urlencode({"severity": severity}) if severity else "",
    }
    return render(request, "corpus/imports/problems.html", context)


@for_import_keepers("GET")
def problems_csv(request: SignedInRequest, imported: Import) -> HttpResponse:
    """Send the problems as a CSV file."""
    found = _chosen_problems(request, imported)
    header = [_("Severity"), _("File"), _("Line"), _("Problem")]
    rows = (
        [
            each.problem.get_severity_display(),
            each.problem.file,
            each.problem.line or "",
            each.words,
        ]
        for each in explained(found.iterator())
    )
    actor = actor_of(request)
    record(actor, EXPORTED, "import", imported.pk, corpus=imported.corpus_id)
    return table(header, rows, name=f"problems-{imported.pk}.csv", for_spreadsheets=True)


@for_import_keepers("GET")
def sample(request: SignedInRequest, imported: Import) -> HttpResponse:
    """Show a sample document: a part of the preview, or a page of its own without JavaScript."""
    if request.GET.get("place") == "random":
        return redirect(_random_place(request, imported))
    context = {"corpus": imported.corpus, "imported": imported, **sample_context(request, imported)}
    name = "_sample" if request.headers.get("HX-Request") else "sample"
    return render(request, f"corpus/imports/{name}.html", context)


def _sample_documents(request: SignedInRequest, imported: Import) -> QuerySet[Document]:
    documents = documents_of(imported).order_by("pk")
    wanted = request.GET.get("type")
    return documents if wanted is None else documents.filter(document_type=wanted)


def _random_place(request: SignedInRequest, imported: Import) -> str:
    count = _sample_documents(request, imported).count()
    query: dict[str, int | str] = {"place": secrets.randbelow(count) + 1 if count else 1}
    if "type" in request.GET:
        query["type"] = request.GET["type"]
    address = reverse("corpus:sample", args=[imported.corpus_id, imported.pk])
    return f"{address}?{urlencode(query)}"


def sample_context(request: SignedInRequest, imported: Import) -> dict[str, object]:
    """Return the context of a sample document, and log the access."""
    page = Paginator(_sample_documents(request, imported), 1).get_page(request.GET.get("place"))
    documents = documents_of(imported)
    types = documents.order_by("document_type").values_list("document_type", flat=True)
    chosen = request.GET.get("type")
    context: dict[str, object] = {
        "sample": page,
        "types": list(types.distinct()),
        "chosen_type": chosen,
        "type_query": "" if chosen is None else f"&{urlencode({'type': chosen})}",
    }
    document = next(iter(page.object_list), None)
    if document is not None:
        document.corpus = imported.corpus
        context["reading"] = read_document(document, imported=imported)
        actor = actor_of(request)
        record(actor, READ, "document", document.pk, corpus=imported.corpus_id)
    return context


FIRST_PROBLEMS = 8
FIRST_FILES = 12
# The states in which the page shows the job's progress.
AT_WORK = (Import.State.READING, Import.State.DISCARDING)


@for_import_keepers("GET")
def import_home(request: SignedInRequest, imported: Import) -> HttpResponse:
    """Show the state of an import or, once it is read, its preview."""
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
        return render(request, "corpus/imports/preview.html", context)
    return render(request, "corpus/imports/state.html", context)


def _preview(request: SignedInRequest, imported: Import) -> dict[str, object]:
    repetition = repetition_of(imported)
    record(actor_of(request), READ, "import", imported.pk, corpus=imported.corpus_id)
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
    """Return the stored options with the form's labels."""
    fields = ImportForm.base_fields
    return [
        {"label": fields[name].label, "value": ENCODING_WORDS.get(value, value)}
        for name, value in imported.options.items()
        if name in fields
    ]


@for_import_keepers("GET")
def progress(request: SignedInRequest, imported: Import) -> HttpResponse:
    """Show the job's progress; reload the page once the job has ended."""
    if imported.state not in AT_WORK or imported.has_stopped:
        return HttpResponseClientRefresh()
    context = {"corpus": imported.corpus, "imported": imported, "job": imported.job}
    return render(request, "corpus/imports/_progress.html", context)


@for_import_keepers("POST")
def stop(request: SignedInRequest, imported: Import) -> HttpResponse:
    """Stop reading; the received files are kept."""
    if imported.job is not None:
        cancel_job(job=imported.job, actor=actor_of(request))
        messages.info(request, _("Reading will stop shortly."))
    return redirect("corpus:import", imported.corpus_id, imported.pk)


@for_import_keepers("POST")
def take(request: SignedInRequest, imported: Import) -> HttpResponse:
    """Take the import into the corpus."""
    with attempt(request):
        valid_only = request.POST.get("valid_only") == "yes"
        enqueue(take_import(imported=imported, valid_only=valid_only, actor=actor_of(request)))
        messages.success(request, _("The documents have been added to the corpus."))
    return redirect("corpus:import", imported.corpus_id, imported.pk)


@for_import_keepers("POST")
def discard(request: SignedInRequest, imported: Import) -> HttpResponse:
    """Discard the import."""
    with attempt(request):
        enqueue(discard_import(imported=imported, actor=actor_of(request)))
        messages.success(request, _("The import has been discarded. The corpus is unchanged."))
    return redirect("corpus:import", imported.corpus_id, imported.pk)


@for_import_keepers("GET", "POST")
def erase(request: SignedInRequest, imported: Import) -> HttpResponse:
    """Ask for a reason, then start a job that deletes a taken import and everything derived from it."""
    if imported.state != Import.State.TAKEN:
        raise Http404
    form = ErasureForm(request.POST or None)
    place = [imported.corpus_id, imported.pk]
    if request.method == "POST" and form.is_valid():
        with attempt(form):
            reason, actor = form.cleaned_data["reason"], actor_of(request)
            enqueue(erase_import(imported=imported, reason=reason, actor=actor))
            return redirect("corpus:import", *place)
    context = {
        "corpus": imported.corpus,
        "bar": "corpus/documents/_bar.html",
        "current": "imports",
        "title": _("Erase this import"),
        "words": _("Its documents and annotations leave the corpus at once and are then deleted."),
        "consequences": describe_erasure(Chunk.objects.filter(document__imported_in=imported)),
        "form": form,
        "yes": _("Erase the import"),
        "back": reverse("corpus:import", args=place),
    }
    return render(request, "web/erase.html", context)
