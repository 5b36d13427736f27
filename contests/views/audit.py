"""The audit log of a contest, for its managers."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render

from accounts.audit import actor_of, record
from accounts.models import AuditEvent
from accounts.requests import SignedInRequest
from contests.forms.people import AuditFilterForm
from contests.models import Contest
from contests.selectors import contests as selectors

EVENTS_PER_PAGE = 50


@login_required
def audit(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Show who read, changed and exported what."""
    contest = get_object_or_404(Contest.objects.managed_by(request.user), pk=contest_id)
    form = AuditFilterForm(request.GET or None, contest=contest)
    chosen = form.cleaned_data if form.is_bound and form.is_valid() else {}
    events = selectors.audit_events(
        contest,
        actor=chosen.get("actor"),
        action=chosen.get("action", ""),
        since=chosen.get("since"),
        until=chosen.get("until"),
    )
    # Before counting: this reading is an event of the list, too.
    record(actor_of(request), AuditEvent.Action.READ, "audit log", contest_id=contest.pk)
    page = Paginator(events, EVENTS_PER_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {"contest": contest, "form": form, "page": page, "query": query.urlencode()}
    return render(request, "contests/audit.html", context)
