"""Objecting to a reference, and following what becomes of it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.audit import actor_of, record
from accounts.models import AuditEvent
from accounts.requests import SignedInRequest
from agreement.exceptions import DisputeError, NothingToDispute
from agreement.models import Dispute
from agreement.selectors.disputes import disputes_of
from agreement.services import disputes as services
from contests.domain.lifecycle import SCORE
from contests.exceptions import NotPermitted
from contests.selectors.annotating import is_annotating
from contests.views.access import own_membership
from feedback.forms.reports import CommentForm
from feedback.selectors import reports as selectors
from feedback.selectors.threads import threads_of
from feedback.wording import explain

PER_PAGE = 20


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def object_to(
    request: SignedInRequest, contest_id: int, input_id: int, start: int, end: int
) -> HttpResponse:
    """Show one disagreement with a form to object, and take the objection.

    The address names the place by its segment: a run may store it anew while someone writes.
    """
    member = own_membership(request, contest_id)
    verdict = selectors.find_disagreement(member, input_id=input_id, segment=(start, end))
    if verdict is None:
        messages.info(request, explain(NothingToDispute()))
        return redirect("feedback:report", contest_id)
    form = CommentForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            services.object_to(
                place=verdict.place,
                member=member,
                comment=form.cleaned_data["text"],
                actor=actor_of(request),
            )
        except (DisputeError, NotPermitted) as error:
            form.add_error(None, explain(error))
        else:
            messages.success(request, _("Your objection is sent to the managers."))
            return redirect("feedback:objections", contest_id)
    [disagreement] = selectors.describe(member, [verdict])
    _record_reading(request, contest_id, [verdict.place.result.input_id])
    context = {
        "contest": member.contest,
        "membership": member,
        "annotating": is_annotating(member),
        "form": form,
        "disagreement": disagreement,
        "may_object": member.contest.permits(SCORE),
    }
    return render(request, "feedback/object.html", context)


def _record_reading(request: SignedInRequest, contest_id: int, inputs: list[int]) -> None:
    record(
        actor_of(request),
        AuditEvent.Action.READ,
        "dispute",
        contest_id=contest_id,
        inputs=inputs,
    )


@login_required
@require_safe
def objections(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Show someone's own objections with what was said about each."""
    member = own_membership(request, contest_id)
    page = Paginator(disputes_of(member), PER_PAGE).get_page(request.GET.get("page"))
    threads = threads_of(list(page.object_list))
    if threads:
        inputs = [thread.dispute.input_id for thread in threads]
        _record_reading(request, contest_id, inputs)
    services.mark_read(member=member)
    context = {
        "contest": member.contest,
        "membership": member,
        "annotating": is_annotating(member),
        "threads": threads,
        "page": page,
        "may_write": member.contest.permits(SCORE),
    }
    return render(request, "feedback/objections.html", context)


def _own(request: SignedInRequest, contest_id: int, dispute_id: int) -> Dispute:
    return get_object_or_404(disputes_of(own_membership(request, contest_id)), pk=dispute_id)


@login_required
@require_POST
def reply(request: SignedInRequest, contest_id: int, dispute_id: int) -> HttpResponse:
    """Add the annotator's words to an open thread."""
    dispute = _own(request, contest_id, dispute_id)
    try:
        services.reply(
            dispute=dispute,
            author=request.user,
            text=request.POST.get("text", ""),
            as_manager=False,
            actor=actor_of(request),
        )
    except (DisputeError, NotPermitted) as error:
        messages.error(request, explain(error))
    return redirect(_address(contest_id, dispute))


def _address(contest_id: int, dispute: Dispute) -> str:
    return f"{reverse('feedback:objections', args=[contest_id])}#objection-{dispute.pk}"


@login_required
@require_POST
def withdraw(request: SignedInRequest, contest_id: int, dispute_id: int) -> HttpResponse:
    """Take an objection back."""
    dispute = _own(request, contest_id, dispute_id)
    try:
        services.withdraw(dispute=dispute, actor=actor_of(request))
    except (DisputeError, NotPermitted) as error:
        messages.error(request, explain(error))
    else:
        messages.success(request, _("Your objection is withdrawn."))
    return redirect(_address(contest_id, dispute))
