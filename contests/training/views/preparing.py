"""The managers' pages of the training: rules and tasks."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.audit import READ, actor_of, record
from accounts.roles import SignedInRequest
from contests.annotating.selectors import shown_inputs
from contests.categories import selectors
from contests.categories.selectors import categories_by_label
from contests.contest.access import for_managers
from contests.contest.domain import ARRANGE, TEACH
from contests.contest.models import Contest
from contests.contest.services import change_settings
from contests.inputs.models import ContestInput
from contests.training import services
from contests.training.forms import TrainingPasteForm, TrainingRulesForm, TrainingTaskForm
from contests.training.models import TrainingTask
from contests.training.selectors import missing_steps, trainees
from contests.training.services import settle_everyone
from text.markup import render as render_markup
from text.spans import Span
from web.confirm import Question, ask, is_confirmed
from web.errors import attempt

PAGE_SIZE = 20
PAGE = "contests:setup_training"


@for_managers("GET", "POST")
def training(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show the tasks, rules and progress of the training; store the rules."""
    form = TrainingRulesForm(request.POST or None, initial=TrainingRulesForm.initial_of(contest))
    if request.method == "POST" and form.is_valid():
        with attempt(form):
            change_settings(contest=contest, actor=actor_of(request), **form.values)
            settle_everyone(contest=contest)
            messages.success(request, _("Saved."))
            return redirect(PAGE, contest.pk)
    return _show(request, contest, rules_form=form)


def _show(request: SignedInRequest, contest: Contest, **forms: object) -> HttpResponse:
    tasks = list(contest.training_tasks.in_use())
    known = {task.text for task in tasks}
    context = {
        "contest": contest,
        "rules_form": TrainingRulesForm(initial=TrainingRulesForm.initial_of(contest)),
        "task_form": TrainingTaskForm(contest=contest),
        "paste_form": TrainingPasteForm(contest=contest),
        "tasks": tasks,
        "categories": categories_by_label(contest),
        "ready_made": sum(task.text not in known for task in services.ready_made(contest)),
        "trainees": trainees(contest),
        "findings": list(missing_steps(contest)),
        "may_teach": contest.permits(TEACH),
        "may_take_inputs": contest.permits(ARRANGE) and contest.inputs.exists(),
    }
    return render(request, "contests/training/setup.html", context | forms)


@for_managers("POST")
def add_task(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Add one task."""
    form = TrainingTaskForm(request.POST, contest=contest)
    if form.is_valid() and form.written is not None:
        with attempt(form):
            services.add_tasks(
                contest=contest,
                written=[form.written],
                origin=TrainingTask.Origin.WRITTEN,
                actor=actor_of(request),
            )
            messages.success(request, _("Task added."))
            return redirect(PAGE, contest.pk)
    return _show(request, contest, task_form=form)


@for_managers("POST")
def add_many(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Add all tasks of a pasted text, or none."""
    form = TrainingPasteForm(request.POST, contest=contest)
    if form.is_valid():
        with attempt(form):
            made = services.add_tasks(
                contest=contest,
                written=form.tasks,
                origin=TrainingTask.Origin.WRITTEN,
                actor=actor_of(request),
            )
            _say_added(request, len(made))
            return redirect(PAGE, contest.pk)
    return _show(request, contest, paste_form=form)


def _say_added(request: SignedInRequest, count: int) -> None:
    words = ngettext("%(count)s task added.", "%(count)s tasks added.", count)
    messages.success(request, words % {"count": count})


@for_managers("POST")
def add_ready_made(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Add the ready-made tasks for these categories."""
    with attempt(request):
        made = services.add_ready_made(contest=contest, actor=actor_of(request))
        _say_added(request, len(made))
    return redirect(PAGE, contest.pk)


@for_managers("GET", "POST")
def edit_task(request: SignedInRequest, contest: Contest, task_id: int) -> HttpResponse:
    """Change a task."""
    task = get_object_or_404(contest.training_tasks.in_use(), pk=task_id)
    form = TrainingTaskForm(
        request.POST or None, contest=contest, initial=TrainingTaskForm.initial_of(task)
    )
    if request.method == "POST" and form.is_valid() and form.written is not None:
        with attempt(form):
            services.change_task(task=task, written=form.written, actor=actor_of(request))
            messages.success(request, _("Saved."))
            return redirect(PAGE, contest.pk)
    context = {
        "contest": contest,
        "form": form,
        "task": task,
        "answers": task.answers.count(),
        "categories": categories_by_label(contest),
        "may_teach": contest.permits(TEACH),
    }
    return render(request, "contests/training/task.html", context)


@for_managers("POST")
def remove_task(request: SignedInRequest, contest: Contest, task_id: int) -> HttpResponse:
    """Remove a task from the training after confirmation."""
    task = get_object_or_404(contest.training_tasks.in_use(), pk=task_id)
    if not is_confirmed(request):
        question = Question(
            title=_("Remove this task from the training?"),
            words=_("Nobody will get this task any more. The answers already given are kept."),
            yes=_("Remove the task"),
            back=reverse(PAGE, args=[contest.pk]),
        )
        return ask(request, question, contest=contest)
    with attempt(request):
        services.remove_task(task=task, actor=actor_of(request))
        messages.success(request, _("Task removed."))
    return redirect(PAGE, contest.pk)


@for_managers("POST")
def move_task(request: SignedInRequest, contest: Contest, task_id: int) -> HttpResponse:
    """Move a task up or down."""
    task = get_object_or_404(contest.training_tasks.in_use(), pk=task_id)
    step = -1 if request.POST.get("direction") == "up" else 1
    with attempt(request):
        services.move_task(task=task, step=step, actor=actor_of(request))
    return redirect(reverse(PAGE, args=[contest.pk]) + f"#task-{task.pk}")


@for_managers("GET")
def choose_input(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """List unanswered inputs to turn into training tasks, only those with gold if there are any."""
    inputs = contest.inputs.filter(tasks=None).order_by("pk")
    known = inputs.filter(gold__isnull=False)
    has_gold = known.exists()
    chosen = known if has_gold else inputs
    page = Paginator(chosen, PAGE_SIZE).get_page(request.GET.get("page"))
    rows = list(page.object_list)
    if rows:
        ids = [item.pk for item in rows]
        record(actor_of(request), READ, "input", contest_id=contest.pk, inputs=ids)
    context = {
        "contest": contest,
        "page": page,
        "shown": shown_inputs(contest, rows),
        "has_gold": has_gold,
        "may_take": contest.permits(ARRANGE),
    }
    return render(request, "contests/training/inputs.html", context)


@for_managers("GET", "POST")
def take_input(request: SignedInRequest, contest: Contest, input_id: int) -> HttpResponse:
    """Let a manager check an input's answer, and turn the input into a training task."""
    item = get_object_or_404(contest.inputs.filter(tasks=None), pk=input_id)
    record(actor_of(request), READ, "input", contest_id=contest.pk, inputs=[item.pk])
    form = TrainingTaskForm(
        request.POST or None, contest=contest, initial={"marked": _marked(contest, item)}
    )
    if request.method == "POST" and form.is_valid() and form.written is not None:
        with attempt(form):
            services.take_input(
                contest=contest, input_id=item.pk, written=form.written, actor=actor_of(request)
            )
            messages.success(request, _("The input is now a training task."))
            return redirect(PAGE, contest.pk)
    return render(request, "contests/training/take.html", {"contest": contest, "form": form})


def _marked(contest: Contest, item: ContestInput) -> str:
    """Return an input with its gold spans, or its proposals, as markup."""
    offered = selectors.offered_labels(contest)
    units = item.gold if item.gold is not None else item.proposals
    return render_markup(item.text, [Span(*unit) for unit in units if unit[2] in offered])
