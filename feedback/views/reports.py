"""The report of an annotator, for themselves and for managers."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Page, Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.audit import actor_of, record
from accounts.models import AuditEvent
from accounts.requests import SignedInRequest
from agreement.models import Verdict
from contests.domain.lifecycle import SCORE
from contests.models import Contest, Membership
from contests.selectors.annotating import is_annotating
from contests.views.access import managed_contest, own_membership
from feedback.forms.reports import DisagreementFilterForm
from feedback.selectors import reports as selectors
from feedback.selectors.unread import unread_of, wants_reports
from feedback.services import reading

PER_PAGE = 20


@login_required
@require_safe
def report(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Show someone's own report; managers have a page about everyone's instead."""
    managed = Contest.objects.managed_by(request.user).filter(pk=contest_id).first()
    if managed is not None and not _annotates(request, managed):
        return redirect("feedback:mails", contest_id)
    member = own_membership(request, contest_id)
    unread = unread_of(member)
    context, page = _read(request, member)
    reading.mark_seen(member=member, verdicts=page.object_list)
    context |= {
        "unread": unread,
        "wants_reports": wants_reports(member),
        "may_object": member.contest.permits(SCORE),
        "annotating": is_annotating(member),
    }
    return render(request, "feedback/report.html", context)


def _annotates(request: SignedInRequest, contest: Contest) -> bool:
    return contest.memberships.present().annotators().filter(user=request.user).exists()


@login_required
@require_safe
def report_of(request: SignedInRequest, contest_id: int, member_id: int) -> HttpResponse:
    """Show a manager the report of one annotator."""
    contest = managed_contest(request, contest_id)
    members = contest.memberships.annotators().select_related("contest", "team")
    member = get_object_or_404(members, pk=member_id)
    context, _page = _read(request, member)
    return render(request, "feedback/report.html", context | {"managing": True})


def _read(request: SignedInRequest, member: Membership) -> tuple[dict[str, Any], Page[Verdict]]:
    """Return a report with the page of disagreements that was asked for, and write down who read it."""
    form = DisagreementFilterForm(request.GET or None, member=member)
    found = selectors.find_disagreements(member, **form.chosen)
    page = Paginator(found, PER_PAGE).get_page(request.GET.get("page"))
    verdicts = list(page.object_list)
    page.object_list = verdicts
    query = request.GET.copy()
    query.pop("page", None)
    record(
        actor_of(request),
        AuditEvent.Action.READ,
        "feedback",
        member.pk,
        contest_id=member.contest_id,
        inputs=[verdict.place.result.input_id for verdict in verdicts],
    )
    context = {
        "contest": member.contest,
        "membership": member,
        "header": selectors.header_of(member),
        "form": form,
        "page": page,
        "query": query.urlencode(),
        "disagreements": selectors.describe(member, verdicts),
    }
    return context, page


@login_required
@require_POST
def mark_all_seen(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Mark everything as read."""
    reading.mark_all_seen(member=own_membership(request, contest_id))
    return redirect("feedback:report", contest_id)


@login_required
@require_POST
def choose_mail(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Store whether this person wants the contest's reports by mail."""
    member = own_membership(request, contest_id)
    wants = request.POST.get("wants") == "yes"
    reading.choose_mail(member=member, wants_reports=wants)
    words = (
        _("You will get the reports of this contest by e-mail.")
        if wants
        else _("You will get no more reports of this contest by e-mail.")
    )
    messages.success(request, words)
    return redirect("feedback:report", contest_id)
