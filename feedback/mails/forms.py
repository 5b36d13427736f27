"""Forms of report e-mails."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from contests.contest.domain import MANAGE_PEOPLE
from contests.contest.models import Contest
from contests.people.models import Membership

MOST_DAYS = 365


class MailSettingsForm(forms.Form):
    """How often reports are sent, and whether they contain clinical text."""

    feedback_every_days = forms.IntegerField(
        label=_("Interval (days)"),
        required=False,
        min_value=1,
        max_value=MOST_DAYS,
        help_text=_(
            "Reports are sent while the contest is open. Leave empty to send them only by hand."
        ),
    )
    clinical_text_in_mail = forms.BooleanField(
        label=_("Include clinical text in e-mails"),
        required=False,
        help_text=_(
            "E-mails then quote the latest disagreements. Otherwise they contain only figures "
            "and a link, and the text stays on the platform."
        ),
    )

    def __init__(self, data: Any = None, *, contest: Contest) -> None:
        names = ("feedback_every_days", "clinical_text_in_mail")
        super().__init__(data, initial={name: getattr(contest, name) for name in names})
        if not contest.permits(MANAGE_PEOPLE):
            for field in self.fields.values():
                field.disabled = True


class PreviewForm(forms.Form):
    """The person and the language of a preview."""

    person = forms.ModelChoiceField(label=_("Person"), queryset=Membership.objects.none())
    language = forms.ChoiceField(label=_("Language"), required=False)

    def __init__(self, data: Any = None, *, contest: Contest) -> None:
        super().__init__(data)
        members = contest.memberships.present().annotators()
        people = cast("forms.ModelChoiceField[Membership]", self.fields["person"])
        people.queryset = members.select_related("contest", "user", "team")
        languages = cast("forms.ChoiceField", self.fields["language"])
        languages.choices = [("", _("the person’s language")), *User.Language.choices]

    @property
    def chosen(self) -> tuple[Membership | None, str]:
        """Return the chosen person, if any, and the language of the e-mail."""
        if not (self.is_bound and self.is_valid()):
            return None, ""
        person: Membership = self.cleaned_data["person"]
        return person, self.cleaned_data["language"] or person.user.language
