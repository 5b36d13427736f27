"""How a release is split."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from gold.domain.splitting import METHODS
from gold.services.splitting import DOCUMENT, PATIENT


class SplitForm(forms.Form):
    """Method, ratios, groups, strata, folds and seed."""

    method = forms.ChoiceField(label=_("Method"), choices=[(name, name) for name in METHODS])
    train = forms.FloatField(label=_("Train"), initial=70, min_value=0)
    validation = forms.FloatField(label=_("Validation"), initial=15, min_value=0)
    test = forms.FloatField(label=_("Test"), initial=15, min_value=0)
    group_by = forms.ChoiceField(
        label=_("What stays in one part"),
        required=False,
        initial=DOCUMENT,
        choices=[
            (DOCUMENT, _("all texts of a document")),
            (PATIENT, _("all texts of a patient")),
            ("", _("each text may go anywhere")),
        ],
        help_text=_(
            "By patient, nobody is in both train and test; every document has to name its patient."
        ),
    )
    link_limit = forms.IntegerField(
        label=_("Most documents that a text links"),
        required=False,
        min_value=1,
        help_text=_(
            "A text that stands in more documents is a standard sentence: it keeps none of them together. Left empty, every text does."
        ),
    )
    min_count = forms.IntegerField(
        label=_("Fewest examples of a category"),
        initial=20,
        min_value=0,
        help_text=_("Rarer categories are not looked at, and named in the report."),
    )
    folds = forms.IntegerField(
        label=_("Folds"),
        required=False,
        min_value=2,
        help_text=_("With a number here, as many equal parts are made instead."),
    )
    seed = forms.IntegerField(label=_("Seed"), initial=0, min_value=0, max_value=2**32 - 1)
    takes_incomplete = forms.BooleanField(label=_("Incomplete texts too"), required=False)

    @property
    def options(self) -> dict[str, Any]:
        """Return what was chosen, as a split keeps it."""
        chosen = dict(self.cleaned_data)
        ratios = [chosen.pop(name) for name in ("train", "validation", "test")]
        return chosen | {"ratios": ratios, "keeps_groups": bool(chosen["group_by"])}
