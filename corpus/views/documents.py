"""The documents of a corpus: a list to search by id and type, and each beside its source."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render

from accounts.audit import actor_of, record
from accounts.models import AuditEvent
from accounts.requests import SignedInRequest
from corpus.forms import DocumentFilterForm
from corpus.models import Document
from corpus.selectors.corpora import documents_of, types_of
from corpus.selectors.reading import read_document
from corpus.views.access import find_corpus, for_keepers

DOCUMENTS_PER_PAGE = 50


@for_keepers
def document_list(request: SignedInRequest, corpus_id: int) -> HttpResponse:
    """Show the documents of a corpus, by id and type."""
    corpus = find_corpus(request, corpus_id)
    form = DocumentFilterForm(request.GET or None, types=types_of(corpus))
    chosen = form.cleaned_data if form.is_bound and form.is_valid() else {}
    found = documents_of(
        corpus,
        external_id=chosen.get("id", ""),
        document_type=chosen.get("type") or None,
    )
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "corpus": corpus,
        "form": form,
        "page": Paginator(found, DOCUMENTS_PER_PAGE).get_page(request.GET.get("page")),
        "query": query.urlencode(),
    }
    return render(request, "corpus/documents.html", context)


@for_keepers
def document(request: SignedInRequest, corpus_id: int, document_id: int) -> HttpResponse:
    """Show a document of the corpus beside its source; who looks at it is written down."""
    corpus = find_corpus(request, corpus_id)
    documents = Document.objects.taken().filter(corpus=corpus).select_related("imported_in")
    found = get_object_or_404(documents, pk=document_id)
    found.corpus = corpus
    record(actor_of(request), AuditEvent.Action.READ, "document", found.pk, corpus=corpus.pk)
    context = {"corpus": corpus, "document": found, "reading": read_document(found)}
    return render(request, "corpus/document.html", context)
