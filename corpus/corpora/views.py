"""The pages of corpora: list, overview, settings, keepers and documents."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import ask_about_unproven, for_signed_in
from accounts.audit import READ, actor_of, record
from accounts.models import User
from accounts.roles import SignedInRequest, is_manager
from corpus.corpora import services as corpora
from corpus.corpora.forms import RULE_WORDS, CorpusForm, DocumentFilterForm, KeeperForm
from corpus.corpora.services import corpora_with_counts, documents_of, types_of
from corpus.documents.access import for_keepers, may_see_corpora
from corpus.documents.models import Chunk, Corpus, Document
from corpus.documents.services import describe_erasure
from corpus.imports.selectors import figures_of_corpus, import_under_way, read_document
from jobs.tasks import enqueue
from web.errors import attempt
from web.forms import ErasureForm

FIRST_DOCUMENTS = 8
IMPORTS_PER_PAGE = 10


@for_signed_in("GET")
def corpus_list(request: SignedInRequest) -> HttpResponse:
    """List the corpora that this person keeps; people who are neither managers nor keepers get 404."""
    if not may_see_corpora(request.user):
        raise Http404
    context = {"corpora": corpora_with_counts(request.user), "may_create": is_manager(request.user)}
    return render(request, "corpus/corpora/list.html", context)


@for_signed_in("GET", "POST")
def new_corpus(request: SignedInRequest) -> HttpResponse:
    """Create a corpus, then redirect to its first import."""
    if not is_manager(request.user):
        raise Http404
    form = CorpusForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with attempt(form.refuse):
            corpus = corpora.create_corpus(
                owner=request.user, actor=actor_of(request), **form.cleaned_data
            )
            messages.success(request, _("The corpus is ready for its first files."))
            return redirect("corpus:new_import", corpus.pk)
    return render(request, "corpus/corpora/new.html", {"form": form})


@for_keepers("GET")
def corpus_home(request: SignedInRequest, corpus: Corpus) -> HttpResponse:
    """Show a corpus's figures, imports, rules and keepers."""
    documents = documents_of(corpus)
    imports = corpus.imports.select_related("created_by")
    context = {
        "corpus": corpus,
        "figures": figures_of_corpus(corpus),
        "documents": documents[:FIRST_DOCUMENTS],
        "under_way": import_under_way(corpus),
        "page": Paginator(imports, IMPORTS_PER_PAGE).get_page(request.GET.get("page")),
        "keepers": corpus.keepers.order_by("name", "email"),
        "keeper_form": KeeperForm(),
        "rules": [
            {"words": words, "applies": getattr(corpus, name)} for name, words in RULE_WORDS.items()
        ],
        "without_import": corpus.documents.filter(imported_in=None).exists(),
    }
    return render(request, "corpus/corpora/home.html", context)


@for_keepers("GET", "POST")
def corpus_settings(request: SignedInRequest, corpus: Corpus) -> HttpResponse:
    """Change a corpus's settings; its rules are fixed once it has documents."""
    is_fixed = Document.objects.filter(corpus=corpus).exists()
    form = CorpusForm(request.POST or None, instance=corpus, is_fixed=is_fixed)
    if request.method == "POST" and form.is_valid():
        with attempt(form.refuse):
            corpora.change_corpus(corpus=corpus, actor=actor_of(request), **form.cleaned_data)
            messages.success(request, _("Your changes have been saved."))
            return redirect("corpus:home", corpus.pk)
    context = {
        "corpus": corpus,
        "form": form,
        "is_fixed": is_fixed,
        "may_be_deleted": not is_fixed and import_under_way(corpus) is None,
    }
    return render(request, "corpus/corpora/settings.html", context)


@for_keepers("POST")
def delete(request: SignedInRequest, corpus: Corpus) -> HttpResponse:
    """Delete an empty corpus."""
    with attempt(request):
        corpora.delete_corpus(corpus=corpus, actor=actor_of(request))
        messages.success(request, _("The corpus has been deleted."))
        return redirect("corpus:list")
    return redirect("corpus:settings", corpus.pk)


@for_keepers("POST")
def add_keeper(request: SignedInRequest, corpus: Corpus) -> HttpResponse:
    """Give someone access to the corpus."""
    form = KeeperForm(request.POST)
    if form.is_valid() and form.person is not None:
        back = reverse("corpus:home", args=[corpus.pk])
        question = ask_about_unproven(request, form.person, back=back)
        if question is not None:
            return question
        corpora.add_keeper(corpus=corpus, user=form.person, actor=actor_of(request))
        messages.success(
            request, _("%(person)s can now use this corpus.") % {"person": form.person}
        )
    else:
        for reason in form.errors.get("email", []):
            messages.error(request, str(reason))
    return redirect("corpus:home", corpus.pk)


@for_keepers("POST")
def remove_keeper(request: SignedInRequest, corpus: Corpus, user_id: int) -> HttpResponse:
    """Remove someone's access to the corpus."""
    person = get_object_or_404(User, corpora=corpus, pk=user_id)
    with attempt(request):
        corpora.remove_keeper(corpus=corpus, user=person, actor=actor_of(request))
        messages.success(
            request, _("%(person)s can no longer use this corpus.") % {"person": person}
        )
        still_there = Corpus.objects.visible_to(request.user).filter(pk=corpus.pk).exists()
        return redirect("corpus:home", corpus.pk) if still_there else redirect("corpus:list")
    return redirect("corpus:home", corpus.pk)


DOCUMENTS_PER_PAGE = 50


@for_keepers("GET")
def document_list(request: SignedInRequest, corpus: Corpus) -> HttpResponse:
    """List the documents of a corpus, filtered by id and type."""
    form = DocumentFilterForm(request.GET or None, types=types_of(corpus))
    chosen = form.cleaned_data if form.is_bound and form.is_valid() else {}
    found = documents_of(
        corpus, external_id=chosen.get("id", ""), document_type=chosen.get("type") or None
    )
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "corpus": corpus,
        "form": form,
        "page": Paginator(found, DOCUMENTS_PER_PAGE).get_page(request.GET.get("page")),
        "query": query.urlencode(),
    }
    return render(request, "corpus/corpora/documents.html", context)


def _document(corpus: Corpus, document_id: int) -> Document:
    documents = Document.objects.taken().filter(corpus=corpus).select_related("imported_in")
    found = get_object_or_404(documents, pk=document_id)
    found.corpus = corpus
    return found


@for_keepers("GET")
def document(request: SignedInRequest, corpus: Corpus, document_id: int) -> HttpResponse:
    """Show a document next to its source and log the access."""
    found = _document(corpus, document_id)
    record(actor_of(request), READ, "document", found.pk, corpus=corpus.pk)
    context = {"corpus": corpus, "document": found, "reading": read_document(found)}
    return render(request, "corpus/corpora/document.html", context)


@for_keepers("GET", "POST")
def erase_document(request: SignedInRequest, corpus: Corpus, document_id: int) -> HttpResponse:
    """Ask for a reason, then start a job that deletes a document and everything derived from it."""
    found = _document(corpus, document_id)
    form = ErasureForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with attempt(form):
            reason = form.cleaned_data["reason"]
            enqueue(
                corpora.start_erasing_document(
                    document=found, reason=reason, actor=actor_of(request)
                )
            )
            words = _("The document %(document)s is being erased.")
            messages.success(request, words % {"document": found.external_id})
            return redirect("corpus:documents", corpus.pk)
    lines = Chunk.objects.filter(document=found)
    context = _erasure(corpus, lines, form) | {
        "title": _("Erase the document %(document)s") % {"document": found.external_id},
        "current": "document",
        "words": _(
            "For a document that must no longer be kept or should never have been imported."
        ),
        "yes": _("Erase the document"),
        "back": reverse("corpus:document", args=[corpus.pk, found.pk]),
    }
    return render(request, "web/erase.html", context)


@for_keepers("GET", "POST")
def erase(request: SignedInRequest, corpus: Corpus) -> HttpResponse:
    """Ask for a reason, then start a job that deletes a corpus and everything derived from it."""
    form = ErasureForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with attempt(form):
            reason, actor = form.cleaned_data["reason"], actor_of(request)
            enqueue(corpora.start_erasing_corpus(corpus=corpus, reason=reason, actor=actor))
            words = _("The corpus “%(corpus)s” is being erased. Nobody can see it any more.")
            messages.success(request, words % {"corpus": corpus.name})
            return redirect("corpus:list")
    context = _erasure(corpus, Chunk.objects.filter(document__corpus=corpus), form) | {
        "title": _("Erase “%(corpus)s”") % {"corpus": corpus.name},
        "words": _("The corpus disappears for everyone at once."),
        "yes": _("Erase the corpus"),
        "back": reverse("corpus:settings", args=[corpus.pk]),
    }
    return render(request, "web/erase.html", context)


def _erasure(corpus: Corpus, lines: QuerySet[Chunk], form: ErasureForm) -> dict[str, object]:
    return {
        "corpus": corpus,
        "bar": "corpus/documents/_bar.html",
        "current": "settings",
        "consequences": describe_erasure(lines),
        "form": form,
    }
