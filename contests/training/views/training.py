"""The training pages of annotators: next task, result of an answer, new round."""

from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit import actor_of
from accounts.roles import SignedInRequest
from contests.annotating.domain import Submission
from contests.annotating.page import NO_ID, page_context
from contests.categories.selectors import categories_by_label, offered_supercategories
from contests.people.access import for_annotators
from contests.people.errors import AliasDue
from contests.people.models import Membership
from contests.training import selectors, services
from contests.training.api import TrainingTaskSerializer
from contests.training.errors import GuidelinesUnread
from contests.training.forms import TrainingAnswerForm
from contests.training.models import TrainingAnswer, TrainingTask
from text.errors import Refusal
from text.markup import render as render_markup
from web.errors import attempt, explain
from web.forms import number_in

PAGE = "contests:training"


@for_annotators("GET", "POST")
def training(request: SignedInRequest, member: Membership) -> HttpResponse:
    """Show the next task of the training, or the result after the last one."""
    try:
        tasks = services.next_training_tasks(member=member)
    except (GuidelinesUnread, AliasDue) as error:
        return _refuse(request, member, error)
    except Refusal as error:
        messages.error(request, explain(error))
        return redirect("contests:home", member.contest_id)
    if request.method == "POST":
        return _answer(request, member)
    task = tasks[0] if tasks else None
    form = TrainingAnswerForm(task=task, initial=_blank(task)) if task else None
    return _show(request, member, task, form)


def _refuse(request: SignedInRequest, member: Membership, error: Refusal) -> HttpResponse:
    context = {"contest": member.contest, "membership": member, "reason": explain(error)}
    unread = isinstance(error, GuidelinesUnread)
    return render(request, "contests/training/before.html", context | {"is_unread": unread})


def _blank(task: TrainingTask) -> dict[str, object]:
    return {"id": uuid4(), "marked": render_markup(task.text, [])}


def _show(
    request: SignedInRequest,
    member: Membership,
    task: TrainingTask | None,
    form: TrainingAnswerForm | None,
) -> HttpResponse:
    context = {
        "contest": member.contest,
        "membership": member,
        "progress": selectors.training_progress(member),
        "task": task,
        "form": form,
        "supercategories": offered_supercategories(member.contest),
        "latest": member.training_answers.filter(round=member.training_round).last(),
    }
    # People who submit the form have no JavaScript and must see its errors.
    if task is not None and not (form and form.is_bound):
        context |= _annotator(request, member, task)
    return render(request, "contests/training/training.html", context)


def _annotator(
    request: SignedInRequest, member: Membership, task: TrainingTask
) -> dict[str, object]:
    """Return the context of the annotation page for this one task."""
    own = [member.contest_id]
    return page_context(
        request,
        member.contest,
        task=TrainingTaskSerializer(task).data,
        training={
            "answers": reverse("contests:api_training_answers", args=own),
            "result": reverse("contests:training_result", args=[*own, NO_ID]),
        },
    )


def _answer(request: SignedInRequest, member: Membership) -> HttpResponse:
    tasks = member.contest.training_tasks.in_use()
    task = get_object_or_404(tasks, pk=number_in(request.POST.get("task", "")))
    form = TrainingAnswerForm(request.POST, task=task)
    if not form.is_valid():
        return _show(request, member, task, form)
    submission = Submission(
        id=form.cleaned_data["id"],
        verdict=form.cleaned_data["verdict"],
        answered_at=timezone.now(),
        units=form.units,
    )
    with attempt(form, "marked"):
        services.take_training_answer(
            member=member, task_id=task.pk, submission=submission, actor=actor_of(request)
        )
        first = member.training_answers.get(task=task, round=member.training_round)
        return redirect("contests:training_result", member.contest_id, first.pk)
    return _show(request, member, task, form)


@for_annotators("GET")
def result(request: SignedInRequest, member: Membership, answer_id: UUID) -> HttpResponse:
    """Show the differences from the known answer, with the sections of the guidelines."""
    answers = TrainingAnswer.objects.select_related("task")
    answer = get_object_or_404(answers, pk=answer_id, member=member)
    difference = selectors.difference_of(answer)
    context = {
        "contest": member.contest,
        "membership": member,
        "answer": answer,
        "lesson": selectors.lesson(member.contest, difference, language=request.user.language),
        "progress": selectors.training_progress(member),
        "categories": categories_by_label(member.contest),
        "guidelines_url": reverse("contests:guidelines", args=[member.contest_id]),
    }
    return render(request, "contests/training/result.html", context)


@for_annotators("POST")
def repeat(request: SignedInRequest, member: Membership) -> HttpResponse:
    """Start a new round of training."""
    with attempt(request):
        services.repeat_training(member=member, actor=actor_of(request))
        messages.success(request, _("The training starts again."))
    return redirect(PAGE, member.contest_id)
