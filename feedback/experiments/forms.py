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
    """The effect to find, and the power."""

    measure = forms.ChoiceField(
        label=_("Compare"),
        choices=[(DURATION, _("task durations")), (PENALTY, _("penalty ratios"))],
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
            "As a percentage of the control team’s duration: 80 means a fifth less, 125 a "
            "quarter more."
        ),
    )
    variation = number_field(
        _("Spread of durations"),
        least=1,
        most=1000,
        step="any",
        initial=100,
        help_text=_(
            "Standard deviation as a percentage of the mean. 100 is cautious; 60 is typical."
        ),
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
        help_text=_("Accepted probability of finding an effect that does not exist, in percent."),
    )
    power = number_field(
        _("Power"),
        least=1,
        most=99.9,
        step="any",
        initial=80,
        help_text=_("Probability of finding the effect if it exists, in percent."),
    )
    tests = whole_number(
        _("Number of tests"),
        least=1,
        most=MOST_TESTS,
        initial=1,
        help_text=_(
            "Three per pair of teams. The significance level is divided by this number "
            "(Bonferroni)."
        ),
    )
    tasks = whole_number(
        _("Available tasks per team"),
        least=2,
        most=MOST_TASKS,
        required=False,
        help_text=_("Leave empty if not known yet."),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("measure") == DURATION and cleaned.get("ratio") == 100:
            self.add_error(
                "ratio", _("Enter a value other than 100: 100 percent means no difference.")
            )
        same = cleaned.get("control_ratio") == cleaned.get("experimental_ratio")
        if cleaned.get("measure") == PENALTY and same and "control_ratio" in cleaned:
            self.add_error("experimental_ratio", _("Enter two different ratios."))
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
        """Return the effect of a change: relative for durations, absolute for penalty ratios."""
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
