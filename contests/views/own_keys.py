"""The page on which a person gives categories keys of their own."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.audit import actor_of
from accounts.keys import OFF
from accounts.requests import SignedInRequest
from contests.exceptions import OwnKeysRefused
from contests.forms.own_keys import OwnKeysForm
from contests.models import Membership
from contests.selectors import own_keys as selectors
from contests.selectors.annotating import is_annotating
from contests.services.own_keys import choose_own_keys
from contests.views.access import own_membership


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own_keys(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Show and store the keys that this person uses for the labels of a contest."""
    member = own_membership(request, contest_id)
    offered = member.contest.categories.filter(archived_at=None).select_related("supercategory")
    form = OwnKeysForm(request.POST or None, categories=list(offered))
    own = selectors.own_keys(request.user, member.contest)
    form.initial = {form.names[label]: key for label, key in own.items() if label in form.names}
    if request.method == "POST" and form.is_valid() and _store(request, member, form):
        messages.success(request, _("Your keys have been saved."))
        return redirect(
            "contests:annotate" if is_annotating(member) else "contests:home", contest_id
        )
    rows = [(category, form[form.names[category.label]]) for category in offered]
    context = {"contest": member.contest, "form": form, "rows": rows}
    context["is_off"] = bool(request.user.keys.get(OFF))
    return render(request, "contests/own_keys.html", context)


def _store(request: SignedInRequest, member: Membership, form: OwnKeysForm) -> bool:
    try:
        choose_own_keys(member=member, wanted=form.wanted, actor=actor_of(request))
    except OwnKeysRefused as error:
        form.refuse(error)
        return False
    return True
