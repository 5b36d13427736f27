"""Who may see which contest, asked at the beginning of every view; a stranger gets 404."""

from django.http import Http404
from django.shortcuts import get_object_or_404

from accounts.requests import SignedInRequest
from contests.models import Contest, Membership


def managed_contest(request: SignedInRequest, contest_id: int) -> Contest:
    """Return a contest that this person manages."""
    return get_object_or_404(Contest.objects.managed_by(request.user), pk=contest_id)


def own_membership(request: SignedInRequest, contest_id: int) -> Membership:
    """Return the part that this person has as an annotator in a contest that they can see."""
    contest = get_object_or_404(Contest.objects.visible_to(request.user), pk=contest_id)
    members = contest.memberships.present().annotators().select_related("contest", "team")
    member = members.filter(user=request.user).first()
    if member is None:
        raise Http404
    return member
