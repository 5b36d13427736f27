"""Forms about people: invitations, joining, the audit log's filter."""

from __future__ import annotations

from datetime import datetime, time
from typing import Any, ClassVar

from django import forms
from django.contrib.auth.forms import BaseUserCreationForm
from django.core.validators import validate_email
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from accounts.forms import PasswordWhereChosen
from accounts.models import User
from contests.contest.models import Contest
from contests.people.domain import MOST_LINES, tidy_alias
from contests.people.models import Invitation, Membership
from contests.people.services.members import check_alias
from text.errors import Refusal
from web.errors import explain
from web.forms import DayField, whole_number


class InvitationForm(forms.ModelForm):
    # Said again without the empty choice: most are invited to annotate.
    role = forms.ChoiceField(label=_("Role"), choices=Membership.Role.choices)

    class Meta:
        model = Invitation
        fields: ClassVar = ["email", "role"]


LONGEST_ROSTER = 200_000
MOST_ON_ROSTER_BYTES = 1_000_000


class RosterForm(forms.Form):
    """A list of people to invite, pasted or as a file."""

    people = forms.CharField(
        label=_("People"),
        required=False,
        max_length=LONGEST_ROSTER,
        widget=forms.Textarea(
            {"rows": 7, "class": "code", "spellcheck": "false", "autocomplete": "off"}
        ),
        help_text=_("One person per line: an e-mail address, and if you like a role and a team."),
    )
    file = forms.FileField(
        label=_("or a CSV file"),
        required=False,
        widget=forms.FileInput({"accept": ".csv,.txt,.tsv,text/csv,text/plain"}),
        help_text=_("With columns e-mail, role and team; only the first is needed."),
    )
    role = forms.ChoiceField(label=_("Role where none is named"), choices=Membership.Role.choices)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        text = cleaned.get("people", "")
        if cleaned.get("file"):
            text = "\n".join(part for part in (text, self._read(cleaned["file"])) if part.strip())
            cleaned["people"] = text
        if not text.strip() and not self.errors:
            raise forms.ValidationError(_("Paste a list, or choose a file."))
        if text.count("\n") >= MOST_LINES:
            raise forms.ValidationError(
                _("At most %(most)s people at once."), params={"most": MOST_LINES}
            )
        return cleaned

    def _read(self, file: Any) -> str:
        if file.size > MOST_ON_ROSTER_BYTES:
            self.add_error("file", _("The file is too large for a list of people."))
            return ""
        raw = file.read()
        for encoding in ("utf-8-sig", "cp1252"):
            try:
                return str(raw.decode(encoding))
            except UnicodeDecodeError:
                continue
        self.add_error("file", _("The file is not a text."))
        return ""


class JoinLinkForm(forms.Form):
    """How long the contest's link works, for how many people, and for whose addresses."""

    last_day = DayField(label=_("Works until"))
    most_people = whole_number(
        _("At most so many people"),
        least=1,
        most=100_000,
        required=False,
        help_text=_("Empty: as many as want to."),
    )
    domains = forms.CharField(
        label=_("Only addresses of"),
        required=False,
        max_length=500,
        widget=forms.TextInput({"placeholder": "hospital.example.org", "spellcheck": "false"}),
        help_text=_(
            "Domains, separated by commas. People then get their own link by e-mail, which proves "
            "that the address is theirs. Empty: everyone who has the link."
        ),
    )

    def clean_last_day(self) -> datetime:
        day = self.cleaned_data["last_day"]
        if day < timezone.localdate():
            raise forms.ValidationError(_("This day has passed."))
        return timezone.make_aware(datetime.combine(day, time.max))

    def clean_domains(self) -> list[str]:
        written = self.cleaned_data["domains"].replace(",", " ").replace(";", " ").split()
        domains = [each.lstrip("@").casefold().strip(".") for each in written]
        for domain in domains:
            try:
                validate_email(f"x@{domain}")
            except forms.ValidationError as error:
                words = _("“%(domain)s” is not the domain of an e-mail address.")
                raise forms.ValidationError(words, params={"domain": domain}) from error
        return list(dict.fromkeys(domains))


class AddressForm(forms.Form):
    """The address to which a personal link is sent."""

    email = forms.EmailField(
        label=_("E-mail address"), widget=forms.EmailInput({"autocomplete": "email"})
    )


class RefusalForm(forms.Form):
    """Why an alias is refused; the person reads it."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("The person reads this, and chooses another alias."),
    )


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

    def __init__(
        self, *args: Any, contest: Contest, user: User | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        before = contest.memberships.filter(user=user).first() if user else None
        self.member = before or Membership(contest=contest)

    def clean_alias(self) -> str:
        """Say at once, with what else is wrong, that an alias is taken; the service has the last word."""
        self.member.alias = self.cleaned_data["alias"]
        try:
            check_alias(self.member)
        except Refusal as error:
            raise forms.ValidationError(explain(error), code=error.code) from error
        return self.member.alias


class NewAccountForm(PasswordWhereChosen, BaseUserCreationForm):
    """A new account, in the language of the page on which it is made."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["language"] = get_language()
        self.fields["name"].widget.attrs["autocomplete"] = "name"


class LinkJoinForm(NewAccountForm):
    """A new account for someone who comes by the contest's link."""

    class Meta:
        model = User
        fields: ClassVar = ["email", "name", "language"]
        widgets: ClassVar = {"email": forms.EmailInput({"autocomplete": "email"})}

    def clean_email(self) -> str:
        return User.objects.normalize_email(self.cleaned_data["email"])

    def validate_unique(self) -> None:
        """Leave it to the service: an address that has an account is asked to sign in."""


class JoinForm(NewAccountForm):
    """A new account for an invited person."""

    class Meta:
        model = User
        fields: ClassVar = ["name", "language"]
