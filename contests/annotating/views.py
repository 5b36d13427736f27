"""The annotation page and the page of personal label keys."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.csrf import ensure_csrf_cookie

from accounts.audit import actor_of
from accounts.keys import OFF
from accounts.roles import SignedInRequest
from contests.annotating.errors import OwnKeysRefused
from contests.annotating.forms import OwnKeysForm
from contests.annotating.page import page_context
from contests.annotating.services.keys import choose_own_keys, own_keys
from contests.contest.models import Contest
from contests.people import selectors
from contests.people.access import for_annotators
from contests.people.models import Membership
from contests.people.selectors import is_annotating

# Tasks loaded ahead: fewer with `coverage`, where loaded tasks are reserved.
AHEAD = {Contest.Routing.SEQUENCE: 30, Contest.Routing.COVERAGE: 8}


@for_annotators("GET")
@ensure_csrf_cookie
def annotate(request: SignedInRequest, member: Membership) -> HttpResponse:
    """Show the annotation page; its tasks and answers use the API."""
    contest = member.contest
    if not is_annotating(member):
        return redirect("contests:home", contest.pk)
    context = page_context(request, contest, ahead=AHEAD[Contest.Routing(contest.routing)])
    context |= {
        "own": selectors.own_progress(member, now=timezone.now()),
        "progress": selectors.collective_progress(contest),
    }
    return render(request, "contests/annotating/annotate.html", context)


@for_annotators("GET", "POST")
def choose_keys(request: SignedInRequest, member: Membership) -> HttpResponse:
    """Show and store this person's own keys for the labels of a contest."""
    offered = member.contest.categories.filter(archived_at=None).select_related("supercategory")
    form = OwnKeysForm(request.POST or None, categories=list(offered))
    own = own_keys(request.user, member.contest)
    form.initial = {form.names[label]: key for label, key in own.items() if label in form.names}
    if request.method == "POST" and form.is_valid() and _store(request, member, form):
        messages.success(request, _("Your shortcuts have been saved."))
        return redirect(
            "contests:annotate" if is_annotating(member) else "contests:home", member.contest_id
        )
    rows = [(category, form[form.names[category.label]]) for category in offered]
    context = {"contest": member.contest, "form": form, "rows": rows}
    context["is_off"] = bool(request.user.keys.get(OFF))
    return render(request, "contests/annotating/own_keys.html", context)


def _store(request: SignedInRequest, member: Membership, form: OwnKeysForm) -> bool:
    try:
        choose_own_keys(member=member, wanted=form.shortcuts, actor=actor_of(request))
    except OwnKeysRefused as error:
        form.refuse(error)
        return False
    return True
