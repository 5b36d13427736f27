"""Whose contest it is, asked in front of every view; a stranger gets 404."""

from django.shortcuts import get_object_or_404

from accounts.access import Guard
from accounts.api import PersonAPIView
from accounts.roles import SignedInRequest
from contests.contest.models import Contest


def managed_contest(request: SignedInRequest, contest_id: int) -> Contest:
    """Return a contest that this person manages."""
    return get_object_or_404(Contest.objects.managed_by(request.user), pk=contest_id)


def visible_contest(request: SignedInRequest, contest_id: int) -> Contest:
    """Return a contest that this person takes part in, as a manager or an annotator."""
    return get_object_or_404(Contest.objects.visible_to(request.user), pk=contest_id)


for_managers = Guard(managed_contest, "contest_id")
for_participants = Guard(visible_contest, "contest_id")


class ManagedAPIView(PersonAPIView):
    """Base of API views for a contest's managers; anyone else gets 404."""

    def managed(self, contest_id: int) -> Contest:
        return get_object_or_404(Contest.objects.managed_by(self.person), pk=contest_id)
