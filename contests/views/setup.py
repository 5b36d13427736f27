"""Setting a contest up: the overview, and the steps that are plain settings."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.audit import actor_of
from accounts.requests import SignedInRequest
from contests.domain import lifecycle
from contests.exceptions import ContestError
from contests.forms.setup import AboutForm, ReopenForm, ScheduleForm, ScoringForm
from contests.models import Contest
from contests.services.settings import change_settings
from contests.views.access import managed_contest
from contests.views.states import state_rows, steps_ahead
from contests.wording import explain


@login_required
@require_safe
def overview(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Show every step with what it lacks, the contest's state, and where it can go from there."""
    contest = managed_contest(request, contest_id)
    context = {
        "contest": contest,
        "states": state_rows(contest),
        "moves": steps_ahead(contest),
        "reopen_form": ReopenForm(),
        "is_running": contest.state in (lifecycle.OPEN, lifecycle.CLOSED, lifecycle.ARCHIVED),
    }
    return render(request, "contests/setup_overview.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def about(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Name, language and description."""
    contest = managed_contest(request, contest_id)
    form = AboutForm(request.POST or None, instance=Contest.objects.get(pk=contest.pk))
    return _step(request, contest, form, "about", lambda: dict(form.cleaned_data))


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def schedule(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Goal, dates, prizes and the order of inputs."""
    contest = managed_contest(request, contest_id)
    form = ScheduleForm(request.POST or None, contest=contest)
    return _step(request, contest, form, "schedule", lambda: form.values)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def scoring(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Weights, votes and the figures of the agreement."""
    contest = managed_contest(request, contest_id)
    form = ScoringForm(request.POST or None, contest=contest)
    return _step(request, contest, form, "scoring", lambda: form.values)


def _step(
    request: SignedInRequest,
    contest: Contest,
    form: forms.BaseForm,
    name: str,
    values: Callable[[], dict[str, Any]],
) -> HttpResponse:
    """Show a step, or store what was sent and show it again."""
    if request.method == "POST" and form.is_valid() and _store(request, contest, form, values()):
        return redirect(f"contests:setup_{name}", contest.pk)
    permission = lifecycle.SCORE if name == "scoring" else lifecycle.DESCRIBE
    context = {"contest": contest, "form": form, "may_change": contest.permits(permission)}
    return render(request, f"contests/setup_{name}.html", context)


def _store(
    request: SignedInRequest, contest: Contest, form: forms.BaseForm, values: dict[str, Any]
) -> bool:
    try:
        changed = change_settings(contest=contest, actor=actor_of(request), **values)
    except ContestError as error:
        form.add_error(None, explain(error))
        return False
    words = _("Saved.") if changed else _("There was nothing to change.")
    messages.success(request, words)
    return True
