"""The form of the power calculator."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from feedback.experiments.domain.samples import DURATION
from feedback.experiments.domain.welch import (
    MOST_TASKS,
    Expected,
    expect_durations,
    expect_penalties,
)
from web.forms import number_field, percent_field, whole_number

PENALTY = "penalty"
MOST_TESTS = 1000


class PowerForm(forms.Form):
    """Which effect is to be found, and how surely."""

    measure = forms.ChoiceField(
        label=_("What is compared"),
        choices=[(DURATION, _("durations of tasks")), (PENALTY, _("penalty ratios"))],
        initial=DURATION,
        widget=forms.RadioSelect,
    )
    ratio = number_field(
        _("Duration of the experimental team"),
        least=1,
        most=1000,
        step="any",
        initial=80,
        help_text=_(
            "In percent of the control team’s: 80 for a fifth less, 125 for a quarter more."
        ),
    )
    variation = number_field(
        _("Spread of durations"),
        least=1,
        most=1000,
        step="any",
        initial=100,
        help_text=_("Standard deviation in percent of the mean. 100 is careful; 60 is often seen."),
    )
    control_ratio = percent_field(_("Penalty ratio of the control team"), initial=10)
    experimental_ratio = percent_field(
        _("Penalty ratio of the experimental team"), initial=6, help_text=_("In percent.")
    )
    alpha = number_field(
        _("Significance level"),
        least=0.01,
        most=50,
        step="any",
        initial=5,
        help_text=_("How often an effect may be seen where there is none, in percent."),
    )
    power = number_field(
        _("Power"),
        least=1,
        most=99.9,
        step="any",
        initial=80,
        help_text=_("How surely the effect is to be found, in percent."),
    )
    tests = whole_number(
        _("Number of tests"),
        least=1,
        most=MOST_TESTS,
        initial=1,
        help_text=_(
            "Three per pair of teams. The level is divided by it, so that all hold at once."
        ),
    )
    tasks = whole_number(
        _("Tasks per team at hand"),
        least=2,
        most=MOST_TASKS,
        required=False,
        help_text=_("Empty: not known yet."),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("measure") == DURATION and cleaned.get("ratio") == 100:
            self.add_error("ratio", _("Choose a difference: 100 percent is none."))
        same = cleaned.get("control_ratio") == cleaned.get("experimental_ratio")
        if cleaned.get("measure") == PENALTY and same and "control_ratio" in cleaned:
            self.add_error("experimental_ratio", _("Choose a difference: the two are the same."))
        return cleaned

    @property
    def is_about_durations(self) -> bool:
        return bool(self.cleaned_data["measure"] == DURATION)

    @property
    def expected(self) -> Expected:
        """Return the effect that a valid form describes."""
        cleaned = self.cleaned_data
        if self.is_about_durations:
            return self.expect_change(cleaned["ratio"] / 100 - 1)
        return self.expect_change((cleaned["experimental_ratio"] - cleaned["control_ratio"]) / 100)

    def expect_change(self, change: float) -> Expected:
        """Return what a change so large looks like, relative for durations, absolute for ratios."""
        cleaned = self.cleaned_data
        if self.is_about_durations:
            return expect_durations(ratio=1 + change, variation=cleaned["variation"] / 100)
        return expect_penalties(control=cleaned["control_ratio"] / 100, difference=change)

    @property
    def level(self) -> float:
        """Return the significance level of each single test."""
        cleaned = self.cleaned_data
        return float(cleaned["alpha"] / 100 / cleaned["tests"])

    @property
    def wanted_power(self) -> float:
        return float(self.cleaned_data["power"] / 100)
