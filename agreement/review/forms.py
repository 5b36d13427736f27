"""What managers fill in while they review."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from agreement.disputes.models import LONGEST_MESSAGE
from agreement.references.domain.corrections import Wish
from agreement.review.selectors import queue as review
from agreement.review.selectors.queue import KIND_WORDS
from contests.categories.models import Category
from contests.contest.models import Contest
from contests.people.models import Membership
from contests.teams.models import Team
from text.spans import Extent

NONE, OWN = "none", "own"
LONGEST_NOTE = 2000
LARGEST_FILE = 20 * 1024 * 1024


class FilterForm(forms.Form):
    """Which part of the queue to look at; what is not understood counts as not chosen."""

    kind = forms.ChoiceField(
        choices=[("", ""), *KIND_WORDS.items()], required=False, widget=forms.HiddenInput
    )
    category: "forms.ModelChoiceField[Category]" = forms.ModelChoiceField(
        queryset=None, label=_("Category"), required=False, empty_label=_("all")
    )
    team: "forms.ModelChoiceField[Team]" = forms.ModelChoiceField(
        queryset=None, label=_("Team"), required=False, empty_label=_("all")
    )
    annotator: "forms.ModelChoiceField[Membership]" = forms.ModelChoiceField(
        queryset=None, label=_("Annotator"), required=False, empty_label=_("all")
    )
    words = forms.CharField(label=_("Words in the text"), required=False, max_length=100)
    below = forms.FloatField(
        label=_("Low gamma: below"),
        required=False,
        min_value=-10,
        max_value=1,
        widget=forms.NumberInput({"step": "0.05"}),
    )
    order = forms.ChoiceField(
        label=_("Order"),
        required=False,
        choices=[
            (review.IN_TEXT_ORDER, _("as they came")),
            (review.BY_GAMMA, _("lowest gamma first")),
            (review.BY_ANNOTATORS, _("most annotators first")),
        ],
    )

    def __init__(self, *args: Any, contest: Contest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        annotators = contest.memberships.annotators().exclude(alias="").order_by("alias")
        choices = {
            "category": contest.categories.all(),
            "team": contest.teams.all(),
            "annotator": annotators,
        }
        for name, rows in choices.items():
            field = self.fields[name]
            if isinstance(field, forms.ModelChoiceField):
                field.queryset = rows

    @property
    def wanted(self) -> review.Wanted:
        """Return what was understood."""
        self.is_valid()
        given = self.cleaned_data
        ids = {
            name: given[name].pk
            for name in ("category", "team", "annotator")
            if given.get(name) is not None
        }
        below = given.get("below")
        return review.Wanted(
            kind=given.get("kind") or "",
            words=(given.get("words") or "").strip(),
            below=review.LOW if below is None else below,
            order=given.get("order") or review.IN_TEXT_ORDER,
            **ids,
        )


class DecisionForm(forms.Form):
    """A segment and a category, or neither, for one place; why, and what those are told who objected."""

    segment = forms.CharField(label=pgettext_lazy("annotation", "Segment"), max_length=25)
    start = forms.IntegerField(label=_("From"), required=False, min_value=0)
    end = forms.IntegerField(label=_("To"), required=False, min_value=1)
    category = forms.CharField(label=_("Category"), required=False, max_length=121)
    note = forms.CharField(label=_("Note"), required=False, max_length=LONGEST_NOTE)
    answer = forms.CharField(
        label=_("Answer to the objection"), required=False, max_length=LONGEST_MESSAGE
    )

    def __init__(self, *args: Any, contest: Contest, anchor: Extent | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._labels = set(contest.categories.values_list("label", flat=True))
        self._anchor = anchor

    def clean_segment(self) -> str:
        value: str = self.cleaned_data["segment"]
        if value not in (NONE, OWN) and _bounds(value) is None:
            raise forms.ValidationError(_("Choose a segment, your own, or none."))
        return value

    def clean_category(self) -> str:
        value: str = self.cleaned_data["category"]
        if value and value not in self._labels:
            raise forms.ValidationError(_("The contest has no such category."))
        return value

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        segment = cleaned.get("segment")
        if segment is None:
            return cleaned
        if segment == OWN:
            start, end = cleaned.get("start"), cleaned.get("end")
            if start is None or end is None or start >= end:
                self.add_error("end", _("Your own segment needs a first and a last word."))
        if segment != NONE and "category" in cleaned and not cleaned["category"]:
            self.add_error("category", _("Choose a category, or that nothing is annotated here."))
        if segment == NONE and self._anchor is None:
            self.add_error("segment", _("Nobody marked anything here: there is nothing to refuse."))
        return cleaned

    @property
    def segment_chosen(self) -> Extent | None:
        """Return the segment of a valid form; None says *none*."""
        given = self.cleaned_data
        if given["segment"] == OWN:
            return given["start"], given["end"]
        return _bounds(given["segment"])

    @property
    def wish(self) -> Wish:
        """Return what a valid form decides."""
        segment = self.segment_chosen
        anchor = self._anchor or segment
        if anchor is None:
            raise ValueError("A valid form has an anchor or a segment.")
        category = self.cleaned_data["category"] if segment else None
        note = self.cleaned_data["note"].strip()
        return Wish(anchor, True, segment, True, category or None, note)


def _bounds(value: str) -> Extent | None:
    start, dash, end = value.partition("-")
    if not dash or not (start.isdecimal() and end.isdecimal()) or not int(start) < int(end):
        return None
    return int(start), int(end)


class CorrectionsFileForm(forms.Form):
    """A file of corrections."""

    file = forms.FileField(label=_("File of corrections (JSON lines)"))

    def clean_file(self) -> Any:
        file = self.cleaned_data["file"]
        if file.size > LARGEST_FILE:
            raise forms.ValidationError(_("The file is larger than 20 MB."))
        return file

    @property
    def lines(self) -> list[str]:
        """Return the lines of a valid form's file."""
        text = self.cleaned_data["file"].read().decode("utf-8-sig")
        return list(text.splitlines())
