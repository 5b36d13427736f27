"""Forms about supercategories and categories."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from contests.categories.domain.shortcuts import parse_shortcut
from contests.categories.errors import (
    CategoriesInUse,
    ColourIllegible,
    LabelTaken,
    NameTaken,
    ShortcutHidden,
    ShortcutReserved,
    ShortcutTaken,
    ShortcutUnreadable,
    SupercategoryTaken,
)
from contests.categories.models import HEX_COLOUR, LONGEST_WORDS, Category, Supercategory
from contests.contest.models import Contest
from text.errors import NameUnreadable, Refusal
from text.labels import LONGEST_NAME, short_name, tidy_name
from web.errors import explain
from web.forms import ReadField

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


# Where a refusal is shown.
FIELDS = {
    NameUnreadable: "name",
    LabelTaken: "name",
    SupercategoryTaken: "name",
    CategoriesInUse: "name",
    ColourIllegible: "colour",
    ShortcutUnreadable: "shortcut",
    ShortcutReserved: "shortcut",
    ShortcutTaken: "shortcut",
    ShortcutHidden: "shortcut",
}


def _name_field() -> ReadField:
    return ReadField(
        read=tidy_name,
        label=_("Name in files"),
        max_length=2 * LONGEST_NAME,
        help_text=_("Blanks become underscores."),
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )


class RefusableForm(forms.Form):
    """A form that shows what a service refuses at the field it is about."""

    why_fixed: ClassVar[_StrOrPromise]

    def refuse(self, error: Refusal) -> None:
        field = error.field if isinstance(error, NameTaken) else FIELDS.get(type(error))
        self.add_error(field, explain(error))

    def fix(self, *names: str) -> None:
        """Keep fields as they are, and say why."""
        for name in names:
            self.fields[name].disabled = True
        self.fields["name"].help_text = self.why_fixed


class SupercategoryForm(RefusableForm):
    why_fixed = _("Labels are written in the contest’s inputs: the name can no longer change.")

    name = _name_field()
    colour = forms.CharField(
        label=_("Colour"), validators=[HEX_COLOUR], widget=forms.TextInput({"type": "color"})
    )

    def __init__(
        self, *args: Any, supercategory: Supercategory | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        if supercategory is not None and supercategory.contest.inputs.exists():
            self.fix("name")


class CategoryForm(RefusableForm):
    why_fixed = _(
        "Labels are written in the contest’s inputs: supercategory and name can no longer change. Archive "
        "the category and add a new one instead."
    )

    supercategory = forms.ModelChoiceField(
        Supercategory.objects.none(), label=_("Supercategory"), empty_label=None
    )
    name = _name_field()
    name_en = forms.CharField(
        label=_("Name in English"),
        required=False,
        max_length=LONGEST_WORDS,
        help_text=_("What people read: Room or bed. Without one, the label stands in its place."),
    )
    name_fr = forms.CharField(label=_("Name in French"), required=False, max_length=LONGEST_WORDS)
    shortcut = ReadField(
        read=parse_shortcut,
        label=_("Shortcut"),
        required=False,
        max_length=24,
        help_text=_(
            "One letter or digit, a digit with Shift or Shift+Alt, or two keys one after the other "
            "(L D)."
        ),
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )
    description = forms.CharField(
        label=_("Description"),
        required=False,
        max_length=1000,
        help_text=_("One sentence: what belongs to this category, in the language of the texts."),
        widget=forms.Textarea({"rows": 3}),
    )

    def __init__(
        self, *args: Any, contest: Contest, category: Category | None = None, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        supercategories = cast(
            "forms.ModelChoiceField[Supercategory]", self.fields["supercategory"]
        )
        supercategories.queryset = contest.supercategories.all()
        if category is not None and contest.inputs.exists():
            self.fix("name", "supercategory")


def category_values(category: Category) -> dict[str, object]:
    """Return what a category's form starts with."""
    return {
        "supercategory": category.supercategory_id,
        "name": short_name(category.label),
        "name_en": category.name_en,
        "name_fr": category.name_fr,
        "shortcut": category.shortcut,
        "description": category.description,
    }
