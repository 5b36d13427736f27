"""What this person may see; anything else is not there (404)."""

from django.shortcuts import get_object_or_404

from accounts.access import Guard
from accounts.models import User
from accounts.roles import SignedInRequest, is_manager
from corpus.documents.models import Corpus


def may_see_corpora(user: User) -> bool:
    """Return whether the pages about corpora are for this person: managers, and who keeps one."""
    return is_manager(user) or user.corpora.exists()


def find_corpus(request: SignedInRequest, corpus_id: int) -> Corpus:
    """Return the corpus, if this person may use it."""
    return get_object_or_404(Corpus.objects.visible_to(request.user), pk=corpus_id)


for_keepers = Guard(find_corpus, "corpus_id")
