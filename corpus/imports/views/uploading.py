"""Uploads: choose files, receive them, and start the job that reads them.

With JavaScript, files are sent in batches and answered in JSON. Without it, one form post sends as
many files as Django accepts at once.
"""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from django.conf import settings
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.audit import actor_of
from accounts.roles import SignedInRequest
from corpus.documents.access import for_keepers
from corpus.documents.models import Corpus
from corpus.imports.access import for_import_keepers
from corpus.imports.forms import ImportForm
from corpus.imports.models import Import
from corpus.imports.selectors import import_under_way
from corpus.imports.services.files import receive_file
from corpus.imports.services.imports import change_import, open_import, start_reading
from jobs.tasks import enqueue
from text.errors import Refusal
from web.errors import attempt, explain

# Below the usual limits of proxies, above the size of a batch of notes.
BATCH_FILES = 40
BATCH_MEGABYTES = 8


def _wants_json(request: HttpRequest) -> bool:
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def _refused(error: Refusal) -> JsonResponse:
    return JsonResponse({"error": explain(error)}, status=409)


@for_keepers("GET", "POST")
def new_import(request: SignedInRequest, corpus: Corpus) -> HttpResponse:
    """Choose files and reading options, and open an import."""
    under_way = import_under_way(corpus)
    if under_way is not None and request.method != "POST":
        return redirect("corpus:import", corpus.pk, under_way.pk)
    form = ImportForm(request.POST or None)
    if request.method == "POST":
        return _begin(request, corpus, form)
    return render(request, "corpus/imports/new.html", _form_page(corpus, form))


def _form_page(corpus: Corpus, form: ImportForm) -> dict[str, object]:
    return {"corpus": corpus, "form": form, "limits": upload_limits()}


def upload_limits() -> dict[str, int | None]:
    """Return the limits that the upload script checks."""
    return {
        "batch_files": BATCH_FILES,
        "batch_bytes": BATCH_MEGABYTES * 2**20,
        "files": settings.IMPORT_MAX_FILES,
        "bytes": settings.IMPORT_MAX_MB * 2**20,
        "files_at_once": settings.DATA_UPLOAD_MAX_NUMBER_FILES,
    }


def _begin(request: SignedInRequest, corpus: Corpus, form: ImportForm) -> HttpResponse:
    files = request.FILES.getlist("files")
    if form.is_valid() and not files and not _wants_json(request):
        form.add_error(None, _("Choose at least one file."))
    if not form.is_valid():
        return _form_again(request, corpus, form)
    try:
        imported = open_import(
            corpus=corpus,
            actor=actor_of(request),
            format=form.cleaned_data["format"],
            purpose=form.cleaned_data["purpose"],
            options=form.options,
        )
    except Refusal as error:
        if _wants_json(request):
            return _refused(error)
        form.add_error(None, explain(error))
        return _form_again(request, corpus, form)
    if _wants_json(request):
        return JsonResponse(_addresses(imported), status=201)
    return _receive_at_once(request, imported, files)


def _form_again(request: SignedInRequest, corpus: Corpus, form: ImportForm) -> HttpResponse:
    if _wants_json(request):
        reasons = [str(reason) for reasons in form.errors.values() for reason in reasons]
        return JsonResponse({"error": " ".join(reasons)}, status=400)
    return render(request, "corpus/imports/new.html", _form_page(corpus, form), status=400)


def _addresses(imported: Import) -> dict[str, str]:
    place = [imported.corpus_id, imported.pk]
    return {name: reverse(f"corpus:{name}", args=place) for name in ("receive", "read", "import")}


def _receive_at_once(
    request: SignedInRequest, imported: Import, files: Sequence[UploadedFile]
) -> HttpResponse:
    """Store all files of one post and start reading them; show a message if that fails."""
    try:
        for name, file in _named(files, []):
            receive_file(imported=imported, name=name, chunks=file.chunks())
        enqueue(start_reading(imported=imported, actor=actor_of(request)))
    except Refusal as error:
        # Received files are kept: more can be added, or the import read or discarded.
        messages.error(request, explain(error))
    return redirect("corpus:import", imported.corpus_id, imported.pk)


def _named(
    files: Sequence[UploadedFile], names: Sequence[str]
) -> Iterator[tuple[str, UploadedFile]]:
    """Yield the files with their paths, which browsers cut off in the file's own name."""
    for file, name in zip_longest(files, names[: len(files)]):
        yield name or file.name or "", file


@for_import_keepers("POST")
def receive(request: SignedInRequest, imported: Import) -> HttpResponse:
    """Store one batch of files; a batch that is sent again replaces itself."""
    files = request.FILES.getlist("files")
    if not _wants_json(request):
        return _receive_at_once(request, imported, files)
    try:
        for name, file in _named(files, request.POST.getlist("names")):
            receive_file(imported=imported, name=name, chunks=file.chunks())
    except Refusal as error:
        return _refused(error)
    return JsonResponse({"received": len(files)})


@for_import_keepers("POST")
def read(request: SignedInRequest, imported: Import) -> HttpResponse:
    """Start a job that reads the received files."""
    try:
        enqueue(start_reading(imported=imported, actor=actor_of(request)))
    except Refusal as error:
        if _wants_json(request):
            return _refused(error)
        messages.error(request, explain(error))
    if _wants_json(request):
        return JsonResponse(_addresses(imported))
    return redirect("corpus:import", imported.corpus_id, imported.pk)


@for_import_keepers("GET", "POST")
def change_options(request: SignedInRequest, imported: Import) -> HttpResponse:
    """Change the reading options, and read the received files again."""
    form = ImportForm(request.POST) if request.method == "POST" else ImportForm.of(imported)
    if form.is_bound and form.is_valid():
        with attempt(form):
            imported = change_import(
                imported=imported,
                actor=actor_of(request),
                format=form.cleaned_data["format"],
                purpose=form.cleaned_data["purpose"],
                options=form.options,
            )
            enqueue(start_reading(imported=imported, actor=actor_of(request)))
            return redirect("corpus:import", imported.corpus_id, imported.pk)
    context = {"corpus": imported.corpus, "imported": imported, "form": form}
    return render(request, "corpus/imports/options.html", context)
