"""Forms about corpora: what they are, who keeps them, how files are read, which documents to show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from corpus.domain.formats.options import CODE_POINTS, GRAPHEMES, UTF16
from corpus.models import Corpus, Import
from corpus.services.imports import ENCODINGS, LONGEST_OPTION

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

# Those whose words spaCy tells apart without further packages.
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
ENCODING_WORDS = {
    "auto": _("recognised by itself"),
    "utf-8": "UTF-8",
    "utf-16": "UTF-16",
    "cp1252": "Windows-1252",
    "latin-1": "Latin-1 (ISO 8859-1)",
}
OFFSET_WORDS = {
    "": _("as the tool does"),
    CODE_POINTS: _("characters (code points)"),
    UTF16: _("UTF-16 units, as JavaScript and Java"),
    GRAPHEMES: _("characters as seen (graphemes)"),
}


def _example(words: _StrOrPromise, path: str) -> _StrOrPromise:
    return format_lazy("{} {} <code>{}</code>", words, _("Example:"), path)


RULE_WORDS = {
    "cleans_full_stops": _("A full stop glued between letters or digits becomes #"),
    "cleans_dashes": _("A dash between a digit and a capital letter becomes a space"),
    "cleans_noise": _("Control and zero-width characters are dropped"),
}
PATH_FIELDS = ("text_path", "type_path", "id_path", "patient_path")


@dataclass(frozen=True)
class RuleField:
    """The switch of a rule of cleaning, and its words."""

    field: forms.BoundField
    words: _StrOrPromise


class CorpusForm(forms.ModelForm):
    """A corpus: its name, language, rules of cleaning and places in hospital XML."""

    language = forms.ChoiceField(
        label=_("Language of the texts"),
        choices=LANGUAGES,
        initial="fr",
        help_text=_("It decides where words begin and end when annotators select them."),
    )

    class Meta:
        model = Corpus
        fields: ClassVar = [
            "name",
            "language",
            "cleans_full_stops",
            "cleans_dashes",
            "cleans_noise",
            "text_path",
            "type_path",
            "id_path",
            "patient_path",
        ]
        labels: ClassVar = {
            "name": _("Name"),
            "text_path": _("Where the text is"),
            "type_path": _("Where the document type is"),
            "id_path": _("Where the document’s id is"),
            "patient_path": _("Where the patient’s number is"),
        }
        help_texts: ClassVar = {
            "text_path": _example(_("Left empty, every CDATA section is text."), "//Donnees/*"),
            "type_path": _example(
                _("Left empty, you give one type for all files."), "//Entete/Type"
            ),
            "id_path": _example(
                _("Left empty, the file’s name is the id."), "//Entete/Identifiant"
            ),
            "patient_path": _example(
                _("Needed only to keep all texts of a patient in one part of a split."),
                "//Patient/IPP",
            ),
        }

    def __init__(self, *args: Any, is_fixed: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if is_fixed:
            # Lines and offsets of what is stored depend on these.
            for name in self.fields.keys() - {"name", "language"}:
                self.fields[name].disabled = True

    @property
    def rule_fields(self) -> list[RuleField]:
        """Return the switches of the rules of cleaning."""
        return [RuleField(self[name], words) for name, words in RULE_WORDS.items()]

    @property
    def are_paths_open(self) -> bool:
        """Return whether anything is said about XML, or was said wrongly."""
        return any(self[name].value() or self[name].errors for name in PATH_FIELDS)

    def _post_clean(self) -> None:
        """Leave the row alone: the service writes it, and only then knows whether a name is free."""


class KeeperForm(forms.Form):
    """Whoever else is to use a corpus; they need an account."""

    email = forms.EmailField(label=_("E-mail address"), max_length=254)
    person: User | None = None

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].lower()
        self.person = User.objects.filter(email=email, is_active=True).first()
        if self.person is None:
            raise forms.ValidationError(
                _("Nobody here has this address. They need an account first.")
            )
        return email


def _option(label: _StrOrPromise, help_text: _StrOrPromise = "") -> forms.CharField:
    return forms.CharField(
        label=label, help_text=help_text, required=False, max_length=LONGEST_OPTION
    )


PURPOSE_WORDS = {
    Import.Purpose.NONE: _("Only the texts are read."),
    Import.Purpose.ANSWERS: _(
        "What each person marked counts as their answer, and can be compared with others."
    ),
    Import.Purpose.GOLD: _("They are right: for training tasks, and to measure others against."),
    Import.Purpose.PROPOSALS: _("Annotators see them as proposals to confirm, mend or remove."),
}


@dataclass(frozen=True)
class PurposeChoice:
    """One thing that may become of annotations, with a sentence about it."""

    value: str
    label: _StrOrPromise
    words: _StrOrPromise
    is_chosen: bool


class ImportForm(forms.Form):
    """How files are to be read, and what becomes of the annotations in them."""

    format = forms.ChoiceField(
        label=_("Format"), choices=Import.Format.choices, initial=Import.Format.AUTO
    )
    encoding = forms.ChoiceField(
        label=_("Encoding"), choices=[(name, ENCODING_WORDS[name]) for name in ENCODINGS]
    )
    document_type = _option(_("Document type"), _("For documents that do not say it themselves."))
    purpose = forms.ChoiceField(
        label=_("Annotations in the files"),
        choices=Import.Purpose.choices,
        required=False,
        widget=forms.RadioSelect,
    )
    annotator = _option(
        _("Annotator"), _("Whose answers these are, where the files do not say it.")
    )
    offset_unit = forms.ChoiceField(
        label=_("How places of spans are counted"),
        choices=list(OFFSET_WORDS.items()),
        required=False,
        help_text=_("It matters only in texts with emoji or rare signs."),
    )
    text_field = _option(_("Field with the text"), _("Left empty: “text”."))
    type_field = _option(_("Field with the document type"))
    id_field = _option(_("Field with the id"), _("Left empty: “id”."))
    patient_field = _option(_("Field with the patient’s number"), _("Left empty: “patient”."))

    OPTION_FIELDS = (
        "encoding",
        "document_type",
        "annotator",
        "offset_unit",
        "text_field",
        "type_field",
        "id_field",
        "patient_field",
    )

    @property
    def purposes(self) -> list[PurposeChoice]:
        """Return what may become of annotations in the files."""
        chosen = self["purpose"].value() or ""
        return [
            PurposeChoice(each.value, each.label, PURPOSE_WORDS[each], each.value == chosen)
            for each in Import.Purpose
        ]

    @property
    def options(self) -> dict[str, str]:
        """Return the choices that are kept with the import."""
        return {name: self.cleaned_data[name] for name in self.OPTION_FIELDS}

    @classmethod
    def of(cls, imported: Import) -> ImportForm:
        """Return the form with what was chosen for an import."""
        chosen = {"format": imported.format, "purpose": imported.purpose, **imported.options}
        return cls(initial=chosen)


class DocumentFilterForm(forms.Form):
    """Which documents of a corpus to list; never by their text, which must not be in an address."""

    id = forms.CharField(label=_("Id contains"), required=False, max_length=120)
    type = forms.ChoiceField(label=_("Document type"), required=False)

    def __init__(self, *args: Any, types: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = [(name, name) for name in types if name]
        self.fields["type"].choices = [("", _("all types")), *named]  # type: ignore[attr-defined]
