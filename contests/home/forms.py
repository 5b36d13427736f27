"""The filters of a contest's audit log and of the platform's access log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import AuditEvent, User
from contests.contest.models import Contest
from contests.home.selectors import name_of
from web.forms import _day_field

if TYPE_CHECKING:
    from collections.abc import Collection


class AuditFilterForm(forms.Form):
    """The filter of a contest's audit log, offering the actions that occur in it."""

    actor = forms.ModelChoiceField(
        User.objects.none(), required=False, label=_("Person"), empty_label=_("everyone")
    )
    action = forms.ChoiceField(required=False, label=_("Action"))
    since = _day_field(_("From"))
    until = _day_field(_("To"))

    def __init__(self, *args: Any, people: Any, actions: Collection[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        ordered = people.order_by("name", "email")
        cast("forms.ModelChoiceField[User]", self.fields["actor"]).queryset = ordered
        offered = [each for each in AuditEvent.Action.choices if each[0] in actions]
        self._offer("action", [("", _("all actions")), *offered])

    def _offer(self, name: str, choices: list[Any]) -> None:
        cast("forms.ChoiceField", self.fields[name]).choices = choices

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and since > until:
            raise forms.ValidationError(_("The first day is after the last day."))
        return cleaned


class AccessFilterForm(AuditFilterForm):
    """The filter of the platform's access log."""

    thing = forms.ChoiceField(required=False, label=_("Object"))
    number = forms.CharField(
        required=False,
        label=_("Object number"),
        max_length=64,
        widget=forms.TextInput({"inputmode": "numeric", "size": 8}),
    )
    contest = forms.ModelChoiceField(
        Contest.objects.order_by("name"),
        required=False,
        label=_("Contest"),
        empty_label=_("all, including none"),
    )
    field_order = ("actor", "action", "thing", "number", "contest", "since", "until")

    def __init__(self, *args: Any, things: Collection[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offered = sorted(((name, name_of(name)) for name in things), key=lambda each: each[1])
        self._offer("thing", [("", _("all objects")), *offered])
