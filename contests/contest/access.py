"""The editor of a contest's categories: the list, presets, and one category at a time."""

from django.shortcuts import get_object_or_404
from django_htmx.middleware import HtmxDetails

from accounts.roles import SignedInRequest
from contests.contest.models import Contest


def managed_contest(request: SignedInRequest, contest_id: int) -> Contest:
    """Return a contest that this person manages."""
    return get_object_or_404(Contest.objects.managed_by(request.user), pk=contest_id)


class EditorRequest(SignedInRequest):
    """What the editor's views are given: some parts of its page renew themselves."""

    htmx: HtmxDetails


def managed_contest_categories(request: SignedInRequest, contest_id: int) -> Contest:
    """Return the contest whose categories this person may look after."""
    return get_object_or_404(Contest.objects.managed_by(request.user), pk=contest_id)


class PageRequest(SignedInRequest):
    """What the views here are given: some parts of their pages renew themselves."""

    htmx: HtmxDetails


def managed_contest_detection(request: SignedInRequest, contest_id: int) -> Contest:
    """Return the contest if this person manages it."""
    return get_object_or_404(Contest.objects.managed_by(request.user), pk=contest_id)
