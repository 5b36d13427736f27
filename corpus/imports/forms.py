"""The options of an import."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from django import forms
from django.utils.translation import gettext_lazy as _

from corpus.imports.models import Import
from corpus.imports.services.imports import ENCODINGS, LONGEST_OPTION, OPTIONS
from formats.kinds import IMPORT_CHOICES, IMPORTED
from formats.records import CODE_POINTS, GRAPHEMES, UTF16

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


ENCODING_WORDS = {
    "auto": _("detected automatically"),
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "cp1252": "Windows-1252",
    "latin-1": "Latin-1 (ISO 8859-1)",
}
OFFSET_WORDS = {
    "": _("same as the tool that wrote the file"),
    CODE_POINTS: _("characters (code points)"),
    UTF16: _("UTF-16 units (JavaScript, Java)"),
    GRAPHEMES: _("visible characters (graphemes)"),
}


def _option(label: _StrOrPromise, help_text: _StrOrPromise = "") -> forms.CharField:
    return forms.CharField(
        label=label, help_text=help_text, required=False, max_length=LONGEST_OPTION
    )


PURPOSE_WORDS = {
    Import.Purpose.NONE: _("Only the texts are read."),
    Import.Purpose.ANSWERS: _(
        "Each person’s annotations become their answers and can be compared with others."
    ),
    Import.Purpose.GOLD: _("Correct annotations, used for training tasks and to score answers."),
    Import.Purpose.PROPOSALS: _("Annotators see them as proposals to confirm, correct or remove."),
}


class ImportForm(forms.Form):
    """The options for reading files, and the purpose of their annotations."""

    format = forms.ChoiceField(
        label=_("Format"), choices=[(name, _(title)) for name, title in IMPORT_CHOICES.items()]
    )
    encoding = forms.ChoiceField(
        label=_("Encoding"), choices=[(name, ENCODING_WORDS[name]) for name in ENCODINGS]
    )
    document_type = _option(_("Document type"), _("For documents that do not state their type."))
    purpose = forms.ChoiceField(
        label=_("Annotations in the files"),
        choices=Import.Purpose.choices,
        required=False,
        widget=forms.RadioSelect,
    )
    annotator = _option(
        _("Annotator"), _("The author of the answers, if the files do not name one.")
    )
    offset_unit = forms.ChoiceField(
        label=_("Unit of span offsets"),
        choices=list(OFFSET_WORDS.items()),
        required=False,
        help_text=_("Matters only for texts with emoji or rare characters."),
    )
    text_field = _option(_("Field with the text"), _("Default: “text”."))
    type_field = _option(_("Field with the document type"))
    id_field = _option(_("Field with the id"), _("Default: “id”."))
    patient_field = _option(_("Field with the patient number"), _("Default: “patient”."))

    @property
    def purposes(self) -> Iterable[tuple[forms.boundfield.BoundWidget, _StrOrPromise]]:
        """Return the radio buttons of the purposes with their descriptions."""
        return zip(self["purpose"], PURPOSE_WORDS.values(), strict=True)

    @property
    def formats(self) -> str:
        """Return the titles of the formats with annotations, separated by commas."""
        return ", ".join(each.title for each in IMPORTED)

    @property
    def options(self) -> dict[str, str]:
        """Return the options that are stored with the import."""
        return {name: self.cleaned_data[name] for name in OPTIONS}

    @classmethod
    def of(cls, imported: Import) -> ImportForm:
        """Return the form filled in with an import's options."""
        chosen = {"format": imported.format, "purpose": imported.purpose, **imported.options}
        return cls(initial=chosen)
