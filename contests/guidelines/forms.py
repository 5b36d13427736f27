"""Forms about guidelines: their text, and publishing them."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from contests.guidelines.domain.defaults import MAJOR, MINOR, PATCH, Version
from web.forms import LARGEST_ID

# Some 100 printed pages in one language.
LONGEST_TEXT = 250_000
LEVELS = [
    (PATCH, _("Wording only. What is to be marked stays the same.")),
    (MINOR, _("New rules or examples. Answers given so far stay right.")),
    (MAJOR, _("A rule has changed. Answers given so far may be wrong now.")),
]


class TextForm(forms.Form):
    """The Markdown of a draft, and which text it began as."""

    draft = forms.IntegerField(widget=forms.HiddenInput, max_value=LARGEST_ID)
    loaded = forms.CharField(max_length=64, widget=forms.HiddenInput)
    markdown = forms.CharField(
        label=_("Text"),
        max_length=LONGEST_TEXT,
        required=False,
        strip=False,
        widget=forms.Textarea({"spellcheck": "true", "autocomplete": "off"}),
    )

    def clean_markdown(self) -> str:
        # Browsers send lines ended as on a typewriter.
        text: str = self.cleaned_data["markdown"]
        return text.replace("\r\n", "\n").replace("\r", "\n")


class PublishForm(forms.Form):
    """How much a new version changes, and what."""

    draft = forms.IntegerField(widget=forms.HiddenInput, max_value=LARGEST_ID)
    level = forms.ChoiceField(
        label=_("How much changes?"),
        choices=LEVELS,
        initial=MINOR,
        widget=forms.RadioSelect({"class": "choices"}),
    )
    change_note = forms.CharField(
        label=_("What changed?"),
        max_length=2000,
        widget=forms.Textarea({"rows": 4}),
        help_text=_(
            "Everyone in the contest reads this, also by e-mail: no clinical text, please."
        ),
    )

    def __init__(self, *args: Any, latest: Version | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if latest is None:
            # There is nothing yet that could change.
            del self.fields["level"]
        else:
            choices = [(level, f"{latest.following(level)} – {words}") for level, words in LEVELS]
            cast("forms.ChoiceField", self.fields["level"]).choices = choices

    @property
    def chosen_level(self) -> str:
        return str(self.cleaned_data.get("level", MAJOR))
