"""Forms about teams, their arms, and categories that people mix up."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from contests.categories.selectors import offered_names
from contests.contest.domain import ARRANGE
from contests.contest.models import Contest
from contests.teams.models import Team
from web.forms import as_percent, percent_field, whole_number

MOST_GROUPS = 100
MOST_PLACES = 10_000


class TeamForm(forms.Form):
    """A team: its name, its group, and how much pre-annotation its members see."""

    name = forms.CharField(label=_("Name"), max_length=60)
    group = whole_number(
        _("Group"),
        least=1,
        most=MOST_GROUPS,
        initial=1,
        help_text=_("Teams of one group meet the same inputs in the same order."),
    )
    arm = forms.ChoiceField(label=_("Arm"), choices=Team.Arm.choices)
    retention = percent_field(
        _("Retention"),
        initial=100,
        help_text=_("How much of the pre-annotation its members see, in percent."),
    )
    perturbation = percent_field(
        _("Perturbation"),
        initial=0,
        help_text=_("How much of what they see is made wrong on purpose, in percent."),
    )
    places = whole_number(
        pgettext_lazy("team", "Places"),
        least=1,
        most=MOST_PLACES,
        required=False,
        help_text=_("How many people it takes at most. Empty: any number."),
    )

    def __init__(
        self, data: QueryDict | None = None, *, contest: Contest, team: Team | None = None
    ) -> None:
        super().__init__(data, initial=_initial(team) if team else _next(contest))
        if not contest.permits(ARRANGE):
            for name in ("group", "arm", "retention", "perturbation"):
                self.fields[name].disabled = True
                self.fields[name].help_text = _("It stays as it is while the contest runs.")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("arm") == Team.Arm.CONTROL and cleaned.get("perturbation"):
            self.add_error(
                "perturbation", _("A control team sees no mistakes: its perturbation is 0.")
            )
        return cleaned

    @property
    def values(self) -> dict[str, Any]:
        """Return what a valid form says: shares, not percents."""
        cleaned = dict(self.cleaned_data)
        for name in ("retention", "perturbation"):
            cleaned[name] = round(cleaned[name] / 100, 6)
        return cleaned


def _initial(team: Team) -> dict[str, Any]:
    return {
        "name": team.name,
        "group": team.group.number,
        "arm": team.arm,
        "retention": as_percent(team.retention),
        "perturbation": as_percent(team.perturbation),
        "places": team.places,
    }


def _next(contest: Contest) -> dict[str, Any]:
    """Return where the next team most likely goes: the group of the last one."""
    last = contest.teams.select_related("group").order_by("-pk").first()
    return {"group": last.group.number} if last else {}


class PairForm(forms.Form):
    """Two categories that people mix up."""

    first = forms.ChoiceField(label=_("Category"))
    second = forms.ChoiceField(label=_("is mixed up with"))

    def __init__(self, *args: Any, contest: Contest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._contest = contest
        offered = offered_names(contest)
        for name in ("first", "second"):
            field = self.fields[name]
            if isinstance(field, forms.ChoiceField):
                field.choices = [("", _("Choose…")), *offered]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        pair = {cleaned.get("first"), cleaned.get("second")}
        if None not in pair and len(pair) == 1:
            self.add_error("second", _("Choose another category than the first one."))
        elif any(set(known) == pair for known in self._contest.confusable_pairs):
            self.add_error("second", _("This pair is already there."))
        return cleaned


class AssigningForm(forms.Form):
    """How people get a team."""

    assigns_teams = forms.TypedChoiceField(
        label=_("Who joins"),
        choices=[
            ("yes", _("gets the team that keeps teams and arms even")),
            ("no", _("waits until a manager gives a team")),
        ],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
    )
