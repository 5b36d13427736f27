"""Where weighed and plain votes differ, and which categories are mixed up."""

from dataclasses import dataclass
from itertools import islice

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.audit import actor_of, record
from accounts.models import AuditEvent
from accounts.requests import SignedInRequest
from agreement.domain.quality import WEIGHT_UNIT
from agreement.domain.voting import Decision, Segment
from agreement.selectors.confusions import proposed_pairs
from agreement.selectors.weighing import Difference, current_weights, differences
from contests.domain.lifecycle import ARRANGE
from contests.models import Membership
from contests.views.access import managed_contest

MOST = 100


@dataclass(frozen=True)
class Method:
    """What one way of voting decides at a place; None: nothing, and empty: none."""

    words: str | None
    label: str | None


@dataclass(frozen=True)
class Row:
    """A place that the two ways of voting decide differently."""

    difference: Difference
    before: str
    words: str
    after: str
    plain: Method
    weighed: Method
    at: str


@login_required
@require_safe
def differing(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Show where the two ways of voting lead to different references."""
    contest = managed_contest(request, contest_id)
    found = list(islice(differences(contest), MOST + 1))
    rows = [_row(one) for one in found[:MOST]]
    if rows:
        inputs = sorted({row.difference.input.pk for row in rows})
        read = AuditEvent.Action.READ
        record(actor_of(request), read, "input", contest_id=contest.pk, inputs=inputs)
    weights = current_weights(contest)
    members = Membership.objects.filter(contest=contest, pk__in=weights).order_by("alias")
    context = {
        "contest": contest,
        "rows": rows,
        "has_more": len(found) > MOST,
        "weights": [(one, weights[str(one.pk)] / WEIGHT_UNIT) for one in members],
    }
    return render(request, "agreement/differing.html", context)


def _row(difference: Difference) -> Row:
    place, text = difference.place, difference.input.text
    plain = _method(place.majority_segment, place.majority_category, text)
    return Row(
        difference=difference,
        before=text[: place.start],
        words=text[place.start : place.end],
        after=text[place.end :],
        plain=plain,
        weighed=_method(place.segment, place.category, text),
        at=f"{place.start}-{place.end}",
    )


def _method(segment: Decision[Segment], category: Decision[str], text: str) -> Method:
    words = text[slice(*segment.value)] if segment.value else ""
    return Method(
        words if segment.is_available else None,
        (category.value or "") if category.is_available else None,
    )


@login_required
@require_safe
def pairs(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Return the pairs of categories that were mixed up, as a part of the page about teams."""
    contest = managed_contest(request, contest_id)
    found = proposed_pairs(contest, manager=request.user) if contest.permits(ARRANGE) else []
    return render(request, "agreement/_pairs.html", {"contest": contest, "pairs": found})
