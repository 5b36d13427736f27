"""The jobs that erase documents and corpora."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from corpus.corpora.services import ERASE_CORPUS, ERASE_DOCUMENT
from corpus.documents.models import Corpus, Document
from corpus.imports.services.forgetting import forget_documents
from jobs.erasing import erase_some
from jobs.registry import handler
from jobs.runs import JobRun, actor_of_job


@handler(ERASE_DOCUMENT, title=_("Erasing a document"))
def erase_document(run: JobRun) -> None:
    """Delete a document and everything derived from its lines."""
    actor = actor_of_job(run)
    documents = Document.objects.filter(pk=run.params["document"])
    label = gettext_noop("Deleting the document and everything derived from it")
    run.repeat(lambda: forget_documents(documents, actor=actor), label=label)


@handler(ERASE_CORPUS, title=_("Erasing a corpus"))
def erase_corpus(run: JobRun) -> None:
    """Delete a corpus with its documents, everything derived from them, and its imports."""
    actor = actor_of_job(run)
    corpus = Corpus.objects.filter(pk=run.params["corpus"], erasing_since__isnull=False)
    documents = Document.objects.filter(corpus__in=corpus)

    def erase() -> int:
        # The pieces of files are a megabyte each.
        return forget_documents(documents, actor=actor) or erase_some(corpus, size=100)

    run.repeat(erase, label=gettext_noop("Deleting the corpus and everything derived from it"))
