"""Copying a contest."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.audit import actor_of
from accounts.requests import SignedInRequest
from contests.forms.setup import CopyForm
from contests.services.copying import copy_contest
from contests.views.access import managed_contest
from jobs.tasks import enqueue


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def copy(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Make a new contest of what was prepared for this one."""
    contest = managed_contest(request, contest_id)
    name = _("%(contest)s (copy)") % {"contest": contest.name[:110]}
    form = CopyForm(request.POST or None, initial={"name": name})
    if request.method == "POST" and form.is_valid():
        copied = copy_contest(
            source=contest, manager=request.user, actor=actor_of(request), **form.cleaned_data
        )
        if copied.job is not None:
            enqueue(copied.job)
        messages.success(request, _("The copy is made. Only you see it so far."))
        return redirect("contests:setup", copied.contest.pk)
    context = {"contest": contest, "form": form, "inputs": contest.inputs.count()}
    return render(request, "contests/copy.html", context)
