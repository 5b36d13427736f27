"""Forms for corpora, their keepers and the filter of their documents."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from accounts.errors import AddressUnproven
from accounts.models import User
from accounts.services import check_proven
from corpus.documents.errors import CorpusNameTaken, UnusablePath
from corpus.documents.models import Corpus
from text.errors import Refusal
from web.errors import explain
from web.forms import LANGUAGES

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


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
    """The switch of a cleaning rule and its description."""

    field: forms.BoundField
    words: _StrOrPromise


class CorpusForm(forms.ModelForm):
    """A corpus: its name, language, cleaning rules and paths in hospital XML."""

    language = forms.ChoiceField(
        label=_("Language of the texts"),
        choices=LANGUAGES,
        initial="fr",
        help_text=_("Determines where words begin and end when annotators select text."),
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
            "text_path": _("Path to the text"),
            "type_path": _("Path to the document type"),
            "id_path": _("Path to the document id"),
            "patient_path": _("Path to the patient number"),
        }
        help_texts: ClassVar = {
            "text_path": _example(_("If empty, every CDATA section is text."), "//Donnees/*"),
            "type_path": _example(
                _("If empty, you choose one type for all files."), "//Entete/Type"
            ),
            "id_path": _example(_("If empty, the file name is the id."), "//Entete/Identifiant"),
            "patient_path": _example(
                _("Needed only to keep all documents of a patient in the same part of a split."),
                "//Patient/IPP",
            ),
        }

    def __init__(self, *args: Any, is_fixed: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if is_fixed:
            # The lines and offsets of stored documents depend on these.
            for name in self.fields.keys() - {"name", "language"}:
                self.fields[name].disabled = True

    @property
    def rule_fields(self) -> list[RuleField]:
        """Return the switches of the rules of cleaning."""
        return [RuleField(self[name], words) for name, words in RULE_WORDS.items()]

    @property
    def are_paths_open(self) -> bool:
        """Return whether a path is filled in or has an error."""
        return any(self[name].value() or self[name].errors for name in PATH_FIELDS)

    def refuse(self, error: Refusal) -> None:
        """Show the error at its field, or above the form if it has none."""
        field = error.field if isinstance(error, UnusablePath) else None
        self.add_error("name" if isinstance(error, CorpusNameTaken) else field, explain(error))

    def _post_clean(self) -> None:
        """Skip the model's validation: the service writes the row and checks that the name is free."""


class KeeperForm(forms.Form):
    """The e-mail address of a person who gets access to a corpus; they need an account."""

    email = forms.EmailField(label=_("E-mail address"), max_length=254)
    person: User | None = None

    def clean_email(self) -> str:
        email: str = self.cleaned_data["email"].lower()
        self.person = User.objects.filter(email=email, is_active=True).first()
        if self.person is None:
            raise forms.ValidationError(
                _("No account has this address. The person needs an account first.")
            )
        try:
            check_proven(self.person)
        except AddressUnproven as error:
            raise forms.ValidationError(explain(error), code=error.code) from error
        return email


class DocumentFilterForm(forms.Form):
    """The filter of a corpus's documents. It has no text search, because clinical text must not be in URLs."""

    id = forms.CharField(label=_("Id contains"), required=False, max_length=120)
    type = forms.ChoiceField(label=_("Document type"), required=False)

    def __init__(self, *args: Any, types: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = [(name, name) for name in types if name]
        self.fields["type"].choices = [("", _("all types")), *named]  # type: ignore[attr-defined]
