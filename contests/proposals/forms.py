"""Forms about pre-annotation: labels, own words and formats, gold to evaluate on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.core.validators import MaxLengthValidator
from django.utils.translation import gettext_lazy as _

from contests.categories.selectors import offered_labels, offered_names
from contests.contest.models import Contest
from contests.proposals.domain.lexicons import WordList, read_words
from contests.proposals.selectors import detector_name, label_mapping, offered_choices, settings_of
from detection.base import Choice
from detection.errors import DetectorUnusable, FormatRefused
from detection.rules.own import LONGEST_PATTERN, check_format
from formats.encodings import WINDOWS, decode, recognise
from formats.problems import BAD_ENCODING, UnreadableFile
from text.tokens import key_of
from web.errors import explain

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise


# Why a line of a list of words cannot be taken.
WORD_PROBLEMS = {
    "too_long": _("longer than 120 characters"),
    "no_letter": _("not a word: write at least two characters, one of them a letter"),
    "unreadable": _("has characters that cannot be read"),
    "everyday": _("an everyday word, which would be found in almost every line"),
    "too_many": _("a list holds at most 20,000 words: this line and all after it are too many"),
}

LARGEST_LIST_KB = 2048
LONGEST_TRIGGER = 40
LONGEST_SAMPLE = 2000


@dataclass(frozen=True)
class LabelField:
    """A category of the detector, and the question what it becomes."""

    label: str
    field: forms.BoundField
    is_same: bool


class DetectorForm(forms.Form):
    """Which detector proposes."""

    detector = forms.ChoiceField(label=_("Detector"))
    rule_labels = forms.MultipleChoiceField(
        label=_("Categories taken from the rules"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Only where each is taken for its own categories."),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, contest: Contest) -> None:
        chosen = settings_of(contest)
        initial = {"detector": chosen.detector, "rule_labels": chosen.rule_labels}
        super().__init__(data, initial=initial)
        fields = cast("dict[str, forms.ChoiceField]", self.fields)
        fields["detector"].choices = offered_choices(chosen.choice)
        fields["rule_labels"].choices = [(each, each) for each in offered_labels(contest)]

    @property
    def choice(self) -> Choice:
        """Return what was chosen, of a valid form."""
        return Choice.of(self.cleaned_data["detector"], self.cleaned_data["rule_labels"])

    @property
    def has_others(self) -> bool:
        return len(cast("forms.ChoiceField", self.fields["detector"]).choices) > 1  # type: ignore[arg-type]


class LabelsForm(forms.Form):
    """Which label each category of the detector becomes, and whether proposals from files stay."""

    keeps_imported = forms.TypedChoiceField(
        label=_("Proposals that came with files"),
        choices=[
            ("yes", _("stay as they are")),
            ("no", _("are replaced by what the detector finds")),
        ],
        coerce=lambda value: value == "yes",
        widget=forms.RadioSelect,
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, contest: Contest) -> None:
        keeps = settings_of(contest).keeps_imported
        super().__init__(data, initial={"keeps_imported": "yes" if keeps else "no"})
        try:
            self._mapping = label_mapping(contest, settings_of(contest).choice)
        except DetectorUnusable:
            # The page says why; what was chosen before stays.
            self._mapping = {}
        choices: list[tuple[str, _StrOrPromise]] = [("", _("left out"))]
        choices += offered_names(contest)
        for label, chosen in self._mapping.items():
            field = forms.ChoiceField(
                choices=choices, initial=chosen, label=detector_name(label), required=False
            )
            self.fields[f"label-{key_of(label)}"] = field

    @property
    def labels(self) -> dict[str, str]:
        """Return what was chosen for each category, of a valid form."""
        return {label: self.cleaned_data[f"label-{key_of(label)}"] for label in self._mapping}

    def label_fields(self) -> Iterator[LabelField]:
        for label, chosen in self._mapping.items():
            yield LabelField(label, self[f"label-{key_of(label)}"], label == chosen)

    @property
    def is_plain(self) -> bool:
        """Return whether every category keeps its name."""
        return all(each.is_same for each in self.label_fields())


class WordsForm(forms.Form):
    """Words, one a line, written here or in a file."""

    words = forms.CharField(
        label=_("Words, one a line"),
        required=False,
        strip=False,
        validators=[MaxLengthValidator(LARGEST_LIST_KB * 1024)],
        widget=forms.Textarea({"rows": 6, "spellcheck": "false", "autocomplete": "off"}),
    )
    file = forms.FileField(
        label=_("Or a file"),
        required=False,
        help_text=_("Plain text with a word a line, or CSV, of which the first column is taken."),
        widget=forms.ClearableFileInput({"accept": ".txt,.csv,.tsv,text/plain,text/csv"}),
    )
    has_header = forms.BooleanField(
        label=_("The first line is a heading, not a word"), required=False
    )
    takes_valid = forms.BooleanField(label=_("Leave out the lines with problems"), required=False)

    # What was read, and how, once the form is valid.
    found: WordList
    encoding = ""

    def clean_file(self) -> str:
        """Return the text of the file; one that is not UTF-8 is read as Windows writes it."""
        upload = cast("UploadedFile | None", self.cleaned_data["file"])
        if upload is None:
            return ""
        if upload.size is not None and upload.size > LARGEST_LIST_KB * 1024:
            raise forms.ValidationError(
                _("The file is larger than %(limit)s MB."),
                params={"limit": LARGEST_LIST_KB // 1024},
            )
        content = upload.read()
        try:
            text = decode(content, kind="text")
            is_windows = recognise(content).encoding == WINDOWS
            self.encoding = "Windows-1252" if is_windows else ""
            return text
        except UnreadableFile as error:
            if error.code != BAD_ENCODING:
                raise forms.ValidationError(
                    _("This is not a text file. Save it as plain text or as CSV, in UTF-8.")
                ) from error
        self.encoding = "Windows-1252"
        return decode(content, kind="text", chosen="latin-1")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.errors:
            return cleaned
        upload = self.files.get("file")
        text = cleaned["file"] or cleaned["words"]
        if not text.strip():
            raise forms.ValidationError(_("Write words here, or choose a file that has some."))
        name = (upload.name or "").lower() if upload else ""
        self.found = read_words(
            text, is_table=name.endswith((".csv", ".tsv")), has_header=cleaned["has_header"]
        )
        if not self.found.words and not self.found.problems:
            raise forms.ValidationError(_("There is no word in it."))
        return cleaned


class FormatForm(forms.Form):
    """A format of numbers."""

    label = forms.ChoiceField(label=_("Category"))
    pattern = forms.CharField(
        label=_("Regular expression"),
        max_length=LONGEST_PATTERN,
        help_text=_("For example \\d{7} for seven digits, or [A-Z]{2}-\\d{4,6}."),
        widget=forms.TextInput({"spellcheck": "false", "autocomplete": "off", "class": "code"}),
    )
    trigger = forms.CharField(
        label=_("Word in front"),
        required=False,
        max_length=LONGEST_TRIGGER,
        help_text=_("If given, only numbers after it are found: “Dossier n°”. It is not marked."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )
    sample = forms.CharField(
        label=_("Try it on a text"),
        required=False,
        max_length=LONGEST_SAMPLE,
        help_text=_("Not stored."),
        widget=forms.Textarea({"rows": 3, "spellcheck": "false", "autocomplete": "off"}),
    )

    def __init__(self, *args: Any, contest: Contest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = cast("forms.ChoiceField", self.fields["label"])
        field.choices = offered_names(contest)
        numbers = (label for label in offered_labels(contest) if label.startswith("ID"))
        field.initial = next(numbers, None)

    def clean_pattern(self) -> str:
        pattern: str = self.cleaned_data["pattern"]
        try:
            check_format(pattern)
        except FormatRefused as error:
            raise forms.ValidationError(explain(error)) from error
        return pattern

    def clean_trigger(self) -> str:
        return " ".join(self.cleaned_data["trigger"].split())
