"""Setting a contest up: the overview, and the steps that are plain settings."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import for_signed_in
from accounts.audit import actor_of
from accounts.roles import SignedInRequest, is_manager
from contests.categories.domain.presets import PRESETS
from contests.contest import domain as lifecycle
from contests.contest.access import for_managers
from contests.contest.models import Contest
from contests.contest.services import consequences_of_erasing
from contests.setup.forms import (
    AboutForm,
    CopyForm,
    NewContestForm,
    ReopenForm,
    ScheduleForm,
    ScoringForm,
)
from contests.setup.selectors import MOVES, state_rows, steps_ahead, told_of_contest
from contests.setup.services import (
    change_state,
    copy_contest,
    create_draft,
    start_erasing,
    store_step,
)
from jobs.tasks import enqueue
from web.confirm import Question, ask, is_confirmed
from web.errors import attempt
from web.forms import ErasureForm


@for_managers("GET", "POST")
def copy(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Make a new contest of what was prepared for this one."""
    name = _("%(contest)s (copy)") % {"contest": contest.name[:110]}
    form = CopyForm(request.POST or None, initial={"name": name})
    if request.method == "POST" and form.is_valid():
        copied = copy_contest(
            source=contest, manager=request.user, actor=actor_of(request), **form.cleaned_data
        )
        enqueue(copied.job)
        messages.success(request, _("The copy is made. Only you see it so far."))
        return redirect("contests:setup", copied.contest.pk)
    context = {"contest": contest, "form": form, "inputs": contest.inputs.count()}
    return render(request, "contests/setup/copy.html", context)


@for_signed_in("GET", "POST")
def new_contest(request: SignedInRequest) -> HttpResponse:
    """Ask for what a contest begins with, and create it in preparation."""
    if not is_manager(request.user):
        raise Http404
    form = NewContestForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        preset = PRESETS[values.pop("preset")]
        contest = create_draft(
            manager=request.user, preset=preset, actor=actor_of(request), **values
        )
        messages.success(request, _("The contest is created. Only its managers see it so far."))
        return redirect("contests:home", contest.pk)
    return render(request, "contests/setup/new.html", {"form": form, "presets": PRESETS.values()})


@for_managers("POST")
def change(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Lead a contest to another state; what is hard to undo is asked first."""
    target = request.POST.get("target", "")
    move = lifecycle.find_move(contest.state, target)
    if target not in lifecycle.STATES:
        raise Http404
    if move is not None and not move.is_gentle and not is_confirmed(request):
        return ask(request, _question(contest, move), contest=contest)
    form = ReopenForm(request.POST) if "last_day" in request.POST else None
    if form is not None and not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["last_day"])))
        return redirect("contests:setup", contest.pk)
    new_end = form.cleaned_data["last_day"] if form else None
    with attempt(request):
        change_state(contest=contest, target=target, actor=actor_of(request), new_end=new_end)
        messages.success(request, _("The contest is now: %(state)s.") % _shown(target))
    return redirect("contests:setup", contest.pk)


def _shown(state: str) -> dict[str, str]:
    return {"state": str(Contest.State(state).label)}


def _question(contest: Contest, move: lifecycle.Move) -> Question:
    title, words = MOVES[move.source, move.target]
    return Question(
        title=f"{title}?",
        words=str(words),
        yes=str(title),
        back=reverse("contests:setup", args=[contest.pk]),
        is_danger=move.target in (lifecycle.CLOSED, lifecycle.ARCHIVED),
    )


@for_managers("GET")
def overview(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show every step with what it lacks, the contest's state, and where it can go from there."""
    context = {
        "contest": contest,
        "states": state_rows(contest),
        "moves": steps_ahead(contest),
        "reopen_form": ReopenForm(),
        "is_running": contest.state in (lifecycle.OPEN, lifecycle.CLOSED, lifecycle.ARCHIVED),
    }
    return render(request, "contests/setup/overview.html", context)


@for_managers("GET", "POST")
def about(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Name, language and description."""
    form = AboutForm(request.POST or None, instance=Contest.objects.get(pk=contest.pk))
    return _step(request, contest, form, "about", lambda: dict(form.cleaned_data))


@for_managers("GET", "POST")
def schedule(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Goal, dates, prizes and the order of inputs."""
    form = ScheduleForm(request.POST or None, contest=contest)
    return _step(request, contest, form, "schedule", lambda: form.values)


@for_managers("GET", "POST")
def scoring(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Weights, votes and the figures of the agreement."""
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
    return render(request, f"contests/setup/{name}.html", context)


def _store(
    request: SignedInRequest, contest: Contest, form: forms.BaseForm, values: dict[str, Any]
) -> bool:
    with attempt(form):
        changed = store_step(contest=contest, actor=actor_of(request), **values)
        words = _("Saved.") if changed else _("There was nothing to change.")
        messages.success(request, words)
        return True
    return False


@for_managers("GET", "POST")
def erase(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Ask for a reason, then let a job delete the contest with all that was made of it."""
    form = ErasureForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with attempt(form):
            reason = form.cleaned_data["reason"]
            enqueue(start_erasing(contest=contest, reason=reason, actor=actor_of(request)))
            words = _("The contest “%(contest)s” is being erased. Nobody sees it any more.")
            messages.success(request, words % {"contest": contest.name})
            return redirect("contests:list")
    context = {
        "contest": contest,
        "bar": "contests/contest/_bar.html",
        "current": "setup",
        "title": _("Erase “%(contest)s”") % {"contest": contest.name},
        "words": _(
            "The contest disappears for everyone at once. Its documents stay in their corpus."
        ),
        "consequences": [*told_of_contest(contest), *consequences_of_erasing(contest)],
        "form": form,
        "yes": _("Erase the contest"),
        "back": reverse("contests:setup", args=[contest.pk]),
    }
    return render(request, "web/erase.html", context)
