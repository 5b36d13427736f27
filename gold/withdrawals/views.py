"""The page that asks before a release is withdrawn."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.audit import actor_of
from accounts.roles import SignedInRequest
from gold.releases.access import for_release_managers
from gold.releases.models import Release
from gold.withdrawals.services import withdraw
from jobs.tasks import enqueue
from web.errors import attempt
from web.forms import ErasureForm


@for_release_managers("GET", "POST")
def withdraw_release(request: SignedInRequest, found: Release) -> HttpResponse:
    """Ask for a reason, then take a frozen release back."""
    if not found.is_frozen:
        raise Http404
    form = ErasureForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with attempt(form):
            reason, actor = form.cleaned_data["reason"], actor_of(request)
            enqueue(withdraw(release=found, reason=reason, actor=actor))
            messages.success(request, _("%(release)s is withdrawn.") % {"release": found})
            return redirect("gold:release", found.pk)
    context = {
        "title": _("Withdraw %(release)s") % {"release": found},
        "words": _("Nobody can read or download it any more. Its name and checksum stay."),
        "consequences": _consequences(found),
        "form": form,
        "yes": _("Withdraw the release"),
        "back": reverse("gold:release", args=[found.pk]),
    }
    return render(request, "web/erase.html", context)


def _consequences(release: Release) -> list[str]:
    texts, splits, exports = (
        release.inputs.count(), release.splits.count(), release.exports.count(),
    )  # fmt: skip
    return [
        ngettext("%(n)s text with its gold units.", "%(n)s texts with their gold units.", texts)
        % {"n": texts},
        ngettext("%(n)s split.", "%(n)s splits.", splits) % {"n": splits},
        ngettext("%(n)s archive.", "%(n)s archives.", exports) % {"n": exports},
        _("Evaluations of detectors on it."),
    ]
