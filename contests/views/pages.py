"""The list of contests, a contest's home and its colours."""

import json

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.cache import cache_control

from accounts.audit import actor_of, record
from accounts.models import AuditEvent
from accounts.requests import SignedInRequest
from accounts.roles import is_manager
from contests.annotating_words import unsent_words
from contests.models import Contest, Membership
from contests.notices import notices_for
from contests.selectors import contests as selectors
from contests.selectors.annotating import is_annotating
from contests.selectors.chat import announcements, reader_of, unread_count
from contests.selectors.guidelines import draft_of, guideline_notice, latest_revision
from contests.selectors.path import path_of
from contests.selectors.people import refusal_of
from contests.selectors.training import training_progress
from contests.views.annotating import sending_config
from contests.views.states import state_rows, steps_ahead
from jobs.selectors import visible_jobs

LATEST_ANSWERS = 5
# What asks for something comes first.
STATES_BY_URGENCY = [
    Contest.State.OPEN,
    Contest.State.TRAINING,
    Contest.State.DRAFT,
    Contest.State.CLOSED,
    Contest.State.ARCHIVED,
]


def _by_urgency(contest: Contest) -> int:
    return STATES_BY_URGENCY.index(Contest.State(contest.state))


@login_required
def contest_list(request: SignedInRequest) -> HttpResponse:
    """Show the contests that this person takes part in."""
    contests = sorted(Contest.objects.visible_to(request.user), key=_by_urgency)
    memberships = {
        member.contest_id: member
        for member in Membership.objects.present()
        .filter(user=request.user, contest__in=contests)
        .select_related("team")
    }
    rows = [
        {
            "contest": contest,
            "membership": memberships.get(contest.pk),
            "progress": selectors.collective_progress(contest),
        }
        for contest in contests
    ]
    context = {"rows": rows, "may_create": is_manager(request.user)}
    return render(request, "contests/list.html", context)


@login_required
def contest_home(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Show where this person and the contest stand."""
    contest = get_object_or_404(Contest.objects.visible_to(request.user), pk=contest_id)
    member = contest.memberships.present().select_related("team").filter(user=request.user).first()
    context: dict[str, object] = {
        "contest": contest,
        "membership": member,
        "progress": selectors.collective_progress(contest),
        "teams": selectors.teams_with_progress(contest),
        "families": selectors.offered_families(contest),
        "announcements": announcements(reader_of(request.user, contest), contest),
        "unread": unread_count(member) if member else 0,
    }
    if member is not None and not member.is_manager:
        context["annotating"] = is_annotating(member)
        context["own"] = selectors.own_progress(member, now=timezone.now())
        context["path"] = path_of(member, now=timezone.now())
        context["refusal"] = refusal_of(member)
        context["training"] = training_progress(member) if contest.requires_training else None
        context["notice"] = guideline_notice(member)
        context["notices"] = notices_for(member)
        context["answers"] = _own_answers(request, member)
        context["outbox"] = json.dumps(sending_config(request, contest))
        context["outbox_words"] = json.dumps(unsent_words())
        return render(request, "contests/home_annotator.html", context)
    context["inputs"] = contest.inputs.count()
    context["guidelines"] = latest_revision(contest)
    context["draft"] = draft_of(contest)
    context["has_begun"] = contest.starts_at is None or contest.starts_at <= timezone.now()
    context["states"] = state_rows(contest)
    context["moves"] = [step for step in steps_ahead(contest) if not step.move.is_back]
    context["jobs"] = visible_jobs(user=request.user).filter(contest_id=contest.pk)[:5]
    return render(request, "contests/home_manager.html", context)


def _own_answers(request: SignedInRequest, member: Membership) -> list[object]:
    answers = selectors.latest_answers(member, count=LATEST_ANSWERS)
    if answers:
        record(
            actor_of(request),
            AuditEvent.Action.READ,
            "input",
            contest_id=member.contest_id,
            inputs=[answer.task.input_id for answer in answers],
        )
    return list(answers)


@login_required
@cache_control(private=True, max_age=300)
def colours(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Serve the contest's colours as a style sheet: the policy forbids inline styles."""
    contest = get_object_or_404(Contest.objects.visible_to(request.user), pk=contest_id)
    return HttpResponse(colour_rules(contest), content_type="text/css; charset=utf-8")


def colour_rules(contest: Contest) -> str:
    """Return the style rules that give every family of categories its colour."""
    rules = [f".sup-{sup.pk}{{--sup:{sup.colour}}}" for sup in contest.supercategories.all()]
    return "\n".join(rules)
