"""Form fields shared by several stages."""

from __future__ import annotations

from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from text.errors import Refusal
from web.errors import explain

if TYPE_CHECKING:
    from collections.abc import Callable

    from django.utils.functional import _StrOrPromise


Words = dict[str, str | dict[str, str]]


class ReadField(forms.CharField):
    """A text field converted by `read`, whose Refusal becomes the field's error."""

    def __init__(self, *, read: Callable[[str], str], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.read = read

    def clean(self, value: Any) -> str:
        written = super().clean(value)
        try:
            return self.read(written) if written else ""
        except Refusal as error:
            raise forms.ValidationError(explain(error)) from error


# Languages that spaCy can tokenize without extra packages.
LANGUAGES = [
    ("fr", _("French")),
    ("de", _("German")),
    ("it", _("Italian")),
    ("en", _("English")),
    ("da", _("Danish")),
    ("es", _("Spanish")),
    ("fi", _("Finnish")),
    ("nb", _("Norwegian")),
    ("nl", _("Dutch")),
    ("pl", _("Polish")),
    ("pt", _("Portuguese")),
    ("sv", _("Swedish")),
]


# The largest id that a database gives.
LARGEST_ID = 2**63 - 1
# Beyond the end of any text.
LARGEST_OFFSET = 2**31 - 1
# Enough for any id.
MOST_DIGITS = 18


def number_in(written: str) -> int | None:
    """Return the text as a whole number, or None if it is not one or is too long."""
    is_number = written.isascii() and written.isdecimal() and len(written) <= MOST_DIGITS
    return int(written) if is_number else None


def whole_number(
    label: _StrOrPromise, *, least: int, most: int, **options: Any
) -> forms.IntegerField:
    return forms.IntegerField(
        label=label, validators=[MinValueValidator(least), MaxValueValidator(most)], **options
    )


LAST_YEAR = 2999


class DayField(forms.DateField):
    """A day of the calendar."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            widget=forms.DateInput({"type": "date"}, format="%Y-%m-%d"),
            validators=[
                MinValueValidator(
                    datetime(1900, 1, 1, tzinfo=timezone.get_default_timezone()).date()
                ),
                MaxValueValidator(
                    datetime(LAST_YEAR, 12, 31, tzinfo=timezone.get_default_timezone()).date()
                ),
            ],
            **options,
        )


def number_field(
    label: _StrOrPromise, *, least: float, most: float, step: str, **options: Any
) -> forms.FloatField:
    return forms.FloatField(
        label=label,
        min_value=least,
        max_value=most,
        widget=forms.NumberInput({"step": step}),
        **options,
    )


def percent_field(label: _StrOrPromise, **options: Any) -> forms.FloatField:
    """Return a field for a share between 0 and 100 percent."""
    return number_field(label, least=0, most=100, step="any", **options)


def plain_number(value: float) -> float:
    """Return a whole float as an int: 1 for 1.0."""
    return int(value) if value == int(value) else value


def as_percent(share: float) -> float:
    """Return a share in percent: 20 for 0.2."""
    return plain_number(round(share * 100, 4))


def _day_field(label: _StrOrPromise) -> forms.DateField:
    return forms.DateField(
        required=False,
        label=label,
        widget=forms.DateInput({"type": "date"}),
        # The midnights of the first and the last year cannot be told in every time zone.
        validators=[MinValueValidator(date(1900, 1, 1)), MaxValueValidator(date(2999, 12, 31))],
    )


LONGEST_REASON = 200


class ErasureForm(forms.Form):
    """Asks for a reason and a confirmation before erasing."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_(
            "The reason stays in the audit log permanently. Do not enter patient names or numbers."
        ),
    )
    is_meant = forms.BooleanField(
        label=_("I understand that this cannot be undone"),
        error_messages={"required": _("Tick the box to confirm.")},
    )
