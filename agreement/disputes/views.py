"""Objections, for managers: all threads, answering and refusing. Accepting is done in the review."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from accounts.audit import READ, actor_of, record
from accounts.roles import SignedInRequest
from agreement.disputes.page import answer_dispute
from agreement.disputes.selectors import disputes_in, open_disputes, threads_of
from contests.contest.access import for_managers
from contests.contest.domain import SCORE
from contests.contest.models import Contest

PER_PAGE = 20


@for_managers("GET")
def disputes(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show the objections that wait, place by place, or all that there were."""
    shows_all = request.GET.get("show") == "all"
    found = disputes_in(contest) if shows_all else open_disputes(contest)
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    threads = threads_of(list(page.object_list))
    if threads:
        inputs = [thread.dispute.input_id for thread in threads]
        record(actor_of(request), READ, "dispute", contest_id=contest.pk, inputs=inputs)
    context = {
        "contest": contest,
        "threads": threads,
        "page": page,
        "query": "show=all" if shows_all else "",
        "shows_all": shows_all,
        "may_write": contest.permits(SCORE),
    }
    return render(request, "agreement/disputes/disputes.html", context)


@for_managers("POST")
def answer(request: SignedInRequest, contest: Contest, dispute_id: int) -> HttpResponse:
    """Write into a thread, or refuse the objection with these words."""
    dispute = get_object_or_404(disputes_in(contest), pk=dispute_id)
    answer_dispute(request, dispute)
    return redirect(f"{reverse('feedback:disputes', args=[contest.pk])}#dispute-{dispute.pk}")
