"""Every page stands behind a guard: the resolver is the list, so a view without one fails."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import URLPattern, get_resolver

from accounts.access import Guard, for_signed_in

IDS = {"contest_id", "release_id", "corpus_id"}
# It answers in silence to who has signed out, and hands the rest to a guarded view.
GUARDED_INSIDE = {"contests:preview_guidelines"}
# Their views ask by themselves until they are written anew.
NOT_YET = ("agreement.runs.", "jobs.")


def _views(resolver: Any, space: str = "", ids: frozenset[str] = frozenset()) -> Iterator[Any]:
    """Return name, view and ids of every address below this one."""
    for each in resolver.url_patterns:
        own = ids | set(each.pattern.converters)
        if isinstance(each, URLPattern):
            yield f"{space}:{each.name}", each.callback, own
        else:
            yield from _views(each, each.namespace or space, own)


def _page_views() -> dict[str, Any]:
    """Return the views whose address names a contest, a release or a corpus, but not the API's."""
    views = list(_views(get_resolver()))
    # A call has a class, with permissions of its own.
    return {name: view for name, view, ids in views if IDS & ids and not hasattr(view, "cls")}


def _is_guarded(view: Any) -> bool:
    is_left_out = view.__module__.startswith(NOT_YET)
    return is_left_out or isinstance(getattr(view, "guard", None), Guard)


def test_every_page_of_a_contest_a_release_or_a_corpus_is_guarded():
    views = _page_views()
    assert len(views) > 150
    assert {name for name, view in views.items() if not _is_guarded(view)} == GUARDED_INSIDE


def test_a_view_without_a_guard_is_noticed():
    def naked(request, contest_id):
        return HttpResponse()

    assert not _is_guarded(naked)
    assert not _is_guarded(for_signed_in("GET")(naked))
    assert _is_guarded(Guard(lambda request, pk: pk, "contest_id")("GET")(naked))


def test_a_guard_gives_the_view_what_the_address_names(rf: RequestFactory, ana):
    guard = Guard(lambda request, one, two: (request.user, one, two), "one_id", "two_id")

    @guard("GET")
    def view(request, found, more):
        return HttpResponse(f"{found[0].name} {found[1:]} {more}")

    request = rf.get("/")
    request.user = ana
    assert view(request, one_id=1, two_id=2, more="x").content == b"Ana (1, 2) x"


@pytest.mark.parametrize(
    ("allowed", "asked", "status"),
    [
        (("GET",), "GET", 200),
        (("GET",), "HEAD", 200),
        (("GET",), "POST", 405),
        (("POST",), "POST", 200),
        (("POST",), "HEAD", 405),
        (("GET", "POST"), "POST", 200),
        (("GET", "POST"), "PUT", 405),
    ],
)
def test_a_guard_allows_the_named_methods(rf, ana, allowed, asked, status):
    request = rf.generic(asked, "/")
    request.user = ana
    view = for_signed_in(*allowed)(lambda request: HttpResponse())
    assert view(request).status_code == status


@pytest.mark.django_db
def test_after_a_sign_out_a_part_of_a_page_reloads_it_and_a_form_leads_to_the_sign_in():
    client, part = Client(), {"HX-Request": "true"}
    assert client.get("/contests/1/").url.startswith("/accounts/login/")
    assert client.get("/contests/1/", headers=part).headers["HX-Refresh"] == "true"
    assert client.post("/contests/1/people/", headers=part).url.startswith("/accounts/login/")
