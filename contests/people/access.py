"""Who may see which contest, asked at the beginning of every view; a stranger gets 404."""

from collections.abc import Iterable
from typing import Any, cast

from django.shortcuts import get_object_or_404
from rest_framework.request import Request
from rest_framework.views import APIView

from accounts.access import Guard
from accounts.audit import READ, actor_of, record
from accounts.models import ApiToken, User
from accounts.roles import SignedInRequest
from contests.contest.access import visible_contest
from contests.contest.models import Contest, ContestQuerySet
from contests.people.models import Membership
from web.api import check_person


class ContestAPIView(APIView):
    """Base of the calls that a contest's annotator makes; anyone else gets 404."""

    token_scope = ApiToken.Scope.ANNOTATE

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        check_person(request)

    @property
    def contests(self) -> ContestQuerySet:
        """What this person takes part in, whatever their role."""
        return Contest.objects.visible_to(cast("User", self.request.user))

    def annotator(self, contest_id: int) -> Membership:
        user = cast("User", self.request.user)
        contests = self.contests.filter(pk=contest_id)
        members = Membership.objects.present().annotators().select_related("contest")
        return get_object_or_404(members, contest__in=contests, user=user)

    def note_reading(self, contest_id: int, input_ids: Iterable[int]) -> None:
        """Write down whose eyes saw which inputs."""
        inputs = list(input_ids)
        record(actor_of(self.request), READ, "input", contest_id=contest_id, inputs=inputs)


def own_membership(request: SignedInRequest, contest_id: int) -> Membership:
    """Return the part that this person has as an annotator in a contest that they can see."""
    contest = visible_contest(request, contest_id)
    members = contest.memberships.present().annotators().select_related("contest", "team")
    return get_object_or_404(members, user=request.user)


for_annotators = Guard(own_membership, "contest_id")
