"""How a release is split."""

from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.translation import gettext_lazy as _

from gold.splits.domain.samples import (
    DOCUMENT,
    LARGEST_SEED,
    MOST,
    MOST_FOLDS,
    NOTHING,
    PATIENT,
)
from gold.splits.selectors import METHODS


class SplitForm(forms.Form):
    """Name, method, ratios, groups, strata, folds and seed."""

    name = forms.CharField(
        label=_("Name"),
        required=False,
        max_length=60,
        help_text=_("Optional. Splits are numbered; a name says what this one is for."),
    )
    method = forms.ChoiceField(label=_("Method"), choices=METHODS)
    train = forms.FloatField(label=_("Train"), initial=70, min_value=0, max_value=MOST)
    validation = forms.FloatField(label=_("Validation"), initial=15, min_value=0, max_value=MOST)
    test = forms.FloatField(label=_("Test"), initial=15, min_value=0, max_value=MOST)
    group_by = forms.ChoiceField(
        label=_("What stays in one part"),
        required=False,
        initial=DOCUMENT,
        choices=[
            (DOCUMENT, _("all texts of a document")),
            (PATIENT, _("all texts of a patient")),
            (NOTHING, _("each text may go anywhere")),
        ],
        help_text=_(
            "By patient, nobody is in both train and test; every document has to name its patient."
        ),
    )
    link_limit = forms.IntegerField(
        label=_("Most documents that a text links"),
        required=False,
        min_value=1,
        max_value=MOST,
        help_text=_(
            "A text that stands in more documents is a standard sentence: it keeps none of them together. Left empty, every text does."
        ),
    )
    min_count = forms.IntegerField(
        label=_("Fewest examples of a category"),
        initial=20,
        min_value=0,
        max_value=MOST,
        help_text=_("Rarer categories are not looked at, and named in the report."),
    )
    folds = forms.IntegerField(
        label=_("Folds"),
        required=False,
        min_value=2,
        max_value=MOST_FOLDS,
        help_text=_("With a number here, as many equal parts are made instead."),
    )
    seed = forms.IntegerField(label=_("Seed"), initial=0, min_value=0, max_value=LARGEST_SEED)
    second_test = forms.BooleanField(label=_("A second test part, drawn at random"), required=False)
    takes_incomplete = forms.BooleanField(label=_("Incomplete texts too"), required=False)

    @property
    def shares(self) -> list[BoundField]:
        """Return the fields of the parts."""
        return [self[name] for name in ("train", "validation", "test")]

    @property
    def rest(self) -> list[BoundField]:
        """Return what most people leave as it is."""
        return [self[name] for name in ("link_limit", "min_count", "folds", "seed")]

    @property
    def options(self) -> dict[str, Any]:
        """Return what was chosen, as a split keeps it."""
        chosen = {name: value for name, value in self.cleaned_data.items() if name != "name"}
        ratios = [chosen.pop(name) for name in ("train", "validation", "test")]
        return chosen | {"ratios": ratios}
