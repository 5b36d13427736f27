"""What is frozen, under which name; and who may read it."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from agreement.runs.selectors import latest_run
from contests.contest.models import Contest
from gold.releases.models import Release
from web.forms import number_in


class ContestsField(forms.ModelMultipleChoiceField):
    """Contests by their numbers; what no number of a row can be is refused before the database is asked."""

    def clean(self, value: Any) -> Any:
        for each in value or ():
            if number_in(str(each)) is None:
                code = "invalid_pk_value"
                words = self.error_messages[code]
                raise forms.ValidationError(words, code=code, params={"pk": each})
        return super().clean(value)


class ReleaseForm(forms.Form):
    """A new release of one or several contests."""

    contests = ContestsField(
        Contest.objects.none(), label=_("Contests"), widget=forms.CheckboxSelectMultiple
    )
    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        help_text=_("Under a name that exists, it becomes its next version."),
    )
    description = forms.CharField(
        label=_("Description"),
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Stands in the data card. It never changes again."),
    )

    TAKE_IN, LEAVE_OUT = "take-in", "leave-out"
    changes = forms.ChoiceField(
        label=_("What the latest run does not know yet"),
        required=False,
        choices=[
            (TAKE_IN, _("Take it in first: a run is started, and the release waits for it")),
            (LEAVE_OUT, _("Leave it out: freeze the latest run as it is")),
        ],
        initial=TAKE_IN,
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = cast("forms.ModelMultipleChoiceField", self.fields["contests"])
        field.queryset = Contest.objects.managed_by(user)
        self._user = user

    def clean_name(self) -> str:
        name = " ".join(str(self.cleaned_data["name"]).split())
        known = Release.objects.filter(name=name)
        visible = Release.objects.managed_by(self._user).filter(name=name)
        if known.exists() and not visible.exists():
            raise forms.ValidationError(_("This name is taken. Choose another one."))
        return name

    @property
    def wish(self) -> dict[str, Any]:
        """Return what a valid form asks for."""
        given = self.cleaned_data
        wanted = {name: given[name] for name in ("name", "description", "contests")}
        return wanted | {"takes_in_changes": given["changes"] != self.LEAVE_OUT}

    def clean_contests(self) -> list[Contest]:
        chosen = list(self.cleaned_data["contests"])
        missing = [contest.name for contest in chosen if latest_run(contest) is None]
        if missing:
            words = _("Without a published run: %(names)s. Let the answers be processed first.")
            raise forms.ValidationError(words, params={"names": ", ".join(missing)})
        if len({contest.language for contest in chosen}) > 1:
            raise forms.ValidationError(_("The contests have texts in different languages."))
        return chosen


class ReaderForm(forms.Form):
    """A person who may read a release."""

    email = forms.EmailField(label=_("E-mail address"))


class FilterForm(forms.Form):
    """Which texts of a release to leaf through."""

    ALL, INCOMPLETE, SINGLE, EMPTY = "", "incomplete", "single", "empty"
    which = forms.ChoiceField(
        label=_("Texts"),
        required=False,
        choices=[
            (ALL, _("all")),
            (INCOMPLETE, _("incomplete")),
            (SINGLE, _("of one annotator")),
            (EMPTY, _("without units")),
        ],
    )
