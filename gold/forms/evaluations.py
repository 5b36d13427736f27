"""On which texts of a release the detector is evaluated."""

from typing import Any, cast

from django import forms
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from gold.models import Release, ReleaseEvaluation
from gold.selectors.evaluations import Subset, subsets_of


def subset_words(subset: Subset) -> str:
    """Return which texts these are, in the reader's language."""
    if subset.split is not None:
        made = date_format(localtime(subset.split.created_at), "SHORT_DATETIME_FORMAT")
        words = _("%(part)s of the split of %(date)s, %(method)s")
        method = subset.split.options["method"]
        return words % {"part": subset.part, "date": made, "method": method}
    if subset.part == ReleaseEvaluation.ALL:
        return _("all texts, incomplete ones too")
    return _("all complete texts")


class SubsetForm(forms.Form):
    """The whole release, or a part of one of its splits."""

    on = forms.ChoiceField(label=gettext_lazy("Texts"))

    def __init__(self, *args: Any, release: Release, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._subsets = {subset.key: subset for subset in subsets_of(release)}
        choices = [(key, subset_words(subset)) for key, subset in self._subsets.items()]
        cast("forms.ChoiceField", self.fields["on"]).choices = choices

    @property
    def subset(self) -> Subset:
        """Return what was chosen."""
        return self._subsets[self.cleaned_data["on"]]
