"""What to evaluate on, and which errors to see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from contests.proposals.selectors import offered_choices
from detection.base import Choice
from detection.evaluation import NOTHING, Kind
from gold.evaluations.models import Evaluation
from gold.evaluations.selectors import GoldSet, ReleaseGold, gold_sets_of
from gold.releases.models import Release
from gold.splits.selectors import part_name, split_title

LARGEST_GOLD_MB = 5


class DetectorForm(forms.Form):
    """Which detector to evaluate."""

    detector = forms.ChoiceField(label=_("Detector"))

    def __init__(self, data: Mapping[str, Any], *, gold: GoldSet) -> None:
        self._own = gold.detector
        super().__init__(data)
        field = cast("forms.ChoiceField", self.fields["detector"])
        field.choices = offered_choices(Choice.of(self._own))

    @property
    def key(self) -> str:
        """Return what was asked for, else the detector of the contest."""
        return str(self.cleaned_data["detector"]) if self.is_valid() else self._own

    @property
    def has_others(self) -> bool:
        return len(cast("forms.ChoiceField", self.fields["detector"]).choices) > 1  # type: ignore[arg-type]


class GoldFileForm(forms.Form):
    """A file of texts with the spans that are right on them."""

    gold = forms.FileField(
        label=_("JSONL file"),
        help_text=_("A record a line: text and spans with start, end and label."),
        widget=forms.ClearableFileInput({"accept": ".jsonl,.json,.ndjson"}),
    )

    def clean_gold(self) -> UploadedFile:
        upload: UploadedFile = self.cleaned_data["gold"]
        if upload.size is not None and upload.size > LARGEST_GOLD_MB * 2**20:
            raise forms.ValidationError(
                _(
                    "The file is larger than %(limit)s MB. Import it as the gold of a corpus, or use "
                    "the command “evaluate”."
                ),
                params={"limit": LARGEST_GOLD_MB},
            )
        return upload


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

    def __init__(self, *args: Any, labels: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = [(label, name) for label, name in labels.items() if label != NOTHING]
        cast("forms.ChoiceField", self.fields["label"]).choices = [("", _("any")), *named]
        for name in ("gold", "found"):
            field = cast("forms.ChoiceField", self.fields[name])
            field.choices = [("", ""), *((label, label) for label in labels)]

    @property
    def chosen(self) -> dict[str, str]:
        """Return which errors are asked for, as `narrowed` takes it."""
        given = self.cleaned_data if self.is_bound and self.is_valid() else {}
        return {name: given.get(name, "") for name in self.fields}

    @property
    def is_narrow(self) -> bool:
        return any(self.chosen.values())


def gold_words(gold: GoldSet) -> str:
    """Return which texts these are, in the reader's language."""
    if not isinstance(gold, ReleaseGold):
        return gettext("the inputs with gold")
    if gold.split is not None:
        return f"{split_title(gold.split)}, {part_name(gold.part)}"
    if gold.part == Evaluation.ALL:
        return gettext("all texts, incomplete ones too")
    return gettext("all complete texts")


class SubsetForm(forms.Form):
    """The whole release, or a part of one of its splits."""

    on = forms.ChoiceField(label=_("Texts"))

    def __init__(self, *args: Any, release: Release, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._sets = {gold.key: gold for gold in gold_sets_of(release)}
        choices = [(key, gold_words(gold)) for key, gold in self._sets.items()]
        cast("forms.ChoiceField", self.fields["on"]).choices = choices

    @property
    def gold(self) -> ReleaseGold:
        """Return what was chosen."""
        return self._sets[self.cleaned_data["on"]]
