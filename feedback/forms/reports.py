"""Forms about reports and objections."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from agreement.models.disputes import LONGEST_MESSAGE
from contests.domain.lifecycle import MANAGE_PEOPLE
from contests.models import Category, Contest, Membership
from feedback.selectors.reports import all_disagreements
from feedback.wording import KINDS

LEFT_OUT = "none"
MOST_DAYS = 365


class DisagreementFilterForm(forms.Form):
    """Which disagreements to show: by own category, and by kind."""

    category = forms.ChoiceField(label=_("Your category"), required=False)
    kind = forms.ChoiceField(
        label=_("Kind"), required=False, choices=[("", _("every kind")), *KINDS.items()]
    )

    def __init__(self, data: Any = None, *, member: Membership) -> None:
        super().__init__(data)
        own = all_disagreements(member).order_by().values("category")
        self._categories = {str(each.pk): each for each in Category.objects.filter(pk__in=own)}
        by_label = sorted(self._categories.items(), key=lambda pair: pair[1].label)
        cast("forms.ChoiceField", self.fields["category"]).choices = [
            ("", _("every category")),
            (LEFT_OUT, _("None (left out)")),
            *((key, category.label) for key, category in by_label),
        ]

    @property
    def chosen(self) -> dict[str, Any]:
        """Return what `find_disagreements` is asked for."""
        if not (self.is_bound and self.is_valid()):
            return {}
        category = self.cleaned_data["category"]
        return {
            "category": self._categories.get(category),
            "left_out": category == LEFT_OUT,
            "kind": self.cleaned_data["kind"],
        }


class CommentForm(forms.Form):
    """Words about a place, by either side."""

    text = forms.CharField(
        label=_("Comment"),
        max_length=LONGEST_MESSAGE,
        widget=forms.Textarea({"rows": 4}),
        error_messages={"required": _("Say why, in a sentence or two.")},
    )


class MailSettingsForm(forms.Form):
    """How often reports are sent, and what may be in them."""

    feedback_every_days = forms.IntegerField(
        label=_("Every how many days"),
        required=False,
        min_value=1,
        max_value=MOST_DAYS,
        help_text=_("While the contest is open. Empty: only when you send them."),
    )
    clinical_text_in_mail = forms.BooleanField(
        label=_("Clinical text may be in the e-mails"),
        required=False,
        help_text=_(
            "Then the latest disagreements stand in them with their text. Otherwise figures and a "
            "link: the text stays here."
        ),
    )

    def __init__(self, data: Any = None, *, contest: Contest) -> None:
        names = ("feedback_every_days", "clinical_text_in_mail")
        super().__init__(data, initial={name: getattr(contest, name) for name in names})
        if not contest.permits(MANAGE_PEOPLE):
            for field in self.fields.values():
                field.disabled = True


class PreviewForm(forms.Form):
    """Whose report to look at, and in which language."""

    person = forms.ModelChoiceField(label=_("Person"), queryset=Membership.objects.none())
    language = forms.ChoiceField(label=_("Language"), required=False)

    def __init__(self, data: Any = None, *, contest: Contest) -> None:
        super().__init__(data)
        members = contest.memberships.present().annotators()
        people = cast("forms.ModelChoiceField[Membership]", self.fields["person"])
        people.queryset = members.select_related("contest", "user", "team")
        languages = cast("forms.ChoiceField", self.fields["language"])
        languages.choices = [("", _("the person’s own")), *User.Language.choices]

    @property
    def chosen(self) -> tuple[Membership | None, str]:
        """Return the person, if one was chosen, and the language they will be written to in."""
        if not (self.is_bound and self.is_valid()):
            return None, ""
        person: Membership = self.cleaned_data["person"]
        return person, self.cleaned_data["language"] or person.user.language
