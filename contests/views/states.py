"""The states of a contest: where it can go, in words, and going there."""

from dataclasses import dataclass

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from accounts.audit import actor_of
from accounts.requests import SignedInRequest
from contests.domain import lifecycle
from contests.exceptions import ContestError
from contests.forms.setup import ReopenForm
from contests.models import Contest
from contests.selectors.readiness import Finding, blocking
from contests.services.lifecycle import change_state
from contests.views.access import managed_contest
from contests.views.confirming import Question, ask, is_confirmed
from contests.wording import explain

Words = tuple[Promise, Promise]
# What a step is called on its button, and what it does.
STEPS: dict[tuple[str, str], Words] = {
    (lifecycle.DRAFT, lifecycle.TRAINING): (
        gettext_lazy("Begin the training"),
        gettext_lazy(
            "Annotators see the contest, read the guidelines and train. Answers do not count yet, "
            "and everything can still change."
        ),
    ),
    (lifecycle.DRAFT, lifecycle.OPEN): (
        gettext_lazy("Open the contest"),
        gettext_lazy(
            "Annotators get tasks from the first day on. Inputs, teams and arms can then no longer "
            "change, and the contest cannot go back to preparation."
        ),
    ),
    (lifecycle.TRAINING, lifecycle.OPEN): (
        gettext_lazy("Open the contest"),
        gettext_lazy(
            "Annotators get tasks from the first day on, once they have trained. Inputs, teams and "
            "arms can then no longer change, and the contest cannot go back."
        ),
    ),
    (lifecycle.TRAINING, lifecycle.DRAFT): (
        gettext_lazy("Back to preparation"),
        gettext_lazy("Annotators no longer see the contest. What they have trained stays."),
    ),
    (lifecycle.OPEN, lifecycle.CLOSED): (
        gettext_lazy("Close the contest"),
        gettext_lazy(
            "Nobody can answer any more. Answers given until now that are still on their way are "
            "taken for 24 hours. You can open it again."
        ),
    ),
    (lifecycle.CLOSED, lifecycle.OPEN): (
        gettext_lazy("Open it again"),
        gettext_lazy("Annotators can answer again; ranks and results go on changing."),
    ),
    (lifecycle.CLOSED, lifecycle.ARCHIVED): (
        gettext_lazy("Archive the contest"),
        gettext_lazy(
            "Everything stays as it is and can be read; nothing can be changed, not even its people."
        ),
    ),
    (lifecycle.ARCHIVED, lifecycle.CLOSED): (
        gettext_lazy("Take it out of the archive"),
        gettext_lazy("The contest is closed again: results can be reviewed and people managed."),
    ),
}
PERMISSIONS: dict[str, Promise] = {
    lifecycle.SEE: gettext_lazy("annotators see the contest"),
    lifecycle.JOIN: gettext_lazy("people can join"),
    lifecycle.TRAIN: gettext_lazy("annotators can train"),
    lifecycle.ANSWER: gettext_lazy("answers count"),
    lifecycle.DESCRIBE: gettext_lazy("description, goal, dates and prizes can change"),
    lifecycle.CATEGORISE: gettext_lazy("categories can change"),
    lifecycle.DRAW: gettext_lazy("inputs can be drawn and removed"),
    lifecycle.ARRANGE: gettext_lazy("teams, arms and order of inputs can change"),
    lifecycle.TEACH: gettext_lazy("training tasks can change"),
    lifecycle.SCORE: gettext_lazy("scoring can change"),
    lifecycle.MANAGE_PEOPLE: gettext_lazy("people can be moved and removed"),
    lifecycle.CHAT: gettext_lazy("people can write in the chat"),
}


@dataclass(frozen=True)
class StepAhead:
    """A step that leads on from a contest's state, and what is missing for it."""

    move: lifecycle.Move
    title: str
    words: str
    missing: tuple[Finding, ...]
    needs_end: bool

    @property
    def is_free(self) -> bool:
        return not self.missing


def steps_ahead(contest: Contest) -> list[StepAhead]:
    """Return where a contest can go from its state, the way forward first."""
    return [_step_ahead(contest, move) for move in lifecycle.moves_from(contest.state)]


def _step_ahead(contest: Contest, move: lifecycle.Move) -> StepAhead:
    title, words = STEPS[move.source, move.target]
    is_forward = move.source in (lifecycle.DRAFT, lifecycle.TRAINING) and not move.is_back
    reopens = (move.source, move.target) == (lifecycle.CLOSED, lifecycle.OPEN)
    return StepAhead(
        move,
        str(title),
        str(words),
        tuple(blocking(contest, move.target)) if is_forward else (),
        needs_end=reopens and contest.has_ended,
    )


@dataclass(frozen=True)
class StateRow:
    """A state with what it permits, in words."""

    state: str
    title: str
    permits: tuple[str, ...]
    is_current: bool


def state_rows(contest: Contest) -> list[StateRow]:
    """Return all states in order, with what each permits."""
    return [
        StateRow(
            state.value,
            str(state.label),
            tuple(
                str(PERMISSIONS[action])
                for action in lifecycle.ACTIONS
                if lifecycle.permits(state.value, action)
            ),
            contest.state == state.value,
        )
        for state in Contest.State
    ]


@login_required
@require_POST
def change(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Lead a contest to another state; what is hard to undo is asked first."""
    contest = managed_contest(request, contest_id)
    target = request.POST.get("target", "")
    move = lifecycle.find_move(contest.state, target)
    if target not in lifecycle.STATES:
        raise Http404
    if move is not None and not move.is_gentle and not is_confirmed(request):
        return ask(request, contest, _question(contest, move))
    form = ReopenForm(request.POST) if "last_day" in request.POST else None
    if form is not None and not form.is_valid():
        messages.error(request, " ".join(map(str, form.errors["last_day"])))
        return redirect("contests:setup", contest.pk)
    new_end = form.cleaned_data["last_day"] if form else None
    try:
        change_state(contest=contest, target=target, actor=actor_of(request), new_end=new_end)
    except ContestError as error:
        messages.error(request, explain(error))
    else:
        messages.success(request, _("The contest is now: %(state)s.") % _shown(target))
    return redirect("contests:setup", contest.pk)


def _shown(state: str) -> dict[str, str]:
    return {"state": str(Contest.State(state).label)}


def _question(contest: Contest, move: lifecycle.Move) -> Question:
    title, words = STEPS[move.source, move.target]
    return Question(
        title=f"{title}?",
        words=str(words),
        yes=str(title),
        back=reverse("contests:setup", args=[contest.pk]),
        is_danger=move.target in (lifecycle.CLOSED, lifecycle.ARCHIVED),
    )
