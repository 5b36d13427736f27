"""What managers fill in while they review."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from agreement.disputes.models import LONGEST_MESSAGE
from agreement.references.domain.corrections import PlaceCorrection
from agreement.references.models import Correction
from agreement.review.selectors import queue as review
from agreement.review.selectors.items import Item
from agreement.review.selectors.queue import KIND_WORDS
from contests.categories.models import Category
from contests.contest.models import Contest
from contests.people.models import Membership
from contests.teams.models import Team
from text.spans import Extent
from web.forms import LARGEST_OFFSET, number_in

NONE, OWN = "none", "own"
LONGEST_NOTE = 2000
LARGEST_FILE = 20 * 1024 * 1024


class CategoryField(forms.ModelChoiceField):
    """A choice of a contest's categories, by their names."""

    def label_from_instance(self, category: Category) -> str:
        return category.name


class FilterForm(forms.Form):
    """Which part of the queue to look at; what is not understood counts as not chosen."""

    kind = forms.ChoiceField(
        choices=[("", ""), *KIND_WORDS.items()], required=False, widget=forms.HiddenInput
    )
    category = CategoryField(
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
        label=_("Gamma below"),
        required=False,
        min_value=-10,
        max_value=1,
        widget=forms.NumberInput({"step": "0.05"}),
    )
    order = forms.ChoiceField(
        label=_("Order"),
        required=False,
        choices=[
            (review.IN_TEXT_ORDER, _("order of import")),
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

    segment = forms.CharField(label=pgettext_lazy("annotation", "Span"), max_length=25)
    start = forms.IntegerField(
        label=_("From"), required=False, min_value=0, max_value=LARGEST_OFFSET
    )
    end = forms.IntegerField(label=_("To"), required=False, min_value=1, max_value=LARGEST_OFFSET)
    category = forms.CharField(label=_("Category"), required=False, max_length=121)
    note = forms.CharField(label=_("Note"), required=False, max_length=LONGEST_NOTE)
    answer = forms.CharField(
        label=_("Answer to the dispute"), required=False, max_length=LONGEST_MESSAGE
    )
    # Set by the notice that saving refuses the objection: nobody refuses without having been told.
    refuses = forms.BooleanField(required=False)

    def __init__(self, *args: Any, contest: Contest, anchor: Extent | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._labels = set(contest.categories.values_list("label", flat=True))
        self._anchor = anchor

    def clean_segment(self) -> str:
        value: str = self.cleaned_data["segment"]
        if value not in (NONE, OWN) and _bounds(value) is None:
            raise forms.ValidationError(_("Choose a span, your own span, or none."))
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
                self.add_error("end", _("Choose the first and the last word of your span."))
        if segment != NONE and "category" in cleaned and not cleaned["category"]:
            self.add_error("category", _("Choose a category, or “nothing is annotated here”."))
        if segment == NONE and self._anchor is None:
            self.add_error("segment", _("Nobody annotated anything here: choose a span."))
        return cleaned

    @property
    def segment_chosen(self) -> Extent | None:
        """Return the segment of a valid form; None says *none*."""
        given = self.cleaned_data
        if given["segment"] == OWN:
            return given["start"], given["end"]
        return _bounds(given["segment"])

    @property
    def correction(self) -> PlaceCorrection:
        """Return what a valid form decides."""
        segment = self.segment_chosen
        anchor = self._anchor or segment
        if anchor is None:
            raise ValueError("A valid form has an anchor or a segment.")
        category = self.cleaned_data["category"] if segment else None
        note = self.cleaned_data["note"].strip()
        return PlaceCorrection(anchor, True, segment, True, category or None, note)


def _bounds(value: str) -> Extent | None:
    start, dash, end = value.partition("-")
    if not dash or not (start.isdecimal() and end.isdecimal()) or not int(start) < int(end):
        return None
    return int(start), int(end)


class CorrectionsFileForm(forms.Form):
    """A file of corrections."""

    file = forms.FileField(label=_("Correction file (JSON lines)"))

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


MOST_KEYS = 9
CATEGORY_KEYS = "ABCDEF"


@dataclass(frozen=True)
class SegmentChoice:
    """A segment that people marked, with its digit and what comes along with it."""

    value: str
    words: str
    votes: int
    label: str
    key: str
    is_chosen: bool


@dataclass(frozen=True)
class CategoryChoice:
    """A category that people gave, with its letter."""

    category: Category
    votes: int
    key: str
    is_chosen: bool


@dataclass(frozen=True)
class WordChoice:
    """A word of the text, as a beginning or an end of one's own segment."""

    start: int
    end: int
    words: str


@dataclass(frozen=True)
class Choices:
    """All that can be chosen at a place."""

    segments: tuple[SegmentChoice, ...]
    categories: tuple[CategoryChoice, ...]
    others: tuple[Category, ...]
    words: tuple[WordChoice, ...]
    nothing: int
    segment: str
    category: str
    start: int | None
    end: int | None


def initial_of(item: Item, standing: Correction | None) -> dict[str, Any]:
    """Return what is chosen at first: what stands there, else what most people marked."""
    found = item.candidates
    segment, label = _standing(item, standing)
    if segment is None and found.segments and not _says_none(item, standing):
        segment = found.segments[0].segment
        label = label or found.segments[0].label
    if segment is None:
        return {"segment": OWN if item.focus is None else NONE, "category": label}
    known = {one.segment for one in found.segments}
    value = f"{segment[0]}-{segment[1]}" if segment in known else OWN
    return {"segment": value, "start": segment[0], "end": segment[1], "category": label}


def _says_none(item: Item, standing: Correction | None) -> bool:
    if standing is not None and not standing.is_revoked and standing.decides_segment:
        return standing.start is None
    focus = item.focus
    return focus is not None and bool(focus.segment_source) and focus.reference_start is None


def _standing(item: Item, standing: Correction | None) -> tuple[Extent | None, str]:
    """Return the segment and label that stand at the place now, as far as there are any."""
    if standing is not None and not standing.is_revoked:
        label = standing.category.label if standing.category else ""
        return _extent(standing.start, standing.end), label
    focus = item.focus
    if focus is None:
        return None, ""
    label = focus.reference_category.label if focus.reference_category else ""
    return _extent(focus.reference_start, focus.reference_end), label


def _extent(start: int | None, end: int | None) -> Extent | None:
    return None if start is None or end is None else (start, end)


def choices_of(
    contest: Contest, item: Item, standing: Correction | None, form: DecisionForm
) -> Choices:
    """Return what the form offers, with what is chosen in it."""
    found, text = item.candidates, item.input.text
    initial = initial_of(item, standing)
    given = {name: form[name].value() or "" for name in ("segment", "category")}
    segment, label = str(given["segment"]), str(given["category"])
    by_label = {one.label: one for one in contest.categories.select_related("supercategory")}
    voted = [name for name, _votes in found.labels]
    return Choices(
        segments=tuple(
            SegmentChoice(
                value=f"{one.segment[0]}-{one.segment[1]}",
                words=text[slice(*one.segment)],
                votes=one.votes,
                label=one.label,
                key=str(number) if number <= MOST_KEYS else "",
                is_chosen=segment == f"{one.segment[0]}-{one.segment[1]}",
            )
            for number, one in enumerate(found.segments, start=1)
        ),
        categories=tuple(
            CategoryChoice(
                by_label[name],
                votes,
                CATEGORY_KEYS[number] if number < len(CATEGORY_KEYS) else "",
                label == name,
            )
            for number, (name, votes) in enumerate(found.labels)
        ),
        others=tuple(
            one
            for name, one in by_label.items()
            if name not in voted and (one.archived_at is None or name == label)
        ),
        words=tuple(
            WordChoice(*bounds, text[slice(*bounds)]) for bounds in item.input.token_bounds
        ),
        nothing=found.nothing,
        segment=segment,
        category=label,
        start=_number(form["start"].value(), initial.get("start")),
        end=_number(form["end"].value(), initial.get("end")),
    )


def _number(given: object, otherwise: int | None) -> int | None:
    number = number_in(str(given))
    return otherwise if number is None else number
