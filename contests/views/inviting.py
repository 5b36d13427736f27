"""Inviting many at once, and the contest's link."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from accounts.audit import actor_of
from accounts.requests import SignedInRequest
from contests.exceptions import ContestError
from contests.forms.people import JoinLinkForm, RosterForm
from contests.models import Contest
from contests.selectors.people import RosterRow, check_roster
from contests.services.joining import create_link, revoke_link
from contests.services.rosters import invite_many
from contests.views.access import managed_contest
from contests.views.confirming import Question, ask, is_confirmed
from contests.views.people import show_people
from contests.wording import explain, explain_row
from jobs.tasks import enqueue

# Sent by the button that passes over what is wrong.
VALID_ONLY = "valid_only"


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def roster(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Read a list of people and invite them; nobody is invited if a line is wrong, unless asked."""
    contest = managed_contest(request, contest_id)
    form = RosterForm(request.POST or None, request.FILES or None)
    rows: list[RosterRow] = []
    if request.method == "POST" and form.is_valid():
        chosen = form.cleaned_data
        rows = check_roster(contest, chosen["people"], role=chosen["role"])
        good = [row for row in rows if not row.problem]
        if good and (len(good) == len(rows) or VALID_ONLY in request.POST):
            return _send(request, contest, good)
        # What was in a file can be corrected here, too.
        form = RosterForm(initial=chosen)
    context = {
        "contest": contest,
        "form": form,
        "rows": [(row, explain_row(row)) for row in rows],
        "good": sum(not row.problem for row in rows),
        "bad": sum(bool(row.problem) for row in rows),
        "teams": contest.teams.order_by("name"),
    }
    return render(request, "contests/roster.html", context)


def _send(request: SignedInRequest, contest: Contest, rows: list[RosterRow]) -> HttpResponse:
    try:
        with transaction.atomic():
            job = invite_many(
                contest=contest, rows=rows, manager=request.user, actor=actor_of(request)
            )
    except ContestError as error:
        messages.error(request, explain(error))
        return redirect("contests:roster", contest.pk)
    if job is not None:
        enqueue(job)
    words = ngettext(
        "%(count)s invitation is being sent.", "%(count)s invitations are being sent.", len(rows)
    )
    messages.success(request, words % {"count": len(rows)})
    return redirect("contests:people", contest.pk)


@login_required
@require_POST
def make_link(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Make the contest's link; an earlier one ends."""
    contest = managed_contest(request, contest_id)
    form = JoinLinkForm(request.POST)
    if not form.is_valid():
        return show_people(request, contest, link_form=form)
    values = form.cleaned_data
    try:
        create_link(
            contest=contest,
            expires_at=values["last_day"],
            most_people=values["most_people"],
            domains=values["domains"],
            manager=request.user,
            actor=actor_of(request),
        )
    except ContestError as error:
        messages.error(request, explain(error))
    else:
        messages.success(request, _("The contest’s link is ready to hand out."))
    return redirect(reverse("contests:people", args=[contest.pk]) + "#link")


@login_required
@require_POST
def withdraw_link(request: SignedInRequest, contest_id: int, link_id: int) -> HttpResponse:
    """Withdraw the contest's link."""
    contest = managed_contest(request, contest_id)
    link = get_object_or_404(contest.join_links, pk=link_id)
    back = reverse("contests:people", args=[contest.pk])
    if not is_confirmed(request):
        question = Question(
            title=_("Withdraw the contest’s link?"),
            words=_("Nobody can join by it any more. Who has joined stays."),
            yes=_("Withdraw the link"),
            back=back,
        )
        return ask(request, contest, question)
    revoke_link(link=link, actor=actor_of(request))
    messages.success(request, _("The link is withdrawn."))
    return redirect(back)
