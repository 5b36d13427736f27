"""The runs of a contest: what each of them did, and asking for one."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice

from django.contrib import messages
from django.core.paginator import Paginator
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRefresh

from accounts.audit import actor_of, record
from accounts.models import AuditEvent
from accounts.roles import SignedInRequest
from agreement.references.domain.voting import WEIGHT_UNIT, Decision, Segment
from agreement.runs.models import ProcessingRun
from agreement.runs.selectors import (
    Difference,
    current_weights,
    differences,
    latest_run,
    progress_of,
    proposed_pairs,
    run_at_work,
    runs_of,
    set_aside,
)
from agreement.runs.services.run import PROCESSED_STATES, cancel_run, request_run
from agreement.runs.tasks import ask_for_run
from contests.categories.selectors import categories_by_label, naming
from contests.contest.access import for_managers
from contests.contest.domain import ARRANGE
from contests.contest.models import Contest
from contests.people.models import Membership
from web.confirm import Question, ask, is_confirmed

PER_PAGE = 20
MOST_SET_ASIDE = 20
State = ProcessingRun.State


@for_managers("GET")
def runs(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """List the runs, with the progress of the one at work."""
    # What came well after a failure makes it old history.
    last = runs_of(contest).exclude(state=State.RUNNING).first()
    context = {
        "contest": contest,
        "page": Paginator(runs_of(contest), PER_PAGE).get_page(request.GET.get("page")),
        "latest": latest_run(contest),
        "last_failure": last if last is not None and last.state == State.FAILED else None,
        "set_aside": set_aside(contest).select_related("run").order_by("input_id")[:MOST_SET_ASIDE],
        "may_run": contest.state in PROCESSED_STATES,
        **_at_work(contest),
    }
    return render(request, "agreement/runs/runs.html", context)


def _at_work(contest: Contest) -> dict[str, object]:
    run = run_at_work(contest)
    return {"at_work": run, "progress": progress_of(run) if run else None}


@for_managers("GET")
def progress(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Return the progress of the run at work; once it has ended, reload the page."""
    context = {"contest": contest, **_at_work(contest)}
    if context["at_work"] is None:
        return HttpResponseClientRefresh()
    return render(request, "agreement/runs/_progress.html", context)


@for_managers("POST")
def start(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Ask for a run now."""
    if contest.state not in PROCESSED_STATES:
        messages.error(request, _("No runs in this state of the contest."))
        return redirect("agreement:runs", contest.pk)
    with transaction.atomic():
        asked = ask_for_run(request_run(contest=contest, actor=actor_of(request)))
    if asked.run is None:
        messages.info(request, _("Nothing has changed since the last run."))
    elif asked.is_new:
        messages.success(request, _("Run %(number)d started.") % {"number": asked.run.number})
    else:
        words = _("Run %(number)d is already running. Its results will appear here.")
        messages.info(request, words % {"number": asked.run.number})
    return redirect("agreement:runs", contest.pk)


@for_managers("POST")
def cancel(request: SignedInRequest, contest: Contest, number: int) -> HttpResponse:
    """Stop the run at work."""
    run = get_object_or_404(runs_of(contest), number=number)
    back = reverse("agreement:runs", args=[contest.pk])
    if not is_confirmed(request):
        question = Question(
            title=_("Stop run %(number)d?") % {"number": run.number},
            words=_("Its partial results are discarded; the next run computes them again."),
            yes=_("Stop run"),
            back=back,
        )
        return ask(request, question, contest=contest)
    ended = cancel_run(run=run, actor=actor_of(request))
    if ended.state == State.CANCELLED:
        messages.success(request, _("Run stopped."))
    else:
        messages.info(request, _("The run had already finished."))
    return redirect(back)


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


@for_managers("GET")
def differing(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show where the two ways of voting lead to different references."""
    found = list(islice(differences(contest), MOST + 1))
    name_of = naming(contest)
    rows = [_row(one, name_of) for one in found[:MOST]]
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
    return render(request, "agreement/runs/differing.html", context)


def _row(difference: Difference, name_of: Callable[[str], str]) -> Row:
    place, text = difference.place, difference.input.text
    plain = _method(place.majority_segment, place.majority_category, text, name_of)
    return Row(
        difference=difference,
        before=text[: place.start],
        words=text[place.start : place.end],
        after=text[place.end :],
        plain=plain,
        weighed=_method(place.segment, place.category, text, name_of),
        at=f"{place.start}-{place.end}",
    )


def _method(
    segment: Decision[Segment],
    category: Decision[str],
    text: str,
    name_of: Callable[[str], str],
) -> Method:
    words = text[slice(*segment.value)] if segment.value else ""
    return Method(
        words if segment.is_available else None,
        ((category.value and name_of(category.value)) or "") if category.is_available else None,
    )


@for_managers("GET")
def pairs(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Return the pairs of categories that were mixed up, as a part of the page about teams."""
    found = proposed_pairs(contest, manager=request.user) if contest.permits(ARRANGE) else []
    return render(
        request,
        "agreement/runs/_pairs.html",
        {"contest": contest, "pairs": found, "categories": categories_by_label(contest)},
    )
