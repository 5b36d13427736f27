"""Joining by the contest's link, and choosing another alias."""

from smtplib import SMTPException
from typing import cast

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.audit import actor_of
from accounts.exceptions import EmailTaken
from accounts.links import public_link
from accounts.models import User
from accounts.requests import SignedInRequest
from accounts.services import register_user
from contests.exceptions import AlreadyMember, ContestError
from contests.forms.people import AddressForm, AliasForm, LinkJoinForm
from contests.models import JoinLink
from contests.selectors.people import refusal_of
from contests.services import joining
from contests.services.invitations import ask_by_link, mail_invitation
from contests.services.setup import choose_alias
from contests.views.access import own_membership
from contests.views.joining import welcome
from contests.wording import explain


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Let whoever has the contest's link join: at once, or by a letter that proves their address."""
    try:
        link = joining.find_link(token)
    except ContestError as error:
        context = {"reason": explain(error)}
        return render(request, "contests/invitation_invalid.html", context, status=404)
    if request.user.is_authenticated:
        return _join_signed_in(request, link)
    if link.domains:
        return _ask_for_letter(request, link)
    return _join_as_stranger(request, link)


def _join_signed_in(request: HttpRequest, link: JoinLink) -> HttpResponse:
    user = cast("User", request.user)
    if link.contest.memberships.present().filter(user=user).exists():
        return welcome(request, link.contest)
    form = AliasForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            joining.join_by_link(
                link=link, user=user, alias=form.cleaned_data["alias"], actor=actor_of(request)
            )
        except ContestError as error:
            form.add_error("alias", explain(error))
        else:
            messages.success(request, _("Welcome to the contest."))
            return welcome(request, link.contest)
    return render(request, "contests/join_link.html", {"link": link, "alias_form": form})


def _join_as_stranger(request: HttpRequest, link: JoinLink) -> HttpResponse:
    account_form = LinkJoinForm(request.POST or None)
    alias_form = AliasForm(request.POST or None)
    # Each form shows its own errors, so each is asked.
    verdicts = [form.is_valid() for form in (account_form, alias_form)]
    if request.method == "POST" and all(verdicts):
        try:
            return _register(request, link, account_form, alias_form)
        except EmailTaken:
            account_form.add_error("email", _("This address has an account: sign in to join."))
        except ContestError as error:
            alias_form.add_error("alias", explain(error))
    context = {"link": link, "account_form": account_form, "alias_form": alias_form}
    return render(request, "contests/join_link.html", context)


def _register(
    request: HttpRequest, link: JoinLink, account_form: LinkJoinForm, alias_form: AliasForm
) -> HttpResponse:
    """Create the account and the membership: both or neither."""
    values = account_form.cleaned_data
    with transaction.atomic():
        user = register_user(
            email=values["email"],
            password=values["password1"],
            name=values["name"],
            language=values["language"],
            actor=actor_of(request),
        )
        joining.join_by_link(
            link=link, user=user, alias=alias_form.cleaned_data["alias"], actor=actor_of(request)
        )
    login(request, user, backend="accounts.backends.EmailBackend")
    messages.success(request, _("Welcome to the contest."))
    return welcome(request, link.contest)


def _ask_for_letter(request: HttpRequest, link: JoinLink) -> HttpResponse:
    """Send a personal link to an address of an allowed domain."""
    form = AddressForm(request.POST or None)
    sent_to = ""
    if request.method == "POST" and form.is_valid():
        sent_to = _send_letter(request, link, form)
    context = {"link": link, "address_form": form, "sent_to": sent_to}
    return render(request, "contests/join_link.html", context)


def _send_letter(request: HttpRequest, link: JoinLink, form: AddressForm) -> str:
    email = form.cleaned_data["email"]
    try:
        issued = ask_by_link(link=link, email=email, actor=actor_of(request))
    except AlreadyMember:
        # Said alike, so that a stranger learns nothing about who takes part.
        return str(email)
    except ContestError as error:
        form.add_error("email", explain(error))
        return ""
    if issued is None:
        return str(email)
    address = public_link(reverse("contests:join", args=[issued.token]))
    try:
        mail_invitation(invitation=issued.invitation, link=address)
    except (SMTPException, OSError, UnicodeError):
        form.add_error("email", _("The e-mail could not be sent. Try again later."))
        return ""
    return str(email)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own_alias(request: SignedInRequest, contest_id: int) -> HttpResponse:
    """Let a person choose another alias, after a refusal or because they like to."""
    member = own_membership(request, contest_id)
    form = AliasForm(request.POST or None, initial={"alias": member.alias})
    if request.method == "POST" and form.is_valid():
        try:
            choose_alias(member=member, alias=form.cleaned_data["alias"], actor=actor_of(request))
        except ContestError as error:
            form.add_error("alias", explain(error))
        else:
            messages.success(request, _("Your alias is changed."))
            return redirect("contests:home", contest_id)
    context = {
        "contest": member.contest,
        "membership": member,
        "form": form,
        "refusal": refusal_of(member),
    }
    return render(request, "contests/own_alias.html", context)
