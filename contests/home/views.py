"""The list of contests, a contest's home and its colours."""

import json

from django.core.paginator import Paginator
from django.db.models import Q
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from accounts.access import Guard, for_signed_in
from accounts.audit import READ, actor_of, record
from accounts.roles import SignedInRequest, is_manager
from contests.annotating.page import sending_config, unsent_words
from contests.annotating.selectors import latest_answers
from contests.categories.selectors import offered_families
from contests.chat.selectors import announcements, reader_of, unread_count
from contests.contest.access import for_managers
from contests.contest.domain import DRAFT
from contests.contest.models import Contest
from contests.guidelines.selectors import draft_of, guideline_notice, latest_revision
from contests.home import selectors
from contests.home.forms import AuditFilterForm
from contests.home.selectors import notices_for, path_of
from contests.people.models import Membership
from contests.people.selectors import collective_progress, is_annotating, own_progress, refusal_of
from contests.setup.selectors import state_rows, steps_ahead
from contests.teams.selectors import teams_with_progress
from contests.training.selectors import training_progress
from jobs.selectors import visible_jobs
from web.mail import sends_mail

EVENTS_PER_PAGE = 50


@for_managers("GET")
def audit(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show who read, changed and exported what."""
    form = AuditFilterForm(request.GET or None, contest=contest)
    chosen = form.cleaned_data if form.is_bound and form.is_valid() else {}
    events = selectors.audit_events(
        contest,
        actor=chosen.get("actor"),
        action=chosen.get("action", ""),
        since=chosen.get("since"),
        until=chosen.get("until"),
    )
    # Before counting: this reading is an event of the list, too.
    record(actor_of(request), READ, "audit log", contest_id=contest.pk)
    page = Paginator(events, EVENTS_PER_PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    context = {"contest": contest, "form": form, "page": page, "query": query.urlencode()}
    return render(request, "contests/home/audit.html", context)


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


@for_signed_in("GET")
def contest_list(request: SignedInRequest) -> HttpResponse:
    """Show the contests that this person takes part in."""
    awaited = {contest.pk for contest in Contest.objects.awaited_by(request.user)}
    own = Contest.objects.filter(
        Q(pk__in=awaited) | Q(pk__in=Contest.objects.visible_to(request.user).values("pk"))
    )
    contests = sorted(own, key=_by_urgency)
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
            "is_awaited": contest.pk in awaited,
            "progress": collective_progress(contest),
        }
        for contest in contests
    ]
    context = {"rows": rows, "may_create": is_manager(request.user)}
    return render(request, "contests/home/list.html", context)


def _own_contest(request: SignedInRequest, contest_id: int) -> Contest:
    """Return a contest that this person takes part in, also one that they cannot see into yet."""
    own = (Contest.objects.visible_to(request.user), Contest.objects.awaited_by(request.user))
    found = (contests.filter(pk=contest_id).first() for contests in own)
    contest = next((contest for contest in found if contest is not None), None)
    if contest is None:
        raise Http404
    return contest


@Guard(_own_contest, "contest_id")("GET")
def contest_home(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show where this person and the contest stand."""
    member = contest.memberships.present().select_related("team").filter(user=request.user).first()
    if contest.state == DRAFT and member is not None and not member.is_manager:
        # A draft is its managers' own business: people read when it begins, and no more.
        known = {"contest": contest, "membership": member, "sends_mail": sends_mail()}
        return render(request, "contests/home/waiting.html", known)
    context: dict[str, object] = {
        "contest": contest,
        "membership": member,
        "progress": collective_progress(contest),
        "teams": teams_with_progress(contest),
        "families": offered_families(contest),
        "announcements": announcements(reader_of(request.user, contest), contest),
        "unread": unread_count(member) if member else 0,
    }
    if member is not None and not member.is_manager:
        context["annotating"] = is_annotating(member)
        context["own"] = own_progress(member, now=timezone.now())
        context["path"] = path_of(member, now=timezone.now())
        context["refusal"] = refusal_of(member)
        context["training"] = training_progress(member) if contest.requires_training else None
        context["notice"] = guideline_notice(member)
        context["notices"] = notices_for(member)
        context["answers"] = _own_answers(request, member)
        context["outbox"] = json.dumps(sending_config(request, contest))
        context["outbox_words"] = json.dumps(unsent_words())
        return render(request, "contests/home/annotator.html", context)
    context["inputs"] = contest.inputs.count()
    context["guidelines"] = latest_revision(contest)
    context["draft"] = draft_of(contest)
    context["has_begun"] = contest.starts_at is None or contest.starts_at <= timezone.now()
    context["states"] = state_rows(contest)
    context["moves"] = [step for step in steps_ahead(contest) if not step.move.is_back]
    context["jobs"] = visible_jobs(user=request.user).filter(contest_id=contest.pk)[:5]
    return render(request, "contests/home/manager.html", context)


def _own_answers(request: SignedInRequest, member: Membership) -> list[object]:
    answers = latest_answers(member, count=LATEST_ANSWERS)
    if answers:
        record(
            actor_of(request),
            READ,
            "input",
            contest_id=member.contest_id,
            inputs=[answer.task.input_id for answer in answers],
        )
    return list(answers)
