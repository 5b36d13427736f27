"""Forms of sign-in, reset and preferences."""

from typing import Any, ClassVar, cast

from django import forms
from django.contrib.auth.forms import AuthenticationForm, PasswordChangeForm, SetPasswordForm
from django.utils.translation import gettext_lazy as _

from accounts import keys
from accounts.audit import client_address
from accounts.errors import TooManyAttempts
from accounts.models import ApiToken, SignInFailure, User
from accounts.services import forget_attempts, take_attempt
from web.errors import explain

KEY_NAMES = {"Space": _("Space"), "Backspace": _("Backspace")}


class PasswordWhereChosen:
    """Show errors of a new password at its first field.

    Django shows them at the repeated password, and only once both are the same.
    """

    def validate_password_for_user(self, user: User, *_repeated: str) -> None:
        chosen = next(name for name in self.fields if name.endswith("password1"))  # type: ignore[attr-defined]
        super().validate_password_for_user(user, chosen)  # type: ignore[misc]


class NewPasswordForm(PasswordWhereChosen, SetPasswordForm):
    pass


class ChangedPasswordForm(PasswordWhereChosen, PasswordChangeForm):
    pass


class SignInForm(AuthenticationForm):
    """E-mail and password, throttled."""

    error_messages = {  # noqa: RUF012  (declared so by Django)
        "invalid_login": _("Wrong e-mail address or password."),
        "inactive": _("This account has been closed."),
    }
    is_throttled = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].label = _("E-mail address")
        # Not in attrs: the widget would render two type attributes.
        cast("forms.TextInput", self.fields["username"].widget).input_type = "email"

    def clean(self) -> dict[str, Any]:
        # An empty password does not count as an attempt.
        if not self.cleaned_data.get("password"):
            return self.cleaned_data
        email = User.objects.normalize_email(self.cleaned_data.get("username"))
        address = client_address(self.request) if self.request else None
        try:
            take_attempt(kind=SignInFailure.Kind.SIGN_IN, email=email, address=address)
        except TooManyAttempts as error:
            self.is_throttled = True
            raise forms.ValidationError(explain(error), code=error.code) from error
        cleaned = super().clean()
        if self.get_user() is not None:
            forget_attempts(email=email, address=address)
        return cleaned


class ResetRequestForm(forms.Form):
    """An e-mail address to send a reset link to, throttled like sign-in."""

    email = forms.EmailField(
        label=_("E-mail address"),
        max_length=254,
        widget=forms.EmailInput({"autocomplete": "email"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.address: str | None = kwargs.pop("address", None)
        super().__init__(*args, **kwargs)

    def clean_email(self) -> str:
        email = User.objects.normalize_email(self.cleaned_data["email"])
        kind = SignInFailure.Kind.RESET
        try:
            take_attempt(kind=kind, email=email, address=self.address)
        except TooManyAttempts as error:
            raise forms.ValidationError(explain(error), code=error.code) from error
        return email


class PreferencesForm(forms.ModelForm):
    class Meta:
        model = User
        fields: ClassVar = ["name", "language", "theme"]


class KeysForm(forms.Form):
    """The single-key shortcuts of the annotation page; each action needs a different key."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["single"] = forms.BooleanField(
            label=_("Enable single-key shortcuts"),
            required=False,
            help_text=_(
                "Letters, digits, Space and Backspace without Ctrl. Turn them off if you use dictation or often press keys by accident; every action also has a button."
            ),
        )
        for action, default in keys.DEFAULTS.items():
            others = [default] if len(default) > 1 else []
            choices = [(key, KEY_NAMES.get(key, key)) for key in (*others, *keys.LETTERS)]
            self.fields[action] = forms.ChoiceField(label=str(keys.NAMES[action]), choices=choices)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        wanted = [cleaned.get(action) for action in keys.DEFAULTS]
        if len(set(wanted)) < len(wanted):
            raise forms.ValidationError(_("Two actions cannot have the same key."))
        return cleaned

    @property
    def wanted(self) -> dict[str, object]:
        """Return the changes from the default keys, for User.keys."""
        chosen = {action: self.cleaned_data[action] for action in keys.DEFAULTS}
        return keys.differences(chosen, is_off=not self.cleaned_data["single"])


class TokenForm(forms.ModelForm):
    """Create an API token."""

    scope = forms.ChoiceField(
        label=_("Permissions"), choices=ApiToken.Scope.choices, initial=ApiToken.Scope.READ
    )
    days = forms.TypedChoiceField(
        label=_("Valid for"),
        coerce=int,
        choices=[(30, _("30 days")), (90, _("90 days")), (365, _("one year"))],
        initial=90,
    )

    class Meta:
        model = ApiToken
        fields: ClassVar = ["name", "scope"]
        labels: ClassVar = {"name": _("Purpose")}
