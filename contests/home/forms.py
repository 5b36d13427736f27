"""Forms about people: invitations, joining, the audit log's filter."""

from __future__ import annotations

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import AuditEvent, User
from contests.contest.models import Contest
from web.forms import _day_field


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
