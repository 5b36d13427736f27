"""What this person may see; anything else is not there (404)."""

from collections.abc import Callable
from functools import wraps
from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django_htmx.http import HttpResponseClientRefresh

from accounts.models import User
from accounts.roles import SignedInRequest, is_manager
from corpus.documents.models import Corpus


def may_see_corpora(user: User) -> bool:
    """Return whether the pages about corpora are for this person: managers, and who keeps one."""
    return is_manager(user) or user.corpora.exists()


View = Callable[..., HttpResponse]


def for_keepers(view: View) -> View:
    """Show a page to managers and to who keeps a corpus; to others it does not exist."""

    @login_required
    def of_person(request: SignedInRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not may_see_corpora(request.user):
            raise Http404
        return view(request, *args, **kwargs)

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        # A part of a page, asked for after a sign-out: the whole page is to load again.
        if request.headers.get("HX-Request") and not request.user.is_authenticated:
            return HttpResponseClientRefresh()
        return of_person(cast(SignedInRequest, request), *args, **kwargs)

    return answer


def find_corpus(request: SignedInRequest, corpus_id: int) -> Corpus:
    """Return the corpus, if this person may use it."""
    return get_object_or_404(Corpus.objects.visible_to(request.user), pk=corpus_id)
