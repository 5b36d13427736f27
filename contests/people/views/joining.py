"""Joining by the contest's link, and choosing another alias."""

from typing import cast

from django.contrib import messages
from django.contrib.auth import login
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from accounts.audit import actor_of, client_address
from accounts.errors import EmailTaken
from accounts.models import SignInFailure, User
from accounts.roles import SignedInRequest
from accounts.services import register_user, take_attempt
from contests.contest.models import Contest
from contests.people.access import for_annotators
from contests.people.errors import InvitationInvalid
from contests.people.forms import AddressForm, AliasForm, JoinForm, LinkJoinForm
from contests.people.models import Invitation, JoinLink, Membership
from contests.people.selectors import refusal_of
from contests.people.services import joining
from contests.people.services.joining import (
    accept_invitation,
    ask_by_link,
    find_invitation,
)
from contests.people.services.members import choose_alias
from jobs.tasks import enqueue
from text.errors import Refusal
from web.errors import attempt, explain
from web.mail import sends_mail


@never_cache
@sensitive_post_parameters()
def join(request: HttpRequest, token: str) -> HttpResponse:
    """Let the invited person join, with a new account where they have none."""
    try:
        invitation = find_invitation(token)
    except InvitationInvalid as error:
        context = {"reason": explain(error)}
        return render(request, "contests/people/invitation_invalid.html", context, status=404)
    stranger = not request.user.is_authenticated
    if stranger and User.objects.filter(email=invitation.email).exists():
        return render(request, "contests/people/join_sign_in.html", {"invitation": invitation})
    if not stranger and cast("User", request.user).email != invitation.email:
        return render(request, "contests/people/join_other.html", {"invitation": invitation})
    is_annotator = invitation.role == Membership.Role.ANNOTATOR
    # With the address, which a password must not repeat.
    account = User(email=invitation.email)
    account_form = JoinForm(request.POST or None, instance=account) if stranger else None
    alias_form = _alias_form(request, invitation.contest) if is_annotator else None
    forms = [form for form in (account_form, alias_form) if form is not None]
    # Each form shows its own errors, so each is asked.
    verdicts = [form.is_valid() for form in forms]
    if request.method == "POST" and all(verdicts):
        try:
            return _join(request, token, invitation, account_form, alias_form)
        except EmailTaken:
            # Someone registered the address since this page was shown: it now asks to sign in.
            return redirect("contests:join", token)
        except Refusal as error:
            messages.error(request, explain(error))
    page = {"invitation": invitation, "account_form": account_form, "alias_form": alias_form}
    return render(request, "contests/people/join.html", page)


def _alias_form(request: HttpRequest, contest: Contest) -> AliasForm:
    user = request.user if isinstance(request.user, User) else None
    return AliasForm(request.POST or None, contest=contest, user=user)


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
        login(request, user, backend="accounts.authentication.EmailBackend")
    messages.success(request, _("Welcome to the contest."))
    return welcome(member.contest)


def welcome(contest: Contest) -> HttpResponse:
    """Lead a new member to the contest, which also tells them when it begins."""
    return redirect("contests:home", contest.pk)


@never_cache
@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def join_with_link(request: HttpRequest, token: str) -> HttpResponse:
    """Let whoever has the contest's link join: at once, or by a letter that proves their address."""
    try:
        link = joining.find_link(token)
    except Refusal as error:
        context = {"reason": explain(error)}
        return render(request, "contests/people/invitation_invalid.html", context, status=404)
    if request.user.is_authenticated:
        return _join_signed_in(request, link)
    # A letter proves the address, and tells nobody else whether it has an account.
    if link.domains or sends_mail():
        return _ask_for_letter(request, link)
    return _join_as_stranger(request, link)


def _join_signed_in(request: HttpRequest, link: JoinLink) -> HttpResponse:
    user = cast("User", request.user)
    if link.contest.memberships.present().filter(user=user).exists():
        return welcome(link.contest)
    if link.domains and user.email_confirmed_at is None:
        return _ask_for_letter(request, link, own=user.email)
    form = _alias_form(request, link.contest)
    if request.method == "POST" and form.is_valid():
        with attempt(form, "alias"):
            joining.join_by_link(
                link=link, user=user, alias=form.cleaned_data["alias"], actor=actor_of(request)
            )
            messages.success(request, _("Welcome to the contest."))
            return welcome(link.contest)
    return render(request, "contests/people/join_link.html", {"link": link, "alias_form": form})


def _join_as_stranger(request: HttpRequest, link: JoinLink) -> HttpResponse:
    account_form = LinkJoinForm(request.POST or None)
    alias_form = _alias_form(request, link.contest)
    # Each form shows its own errors, so each is asked.
    verdicts = [form.is_valid() for form in (account_form, alias_form)]
    if request.method == "POST" and "email" in account_form.cleaned_data:
        # Counted whatever else is wrong: an address that is taken is told in the same round.
        with attempt(account_form, "email") as asking:
            email = account_form.cleaned_data["email"]
            _count_attempt(request, email)
            if User.objects.filter(email=email).exists():
                raise EmailTaken
        verdicts.append(asking.succeeded)
    if request.method == "POST" and all(verdicts):
        try:
            return _register(request, link, account_form, alias_form)
        except EmailTaken as error:
            account_form.add_error("email", explain(error))
        except Refusal as error:
            alias_form.add_error("alias", explain(error))
    context = {"link": link, "account_form": account_form, "alias_form": alias_form}
    return render(request, "contests/people/join_link.html", context)


def _count_attempt(request: HttpRequest, email: str) -> None:
    """Refuse who has tried too often: addresses are not to be gone through by this form."""
    kind = SignInFailure.Kind.REGISTER
    take_attempt(kind=kind, email=email, address=client_address(request))


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
    login(request, user, backend="accounts.authentication.EmailBackend")
    messages.success(request, _("Welcome to the contest."))
    return welcome(link.contest)


def _ask_for_letter(request: HttpRequest, link: JoinLink, own: str = "") -> HttpResponse:
    """Send a personal link to an address of an allowed domain; to one's own where one is signed in."""
    answer = {"email": own} if own else request.POST
    form = AddressForm(answer if request.method == "POST" else None)
    sent_to = ""
    if request.method == "POST" and form.is_valid():
        sent_to = _send_letter(request, link, form)
    context = {"link": link, "address_form": form, "own_address": own, "sent_to": sent_to}
    return render(request, "contests/people/join_link.html", context)


def _send_letter(request: HttpRequest, link: JoinLink, form: AddressForm) -> str:
    email = form.cleaned_data["email"]
    # Known addresses and others go the same way, and wait for no mail server: a stranger learns
    # nothing about who takes part, neither from the words nor from the time.
    with attempt(form, "email"):
        _count_attempt(request, email)
        enqueue(ask_by_link(link=link, email=email, actor=actor_of(request)))
        return str(email)
    return ""


@for_annotators("GET", "POST")
def own_alias(request: SignedInRequest, member: Membership) -> HttpResponse:
    """Let a person choose another alias, after a refusal or because they like to."""
    form = AliasForm(
        request.POST or None,
        initial={"alias": member.alias},
        contest=member.contest,
        user=request.user,
    )
    if request.method == "POST" and form.is_valid():
        with attempt(form, "alias"):
            choose_alias(member=member, alias=form.cleaned_data["alias"], actor=actor_of(request))
            messages.success(request, _("Your alias is changed."))
            return redirect("contests:home", member.contest_id)
    context = {
        "contest": member.contest,
        "membership": member,
        "form": form,
        "refusal": refusal_of(member),
    }
    return render(request, "contests/people/own_alias.html", context)
