"""Joining a contest by an invitation's link."""

from typing import cast

from django.contrib import messages
from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from accounts.audit import actor_of
from accounts.exceptions import EmailTaken
from accounts.models import User
from accounts.services import register_user
from contests.exceptions import ContestError, InvitationInvalid
from contests.forms.people import AliasForm, JoinForm
from contests.models import Contest, Invitation, Membership
from contests.services.invitations import accept_invitation, find_invitation
from contests.wording import explain


@never_cache
@sensitive_post_parameters()
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Let the invited person join, with a new account where they have none."""
    try:
        invitation = find_invitation(token)
    except InvitationInvalid as error:
        context = {"reason": explain(error)}
        return render(request, "contests/invitation_invalid.html", context, status=404)
    stranger = not request.user.is_authenticated
    if stranger and User.objects.filter(email=invitation.email).exists():
        return render(request, "contests/join_sign_in.html", {"invitation": invitation})
    is_annotator = invitation.role == Membership.Role.ANNOTATOR
    account_form = JoinForm(request.POST or None) if stranger else None
    alias_form = AliasForm(request.POST or None) if is_annotator else None
    forms = [form for form in (account_form, alias_form) if form is not None]
    # Each form shows its own errors, so each is asked.
    verdicts = [form.is_valid() for form in forms]
    if request.method == "POST" and all(verdicts):
        try:
            return _join(request, token, invitation, account_form, alias_form)
        except EmailTaken:
            # Someone registered the address since this page was shown: it now asks to sign in.
            return redirect("contests:join", token)
        except ContestError as error:
            messages.error(request, explain(error))
    page = {"invitation": invitation, "account_form": account_form, "alias_form": alias_form}
    return render(request, "contests/join.html", page)


def _join(
    request: HttpRequest,
    token: str,
    invitation: Invitation,
    account_form: JoinForm | None,
    alias_form: AliasForm | None,
) -> HttpResponse:
    """Create the account if needed and the membership: both or neither."""
    with transaction.atomic():
        if account_form is None:
            user = cast("User", request.user)
        else:
            user = register_user(
                email=invitation.email,
                password=account_form.cleaned_data["password1"],
                name=account_form.cleaned_data["name"],
                language=account_form.cleaned_data["language"],
                actor=actor_of(request),
            )
        alias = alias_form.cleaned_data["alias"] if alias_form else ""
        member = accept_invitation(token=token, user=user, alias=alias, actor=actor_of(request))
    if account_form is not None:
        login(request, user, backend="accounts.backends.EmailBackend")
    messages.success(request, _("Welcome to the contest."))
    return welcome(request, member.contest)


def welcome(request: HttpRequest, contest: Contest) -> HttpResponse:
    """Lead a new member to the contest, or to the list where they cannot see it yet."""
    user = cast("User", request.user)
    if Contest.objects.visible_to(user).filter(pk=contest.pk).exists():
        return redirect("contests:home", contest.pk)
    words = _("“%(contest)s” is still being prepared. You will find it here when it begins.")
    messages.info(request, words % {"contest": contest})
    return redirect("contests:list")
