"""Creating a contest."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.audit import actor_of
from accounts.requests import SignedInRequest
from accounts.roles import is_manager
from contests.domain.presets import PRESETS
from contests.forms.inputs import NewContestForm
from contests.services.creation import create_draft


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def new_contest(request: SignedInRequest) -> HttpResponse:
    """Ask for what a contest begins with, and create it in preparation."""
    if not is_manager(request.user):
        raise Http404
    form = NewContestForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        values = form.cleaned_data
        preset = PRESETS[values.pop("preset")]
        contest = create_draft(
            manager=request.user, preset=preset, actor=actor_of(request), **values
        )
        messages.success(request, _("The contest is created. Only its managers see it so far."))
        return redirect("contests:home", contest.pk)
    return render(request, "contests/new.html", {"form": form, "presets": PRESETS.values()})
