"""Forms about families and categories."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from contests.categories.domain.shortcuts import parse_shortcut
from contests.categories.errors import (
    CategoriesInUse,
    ColourIllegible,
    LabelTaken,
    ShortcutHidden,
    ShortcutReserved,
    ShortcutTaken,
    ShortcutUnreadable,
    SupercategoryTaken,
)
from contests.categories.models import HEX_COLOUR, Category, Supercategory
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
        label=_("Name"),
        max_length=2 * LONGEST_NAME,
        help_text=_("As it will stand in files. Blanks become underscores."),
        widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false"}),
    )


class RefusableForm(forms.Form):
    """A form that shows what a service refuses at the field it is about."""

    why_fixed: ClassVar[_StrOrPromise]

    def refuse(self, error: Refusal) -> None:
        self.add_error(FIELDS.get(type(error)), explain(error))

    def fix(self, *names: str) -> None:
        """Keep fields as they are, and say why."""
        for name in names:
            self.fields[name].disabled = True
        self.fields["name"].help_text = self.why_fixed


class FamilyForm(RefusableForm):
    why_fixed = _("Labels are written in the contest’s inputs: the name can no longer change.")

    name = _name_field()
    colour = forms.CharField(
        label=_("Colour"), validators=[HEX_COLOUR], widget=forms.TextInput({"type": "color"})
    )

    def __init__(self, *args: Any, family: Supercategory | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if family is not None and family.contest.inputs.exists():
            self.fix("name")


class CategoryForm(RefusableForm):
    why_fixed = _(
        "Labels are written in the contest’s inputs: family and name can no longer change. Archive "
        "the category and add a new one instead."
    )

    family = forms.ModelChoiceField(
        Supercategory.objects.none(), label=_("Family"), empty_label=None
    )
    name = _name_field()
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
        families = cast("forms.ModelChoiceField[Supercategory]", self.fields["family"])
        families.queryset = contest.supercategories.all()
        if category is not None and contest.inputs.exists():
            self.fix("name", "family")


def category_values(category: Category) -> dict[str, object]:
    """Return what a category's form starts with."""
    return {
        "family": category.supercategory_id,
        "name": short_name(category.label),
        "shortcut": category.shortcut,
        "description": category.description,
    }
