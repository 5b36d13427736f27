"""Which errors of an evaluation to look at."""

from collections.abc import Sequence
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from detection.evaluation import NOTHING, Kind

KIND_WORDS = {
    Kind.MISSED: _("missed"),
    Kind.SPURIOUS: _("spurious"),
    Kind.BOUNDS: _("wrong bounds"),
    Kind.CATEGORY: _("wrong category"),
}


class ErrorsForm(forms.Form):
    """Errors of a category, of a kind, or of one field of the matrix."""

    label = forms.ChoiceField(label=_("Category"), required=False)
    kind = forms.ChoiceField(
        label=_("What is wrong"), required=False, choices=[("", _("anything")), *KIND_WORDS.items()]
    )
    gold = forms.ChoiceField(required=False, widget=forms.HiddenInput)
    found = forms.ChoiceField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, labels: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = [(label, label) for label in labels if label != NOTHING]
        cast("forms.ChoiceField", self.fields["label"]).choices = [("", _("any")), *named]
        for name in ("gold", "found"):
            field = cast("forms.ChoiceField", self.fields[name])
            field.choices = [("", ""), *((label, label) for label in labels)]
