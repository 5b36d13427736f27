"""Which gold set an address names, and who may see how the detector does on it."""

from django.shortcuts import get_object_or_404

from accounts.access import Guard
from accounts.roles import SignedInRequest
from contests.contest.access import managed_contest
from contests.contest.models import Contest
from gold.evaluations.forms import SubsetForm
from gold.evaluations.models import Evaluation
from gold.evaluations.selectors import ContestGold, GoldSet, latest_gold
from gold.releases.access import frozen_release
from gold.releases.models import Release


def _owner(request: SignedInRequest, contest_id: int, release_id: int) -> Contest | Release:
    """Return a contest that this person manages, or a release that they may read; one id is 0."""
    if contest_id:
        return managed_contest(request, contest_id)
    return frozen_release(request, release_id)


def gold_set(request: SignedInRequest, contest_id: int, release_id: int) -> GoldSet:
    """Return a contest's gold; of a release what is asked for, else what was evaluated last."""
    owner = _owner(request, contest_id, release_id)
    if isinstance(owner, Contest):
        return ContestGold(owner)
    form = SubsetForm(request.POST or request.GET, release=owner)
    return form.gold if form.is_valid() else latest_gold(owner)


def finished_evaluation(
    request: SignedInRequest, contest_id: int, release_id: int, evaluation_id: int
) -> Evaluation:
    """Return an evaluation that came to its end, on any gold set of this contest or release."""
    made = _owner(request, contest_id, release_id).evaluations.finished()
    return get_object_or_404(made, pk=evaluation_id)


for_gold_readers = Guard(gold_set, "contest_id", "release_id")
for_evaluation_readers = Guard(finished_evaluation, "contest_id", "release_id", "evaluation_id")
