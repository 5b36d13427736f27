"""The form for a new answer file."""

from django import forms
from django.utils.translation import gettext_lazy as _

from contests.downloads.domain import FORMATS


class AnswerFileForm(forms.Form):
    """The format of the file, the versions, and whether names are included."""

    choice = forms.ChoiceField(
        label=_("Format"), choices=[(name, each.title) for name, each in FORMATS.items()]
    )
    all_versions = forms.BooleanField(
        label=_("Include earlier versions and answers taken back"), required=False
    )
    with_names = forms.BooleanField(
        label=_("Include the annotators’ aliases and names"), required=False
    )
