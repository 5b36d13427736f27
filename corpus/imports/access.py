"""Access to corpora and imports; what a person may not see answers 404."""

from django.shortcuts import get_object_or_404

from accounts.access import Guard
from accounts.roles import SignedInRequest
from corpus.documents.access import find_corpus
from corpus.imports.models import Import


def find_import(request: SignedInRequest, corpus_id: int, import_id: int) -> Import:
    """Return the import; raise Http404 if this person has no access to its corpus."""
    corpus = find_corpus(request, corpus_id)
    imports = Import.objects.filter(corpus=corpus).select_related("job", "created_by")
    imported = get_object_or_404(imports, pk=import_id)
    imported.corpus = corpus
    return imported


for_import_keepers = Guard(find_import, "corpus_id", "import_id")
