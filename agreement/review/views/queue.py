"""The review's queue, its filters, and what happened there last."""

from urllib.parse import urlencode
from uuid import UUID

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse, HttpResponseRedirect, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.audit import READ, actor_of, record
from accounts.roles import SignedInRequest
from agreement.references.services import undo_batch
from agreement.review.forms import FilterForm
from agreement.review.selectors import queue as review
from agreement.review.selectors.queue import IN_TEXT_ORDER, KIND_WORDS, LOW, MEANINGS, Wanted
from agreement.runs.selectors import latest_run
from agreement.runs.tasks import ask_after_correction
from contests.contest.access import for_managers
from contests.contest.domain import SCORE
from contests.contest.models import Contest
from web.errors import attempt


def words_key(contest: Contest) -> str:
    return f"review-words-{contest.pk}"


def filter_form(request: SignedInRequest, contest: Contest) -> FilterForm:
    """Return the filters of a request, filled in."""
    given = QueryDict(mutable=True)
    given.update(request.GET)
    given.setlist("words", [request.session.get(words_key(contest), "")])
    given.setdefault("below", str(LOW))
    return FilterForm(given, contest=contest)


def wanted_of(request: SignedInRequest, contest: Contest) -> Wanted:
    """Return which part of the queue a request means."""
    return filter_form(request, contest).wanted


def query_of(wanted: Wanted, **more: object) -> str:
    """Return the address's part that means this, without the words."""
    given = {
        "kind": wanted.kind,
        "category": wanted.category,
        "team": wanted.team,
        "annotator": wanted.annotator,
        "below": "" if wanted.below == LOW else wanted.below,
        "order": "" if wanted.order == IN_TEXT_ORDER else wanted.order,
    } | more
    return urlencode({name: value for name, value in given.items() if value not in ("", None)})


PER_PAGE = 30


def undo_key(contest: Contest) -> str:
    return f"review-undo-{contest.pk}"


@for_managers("GET")
def queue(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show what asks for a manager."""
    form = filter_form(request, contest)
    wanted = form.wanted
    page = Paginator(review.queue(contest, wanted), PER_PAGE).get_page(request.GET.get("page"))
    rows = review.rows(contest, list(page.object_list), wanted)
    if rows:
        inputs = [row.result.input_id for row in rows]
        record(actor_of(request), READ, "input", contest_id=contest.pk, inputs=inputs)
    counts = review.count_by_kind(contest, wanted)
    context = {
        "contest": contest,
        "form": form,
        "rows": rows,
        "page": page,
        "query": query_of(wanted),
        "kinds": [_tab(kind, counts[kind], wanted) for kind in ("", *review.KINDS)],
        "meaning": MEANINGS[wanted.kind],
        "run": latest_run(contest),
        "is_filtered": wanted != review.Wanted(kind=wanted.kind),
        "undo": request.session.get(undo_key(contest)),
        "may_write": contest.permits(SCORE),
    }
    return render(request, "agreement/review/queue.html", context)


@for_managers("GET")
def waiting(request: SignedInRequest, contest: Contest) -> JsonResponse:
    """Return how many inputs need a decision, for the bar of the contest's pages."""
    return JsonResponse({"count": review.count_waiting(contest)})


def _tab(kind: str, count: int, wanted: review.Wanted) -> dict[str, object]:
    return {
        "words": KIND_WORDS[kind] if kind else _("to decide"),
        "count": count,
        "query": query_of(wanted, kind=kind),
        "is_current": kind == wanted.kind,
        "is_optional": kind in review.OPTIONAL,
    }


@for_managers("POST")
def narrow(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Remember the filters: the words in the session, the others in the address."""
    if "clear" in request.POST:
        request.session.pop(words_key(contest), None)
        return redirect(_queue(contest, review.Wanted()))
    wanted = FilterForm(request.POST, contest=contest).wanted
    request.session[words_key(contest)] = wanted.words
    return redirect(_queue(contest, wanted))


def _queue(contest: Contest, wanted: review.Wanted) -> str:
    return f"{reverse('agreement:review', args=[contest.pk])}?{query_of(wanted)}"


@for_managers("GET")
def first(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Go to the first input of this part of the queue."""
    return go_on(request, contest, wanted_of(request, contest), after=0)


def go_on(
    request: SignedInRequest, contest: Contest, wanted: review.Wanted, *, after: int
) -> HttpResponseRedirect:
    """Go to the input that comes after another in the queue; at its end, back to the list."""
    result = review.next_result(contest, wanted, after=after)
    if result is None:
        messages.info(request, _("You have reached the end of the list."))
        return redirect(_queue(contest, wanted))
    there = reverse("agreement:review_item", args=[contest.pk, result.input_id])
    return redirect(f"{there}?{query_of(wanted)}")


@for_managers("POST")
def undo(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Put back what was decided last."""
    wanted = wanted_of(request, contest)
    last = request.session.pop(undo_key(contest), None)
    if last is None:
        messages.info(request, _("There is nothing to undo."))
        return redirect(_queue(contest, wanted))
    with attempt(request):
        count = undo_batch(contest=contest, batch=UUID(last["batch"]), actor=actor_of(request))
        ask_after_correction(request, contest)
        words = ngettext("%(count)d decision undone.", "%(count)d decisions undone.", count)
        messages.success(request, words % {"count": count})
        there = reverse("agreement:review_item", args=[contest.pk, last["input"]])
        return redirect(f"{there}?{query_of(wanted, at=last['at'])}")
    return redirect(_queue(contest, wanted))
