"""The list of contests, a contest's home page, the audit log and the access log."""

import json
from itertools import chain
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

from accounts.access import Guard, for_signed_in
from accounts.audit import EXPORTED, READ, actor_of, record
from accounts.models import AuditEvent, User
from accounts.roles import SignedInRequest, is_manager
from contests.annotating.page import sending_config, unsent_words
from contests.annotating.selectors import latest_answers
from contests.categories.selectors import offered_supercategories
from contests.chat.selectors import announcements, reader_of, unread_count
from contests.contest.access import for_managers
from contests.contest.domain import DRAFT
from contests.contest.models import Contest
from contests.guidelines.selectors import draft_of, guideline_notice, latest_revision
from contests.home.forms import AccessFilterForm, AuditFilterForm
from contests.home.selectors import (
    EventFilter,
    audit_events,
    given_lines_of,
    kinds_of,
    notices_for,
    path_of,
)
from contests.people.models import Membership
from contests.people.selectors import collective_progress, is_annotating, own_progress, refusal_of
from contests.setup.selectors import state_rows, steps_ahead
from contests.teams.selectors import teams_with_progress
from contests.training.selectors import training_progress
from jobs.selectors import visible_jobs
from text.tables import csv_lines
from web.mail import sends_mail
from web.streaming import CSV, stream

EVENTS_PER_PAGE = 50


@for_managers("GET")
def audit(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show a contest's audit log."""
    # Recorded first, so that this access appears in the list as well.
    record(actor_of(request), READ, "audit log", contest_id=contest.pk)
    own = audit_events(EventFilter(contest=contest))
    form = AuditFilterForm(
        request.GET or None,
        people=User.objects.filter(memberships__contest=contest),
        actions=kinds_of(own, "action"),
    )
    events = audit_events(EventFilter(**_chosen(form) | {"contest": contest}))
    context = {"contest": contest, "form": form} | _shown(request, events)
    return render(request, "contests/home/audit.html", context)


def _chosen(form: AuditFilterForm) -> dict[str, Any]:
    return form.cleaned_data if form.is_bound and form.is_valid() else {}


def _shown(request: SignedInRequest, events: QuerySet[AuditEvent]) -> dict[str, Any]:
    query = request.GET.copy()
    query.pop("page", None)
    page = Paginator(events, EVENTS_PER_PAGE).get_page(request.GET.get("page"))
    return {"page": page, "query": query.urlencode()}


def _access_form(request: SignedInRequest, action: AuditEvent.Action) -> AccessFilterForm:
    """Return the filter of the access log and record its use; raise 404 unless the user is an administrator."""
    if not request.user.is_superuser:
        raise Http404
    record(actor_of(request), action, "audit log")
    everything = audit_events(EventFilter())
    return AccessFilterForm(
        request.GET or None,
        people=User.objects.all(),
        actions=kinds_of(everything, "action"),
        things=kinds_of(everything, "object_type"),
    )


@for_signed_in("GET")
def access_log(request: SignedInRequest) -> HttpResponse:
    """Show administrators the access log of the whole platform."""
    form = _access_form(request, READ)
    wanted = EventFilter(**_chosen(form))
    context = _shown(request, audit_events(wanted))
    ids = {event.contest_id for event in context["page"]}
    context |= {
        "form": form,
        "contests": dict(Contest.objects.filter(pk__in=ids).values_list("pk", "name")),
        "document": wanted.number if wanted.thing == "document" else "",
        "annotators": _given_lines(wanted),
    }
    return render(request, "contests/home/access.html", context)


def _given_lines(wanted: EventFilter) -> list[Membership]:
    is_one = wanted.thing == "document" and wanted.number.isascii() and wanted.number.isdigit()
    # Longer numbers exceed the database's integers.
    return list(given_lines_of(int(wanted.number))) if is_one and len(wanted.number) < 19 else []


@for_signed_in("GET")
def access_csv(request: SignedInRequest) -> HttpResponseBase:
    """Send the filtered events as CSV."""
    wanted = EventFilter(**_chosen(_access_form(request, EXPORTED)))
    header = [
        "at", "person", "email", "action", "object_type", "object_id", "contest_id", "address",
        "request_id", "details",
    ]  # fmt: skip
    rows = (
        [
            event.at.isoformat(), event.actor and event.actor.name, event.actor and event.actor.email,
            event.action, event.object_type, event.object_id, event.contest_id, event.address,
            event.request_id, json.dumps(event.details, ensure_ascii=False),
        ]
        for event in audit_events(wanted).iterator(chunk_size=2000)
    )  # fmt: skip
    pieces = csv_lines(chain([header], rows))
    return stream(request, pieces, content_type=CSV, name="access-log.csv")


LATEST_ANSWERS = 5
# Contests that need attention come first.
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
    """Return a contest that this person can see or is waiting for; raise 404 otherwise."""
    own = (Contest.objects.visible_to(request.user), Contest.objects.awaited_by(request.user))
    found = (contests.filter(pk=contest_id).first() for contests in own)
    contest = next((contest for contest in found if contest is not None), None)
    if contest is None:
        raise Http404
    return contest


@Guard(_own_contest, "contest_id")("GET")
def contest_home(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show the contest's home page for an annotator or a manager."""
    member = contest.memberships.present().select_related("team").filter(user=request.user).first()
    if contest.state == DRAFT and member is not None and not member.is_manager:
        # Members of a draft see only its start date.
        known = {"contest": contest, "membership": member, "sends_mail": sends_mail()}
        return render(request, "contests/home/waiting.html", known)
    context: dict[str, object] = {
        "contest": contest,
        "membership": member,
        "progress": collective_progress(contest),
        "teams": teams_with_progress(contest),
        "supercategories": offered_supercategories(contest),
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
