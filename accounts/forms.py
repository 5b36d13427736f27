"""Forms of sign-in, reset and preferences."""

from typing import Any, ClassVar, cast
from urllib.parse import urlsplit

from django import forms
from django.conf import settings
from django.contrib.auth.forms import AuthenticationForm, PasswordResetForm
from django.utils.translation import gettext_lazy as _

from accounts.audit import client_address
from accounts.exceptions import TooManyAttempts
from accounts.links import public_link
from accounts.models import SignInFailure, User
from accounts.services import check_attempts, forget_attempts, note_attempt


def _too_many() -> forms.ValidationError:
    return forms.ValidationError(
        _("Too many attempts. Wait %(minutes)s minutes before you try again."),
        code="throttled",
        params={"minutes": settings.SIGN_IN_WINDOW_MINUTES},
    )


class SignInForm(AuthenticationForm):
    """E-mail and password, throttled."""

    error_messages = {  # noqa: RUF012  (declared so by Django)
        "invalid_login": _("This e-mail address and password do not belong together."),
        "inactive": _("This account has been closed."),
    }
    is_throttled = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("E-mail address")
        # Not by attrs: the widget would write a second type beside its own.
        cast("forms.TextInput", self.fields["username"].widget).input_type = "email"

    def clean(self) -> dict[str, Any]:
        email = User.objects.normalize_email(self.cleaned_data.get("username"))
        address = client_address(self.request) if self.request else None
        kind = SignInFailure.Kind.SIGN_IN
        try:
            check_attempts(kind=kind, email=email, address=address)
        except TooManyAttempts as error:
            self.is_throttled = True
            raise _too_many() from error
        try:
            cleaned = super().clean()
        except forms.ValidationError:
            note_attempt(kind=kind, email=email, address=address)
            raise
        # An empty password is no failure here and lets nobody in: it must not wipe the slate clean.
        if self.get_user() is not None:
            forget_attempts(email=email, address=address)
        return cleaned


class ResetRequestForm(PasswordResetForm):
    """An e-mail address to send a reset link to, throttled like sign-in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.address: str | None = kwargs.pop("address", None)
        super().__init__(*args, **kwargs)
        self.fields["email"].label = _("E-mail address")

    def save(self, *args: Any, **kwargs: Any) -> None:
        site = urlsplit(public_link(""))
        kwargs |= {"domain_override": site.netloc, "use_https": site.scheme == "https"}
        super().save(*args, **kwargs)

    def clean_email(self) -> str:
        email = User.objects.normalize_email(self.cleaned_data["email"])
        kind = SignInFailure.Kind.RESET
        try:
            check_attempts(kind=kind, email=email, address=self.address)
        except TooManyAttempts as error:
            raise _too_many() from error
        note_attempt(kind=kind, email=email, address=self.address)
        return email


class PreferencesForm(forms.ModelForm):
    class Meta:
        model = User
        fields: ClassVar = ["name", "language", "theme"]
