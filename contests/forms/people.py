"""Forms about people: invitations, joining, the audit log's filter."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any, ClassVar, cast

from django import forms
from django.contrib.auth.forms import BaseUserCreationForm
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy as _

from accounts.models import AuditEvent, User
from contests.domain.aliases import tidy_alias
from contests.models import Contest, Invitation, Membership

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


class InvitationForm(forms.ModelForm):
    # Said again without the empty choice: most are invited to annotate.
    role = forms.ChoiceField(label=_("Role"), choices=Membership.Role.choices)

    class Meta:
        model = Invitation
        fields: ClassVar = ["email", "role"]


class AliasField(forms.CharField):
    """An alias as it will be stored: its length counts after tidying."""

    def to_python(self, value: Any) -> str:
        return tidy_alias(super().to_python(value) or "")


class AliasForm(forms.Form):
    """The name under which an annotator appears on the scoreboard."""

    alias = AliasField(
        label=_("Alias"),
        max_length=40,
        help_text=_("The others see you under this name only; it need not be your own."),
    )


class JoinForm(BaseUserCreationForm):
    """A new account for an invited person."""

    class Meta:
        model = User
        fields: ClassVar = ["name", "language"]


def _day_field(label: _StrOrPromise) -> forms.DateField:
    return forms.DateField(
        required=False,
        label=label,
        widget=forms.DateInput({"type": "date"}),
        # The midnights of the first and the last year cannot be told in every time zone.
        validators=[MinValueValidator(date(1900, 1, 1)), MaxValueValidator(date(2999, 12, 31))],
    )


class AuditFilterForm(forms.Form):
    """Which events of the audit log to show."""

    actor = forms.ModelChoiceField(
        User.objects.none(), required=False, label=_("Person"), empty_label=_("everyone")
    )
    action = forms.ChoiceField(
        choices=[("", _("everything")), *AuditEvent.Action.choices],
        required=False,
        label=_("Action"),
    )
    since = _day_field(_("From"))
    until = _day_field(_("To"))

    def __init__(self, *args: Any, contest: Contest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        people = User.objects.filter(memberships__contest=contest).order_by("name", "email")
        cast("forms.ModelChoiceField[User]", self.fields["actor"]).queryset = people

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and since > until:
            raise forms.ValidationError(_("The first day comes after the last one."))
        return cleaned
