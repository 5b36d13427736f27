"""Sign-in, sign-out, reset, preferences."""

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth import views as auth_views
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse_lazy
from django.utils import translation
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.generic import FormView

from accounts import keys
from accounts.access import for_signed_in
from accounts.audit import CHANGED, actor_of, client_address, record
from accounts.forms import (
    ChangedPasswordForm,
    KeysForm,
    NewPasswordForm,
    PreferencesForm,
    ResetRequestForm,
    SignInForm,
    TokenForm,
)
from accounts.letters import address_tokens, ask_for_letter
from accounts.models import AccountLetter, SignInFailure, User
from accounts.roles import SignedInRequest
from accounts.services import (
    change_keys,
    change_preferences,
    confirm_address,
    create_token,
    revoke_token,
    take_attempt,
)
from accounts.tasks import enqueue_letter
from web.errors import attempt
from web.mail import sends_mail


class SignInView(auth_views.LoginView):
    form_class = SignInForm
    template_name = "accounts/login.html"
    redirect_authenticated_user = True

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        response = super().form_invalid(form)
        response.status_code = 429 if getattr(form, "is_throttled", False) else 200
        return response


class PasswordResetView(FormView):
    form_class = ResetRequestForm
    template_name = "accounts/password_reset.html"
    success_url = reverse_lazy("accounts:password_reset_sent")

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"address": client_address(self.request)}

    def form_valid(self, form: ResetRequestForm) -> HttpResponse:
        email = form.cleaned_data["email"]
        enqueue_letter(ask_for_letter(kind=AccountLetter.Kind.RESET, email=email))
        return super().form_valid(form)


class PasswordResetSentView(auth_views.PasswordResetDoneView):
    template_name = "accounts/password_reset_sent.html"


class PasswordResetConfirmView(auth_views.PasswordResetConfirmView):
    form_class = NewPasswordForm
    template_name = "accounts/password_reset_confirm.html"
    success_url = reverse_lazy("accounts:login")

    def form_valid(self, form: SetPasswordForm) -> HttpResponse:
        response = super().form_valid(form)
        user = cast("User", form.user)
        record(actor_of(self.request), CHANGED, "password", user.pk)
        # The link was sent to the address, so using it confirms the address.
        confirm_address(user=user, actor=actor_of(self.request))
        messages.success(self.request, _("Your password has been changed. Sign in with it now."))
        return response


class PasswordChangeView(auth_views.PasswordChangeView):
    form_class = ChangedPasswordForm
    template_name = "accounts/password_change.html"
    success_url = reverse_lazy("accounts:preferences")

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        user = cast("User", self.request.user)
        return super().get_context_data(**kwargs) | {"tokens": user.api_tokens.usable().count()}

    def form_valid(self, form: PasswordChangeForm) -> HttpResponse:
        response = super().form_valid(form)
        actor = actor_of(self.request)
        record(actor, CHANGED, "password", self.request.user.pk)
        messages.success(self.request, _("Your password has been changed."))
        return response


def _return_page(request: SignedInRequest) -> str:
    """Return the page to go back to, if it is on this site."""
    page = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(page, allowed_hosts={request.get_host()})
    return page if is_ours else ""


@for_signed_in("GET", "POST")
@sensitive_post_parameters()
def preferences(request: SignedInRequest) -> HttpResponse:
    """Show and store name, language and appearance."""
    form = PreferencesForm(request.POST or None, instance=request.user)
    if request.method == "POST" and form.is_valid():
        change_preferences(user=request.user, actor=actor_of(request), **form.cleaned_data)
        translation.activate(request.user.language)
        messages.success(request, _("Your preferences have been saved."))
        return redirect(_return_page(request) or "accounts:preferences")
    return _show_preferences(request, form=form)


def _show_preferences(request: SignedInRequest, **changed: object) -> HttpResponse:
    user = request.user
    chosen = keys.chosen(user.keys) | {"single": not user.keys.get(keys.OFF)}
    context = {
        "form": PreferencesForm(instance=user),
        "keys_form": KeysForm(initial=chosen, auto_id="key-%s"),
        "token_form": TokenForm(auto_id="token-%s"),
        "tokens": user.api_tokens.filter(revoked_at=None),
        "needs_confirmation": sends_mail() and user.email_confirmed_at is None,
    }
    return render(request, "accounts/preferences.html", context | changed)


@for_signed_in("POST")
def ask_for_confirmation(request: SignedInRequest) -> HttpResponse:
    """Send the letter that confirms this person's address."""
    email, kind = request.user.email, SignInFailure.Kind.CONFIRM
    with attempt(request):
        take_attempt(kind=kind, email=email, address=client_address(request))
        enqueue_letter(ask_for_letter(kind=AccountLetter.Kind.CONFIRM, email=email))
        words = _("We sent an e-mail to %(email)s. Open the link in it to confirm your address.")
        messages.success(request, words % {"email": email})
    return redirect("accounts:preferences")


@never_cache
@for_signed_in("GET", "POST")
def confirm_own_address(request: SignedInRequest, token: str) -> HttpResponse:
    """Confirm the address by a button, because mail scanners open every link.

    The person must be signed in: nobody may confirm an account that a stranger created.
    """
    is_valid = address_tokens.check_token(request.user, token)
    if request.user.email_confirmed_at is not None or (is_valid and request.method == "POST"):
        confirm_address(user=request.user, actor=actor_of(request))
        messages.success(request, _("Your address is confirmed."))
        return redirect("accounts:preferences")
    return render(request, "accounts/confirm_address.html", {"is_valid": is_valid})


@for_signed_in("POST")
def change_own_keys(request: SignedInRequest) -> HttpResponse:
    """Save this person's keys for the annotation page."""
    form = KeysForm(request.POST, auto_id="key-%s")
    if not form.is_valid():
        return _show_preferences(request, keys_form=form)
    change_keys(user=request.user, keys=form.wanted, actor=actor_of(request))
    messages.success(request, _("Your shortcuts have been saved."))
    return redirect("accounts:preferences")


@for_signed_in("POST")
def add_token(request: SignedInRequest) -> HttpResponse:
    """Create a token and show its secret once."""
    form = TokenForm(request.POST, auto_id="token-%s")
    if not form.is_valid():
        return _show_preferences(request, token_form=form)
    issued = create_token(user=request.user, actor=actor_of(request), **form.cleaned_data)
    return _show_preferences(request, issued=issued)


@for_signed_in("POST")
def drop_token(request: SignedInRequest, token_id: int) -> HttpResponse:
    """Revoke one of the person's tokens."""
    token = get_object_or_404(request.user.api_tokens, pk=token_id)
    revoke_token(token=token, actor=actor_of(request))
    messages.success(request, _("The token has been revoked."))
    return redirect("accounts:preferences")
