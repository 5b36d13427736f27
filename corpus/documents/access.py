"""Access to corpora and imports; what a person may not see answers 404."""

from django.shortcuts import get_object_or_404

from accounts.access import Guard
from accounts.models import User
from accounts.roles import SignedInRequest, is_manager
from corpus.documents.models import Corpus


def may_see_corpora(user: User) -> bool:
    """Return whether this person sees the corpus pages: managers and keepers of a corpus."""
    return is_manager(user) or user.corpora.exists()


def find_corpus(request: SignedInRequest, corpus_id: int) -> Corpus:
    """Return the corpus; raise Http404 if this person has no access."""
    return get_object_or_404(Corpus.objects.visible_to(request.user), pk=corpus_id)


for_keepers = Guard(find_corpus, "corpus_id")
