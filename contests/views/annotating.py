"""The page on which people annotate."""

import json
from collections.abc import Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import ensure_csrf_cookie

from accounts.requests import SignedInRequest
from contests.annotating_words import page_words
from contests.domain.guidelines.outline import slug
from contests.domain.labels import short_name
from contests.models import Category, Contest
from contests.selectors import contests as selectors
from contests.selectors.annotating import is_annotating
from contests.selectors.guidelines import latest_revision
from contests.selectors.own_keys import keys_of

# So many labels are found faster by typing than by looking.
SEARCH_ABOVE = 20
# How many tasks are fetched ahead: where people share the inputs, nobody should hoard them.
AHEAD = {Contest.Routing.SEQUENCE: 30, Contest.Routing.COVERAGE: 8}
NO_ID = "00000000-0000-0000-0000-000000000000"


@login_required
@ensure_csrf_cookie
def annotate(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Show the annotation page to an annotator; tasks and answers go over the API."""
    contest = get_object_or_404(Contest.objects.visible_to(request.user), pk=contest_id)
    members = contest.memberships.present().annotators().select_related("team")
    member = get_object_or_404(members, user=request.user)
    if not is_annotating(member):
        return redirect("contests:home", contest.pk)
    context = page_context(request, contest, ahead=AHEAD[Contest.Routing(contest.routing)])
    context |= {
        "own": selectors.own_progress(member, now=timezone.now()),
        "progress": selectors.collective_progress(contest),
    }
    return render(request, "contests/annotate.html", context)


def page_context(request: SignedInRequest, contest: Contest, **special: object) -> dict[str, Any]:
    """Return what `contests/_annotator.html` needs; `special` is told to the page's script as well."""
    labels = offered_labels(contest, keys_of(request.user, contest))
    return {
        "contest": contest,
        "labels": labels,
        "is_searchable": len(labels) > SEARCH_ABOVE,
        "guidelines": latest_revision(contest),
        "config": json.dumps(_config(request, contest, labels) | special),
        "words": json.dumps(page_words()),
    }


def offered_labels(contest: Contest, keys: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return the labels of the bar in their order, with their keys; the first of a family says so."""
    offered = contest.categories.filter(archived_at=None).select_related("supercategory")
    labels = [_label(category, keys[category.label]) for category in offered]
    for before, label in zip([None, *labels], labels, strict=False):
        label["starts_family"] = before is None or before["sup"] != label["sup"]
    return labels


def _label(category: Category, shortcut: str) -> dict[str, Any]:
    return {
        "label": category.label,
        "name": short_name(category.label),
        "family": category.supercategory.name,
        "sup": category.supercategory_id,
        "shortcut": shortcut,
        "description": category.description,
        "anchor": slug(category.label),
    }


def _config(
    request: SignedInRequest, contest: Contest, labels: list[dict[str, Any]]
) -> dict[str, Any]:
    own = [contest.pk]
    sending = sending_config(request, contest)
    urls = {
        "tasks": reverse("contests:api_tasks", args=own),
        "history": reverse("contests:api_history", args=own),
        "withdraw": reverse("contests:api_withdraw", args=[*own, NO_ID]),
        "guidelines": reverse("contests:guidelines", args=own),
    }
    return sending | {
        "email": request.user.email,
        "keys": request.user.keys,
        "labels": labels,
        "urls": sending["urls"] | urls,
    }


def sending_config(request: SignedInRequest, contest: Contest) -> dict[str, Any]:
    """Return what a page's script needs to find this person's waiting answers and to send them."""
    return {
        "contest": contest.pk,
        "person": request.user.pk,
        "csrf": get_token(request),
        "urls": {
            "answers": reverse("contests:api_answers", args=[contest.pk]),
            "session": reverse("api_session"),
        },
    }
