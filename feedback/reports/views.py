"""Pages of reports and of an annotator's own disputes."""

from typing import Any

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import Guard
from accounts.audit import READ, actor_of, record
from accounts.roles import SignedInRequest
from agreement.disputes import services
from agreement.disputes.errors import NothingToDispute
from agreement.disputes.models import Dispute
from agreement.disputes.selectors import disputes_of, threads_of
from agreement.runs.models import Judgement
from contests.contest.access import for_managers, for_participants, managed_contest
from contests.contest.domain import SCORE
from contests.contest.models import Contest
from contests.people.access import for_annotators, own_membership
from contests.people.models import Membership
from contests.people.selectors import is_annotating
from feedback.reports import selectors
from feedback.reports import services as reading
from feedback.reports.forms import CommentForm, DisagreementFilterForm
from feedback.reports.selectors import unread_of, wants_reports
from web.errors import attempt, explain

PER_PAGE = 20


@for_annotators("GET", "POST")
def object_to(
    request: SignedInRequest, member: Membership, input_id: int, start: int, end: int
) -> HttpResponse:
    """Show one disagreement with a form to dispute the reference, and store the dispute.

    The address names the place by its segment: a run may store it anew while someone writes.
    """
    judgement = selectors.find_disagreement(member, input_id=input_id, segment=(start, end))
    if judgement is None:
        messages.info(request, explain(NothingToDispute()))
        return redirect("feedback:report", member.contest_id)
    form = CommentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with attempt(form):
            services.object_to(
                place=judgement.place,
                member=member,
                comment=form.cleaned_data["text"],
                actor=actor_of(request),
            )
            messages.success(request, _("Your dispute was sent to the managers."))
            return redirect("feedback:objections", member.contest_id)
    [disagreement] = selectors.describe(member, [judgement])
    _record_reading(request, member.contest_id, [judgement.place.result.input_id])
    context = {
        "contest": member.contest,
        "membership": member,
        "annotating": is_annotating(member),
        "form": form,
        "disagreement": disagreement,
        "may_object": member.contest.permits(SCORE),
    }
    return render(request, "feedback/reports/object.html", context)


def _record_reading(request: SignedInRequest, contest_id: int, inputs: list[int]) -> None:
    record(actor_of(request), READ, "dispute", contest_id=contest_id, inputs=inputs)


@for_annotators("GET")
def objections(request: SignedInRequest, member: Membership) -> HttpResponse:
    """Show a person's own disputes with their messages."""
    page = Paginator(disputes_of(member), PER_PAGE).get_page(request.GET.get("page"))
    threads = threads_of(list(page.object_list))
    if threads:
        inputs = [thread.dispute.input_id for thread in threads]
        _record_reading(request, member.contest_id, inputs)
    services.mark_read(member=member)
    context = {
        "contest": member.contest,
        "membership": member,
        "annotating": is_annotating(member),
        "threads": threads,
        "page": page,
        "may_write": member.contest.permits(SCORE),
    }
    return render(request, "feedback/reports/objections.html", context)


def _own(request: SignedInRequest, contest_id: int, dispute_id: int) -> Dispute:
    return get_object_or_404(disputes_of(own_membership(request, contest_id)), pk=dispute_id)


for_own_dispute = Guard(_own, "contest_id", "dispute_id")


@for_own_dispute("POST")
def reply(request: SignedInRequest, dispute: Dispute) -> HttpResponse:
    """Add the annotator's message to an open dispute."""
    with attempt(request):
        services.reply(
            dispute=dispute,
            author=request.user,
            text=request.POST.get("text", ""),
            as_manager=False,
            actor=actor_of(request),
        )
    return redirect(_address(dispute))


def _address(dispute: Dispute) -> str:
    return (
        f"{reverse('feedback:objections', args=[dispute.input.contest_id])}#objection-{dispute.pk}"
    )


@for_own_dispute("POST")
def withdraw(request: SignedInRequest, dispute: Dispute) -> HttpResponse:
    """Withdraw a dispute."""
    with attempt(request):
        services.withdraw(dispute=dispute, actor=actor_of(request))
        messages.success(request, _("Your dispute was withdrawn."))
    return redirect(_address(dispute))


@for_participants("GET")
def report(request: SignedInRequest, contest: Contest) -> HttpResponse:
    """Show an annotator's own report; redirect managers to the page of all reports."""
    members = contest.memberships.present().annotators().select_related("contest", "team")
    member = members.filter(user=request.user).first()
    if member is None:
        return redirect("feedback:mails", managed_contest(request, contest.pk).pk)
    unread = unread_of(member)
    context, page = _read(request, member)
    reading.mark_seen(member=member, judgements=page.object_list)
    context |= {
        "unread": unread,
        "wants_reports": wants_reports(member),
        "may_object": member.contest.permits(SCORE),
        "annotating": is_annotating(member),
    }
    return render(request, "feedback/reports/report.html", context)


@for_managers("GET")
def report_of(request: SignedInRequest, contest: Contest, member_id: int) -> HttpResponse:
    """Show a manager the report of one annotator."""
    members = contest.memberships.annotators().select_related("contest", "team")
    member = get_object_or_404(members, pk=member_id)
    context, _page = _read(request, member)
    return render(request, "feedback/reports/report.html", context | {"managing": True})


def _read(request: SignedInRequest, member: Membership) -> tuple[dict[str, Any], Page[Judgement]]:
    """Return a report with the requested page of disagreements, and log the access."""
    form = DisagreementFilterForm(request.GET or None, member=member)
    found = selectors.find_disagreements(member, **form.chosen)
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    judgements = list(page.object_list)
    page.object_list = judgements
    query = request.GET.copy()
    query.pop("page", None)
    record(
        actor_of(request),
        READ,
        "feedback",
        member.pk,
        contest_id=member.contest_id,
        inputs=[judgement.place.result.input_id for judgement in judgements],
    )
    context = {
        "contest": member.contest,
        "membership": member,
        "header": selectors.header_of(member),
        "form": form,
        "page": page,
        "query": query.urlencode(),
        "disagreements": selectors.describe(member, judgements),
    }
    return context, page


@for_annotators("POST")
def mark_all_seen(request: SignedInRequest, member: Membership) -> HttpResponse:
    """Mark all disagreements as read."""
    reading.mark_all_seen(member=member)
    return redirect("feedback:report", member.contest_id)


@for_annotators("POST")
def choose_mail(request: SignedInRequest, member: Membership) -> HttpResponse:
    """Store whether this person receives the contest's reports by e-mail."""
    wants = request.POST.get("wants") == "yes"
    reading.choose_mail(member=member, wants_reports=wants)
    words = (
        _("You will receive this contest’s reports by e-mail.")
        if wants
        else _("You will no longer receive this contest’s reports by e-mail.")
    )
    messages.success(request, words)
    return redirect("feedback:report", member.contest_id)
