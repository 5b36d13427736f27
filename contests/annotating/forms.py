"""The form for personal label keys."""

from typing import Any

from django import forms

from contests.annotating.errors import OwnKeysRefused
from contests.categories.domain.shortcuts import parse_shortcut
from contests.categories.models import Category
from web.errors import explain
from web.forms import ReadField


class OwnKeysForm(forms.Form):
    """One shortcut per category; an empty field keeps the contest's shortcut."""

    def __init__(self, *args: Any, categories: list[Category], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.names = {category.label: f"key_{category.pk}" for category in categories}
        for category in categories:
            self.fields[self.names[category.label]] = ReadField(
                read=parse_shortcut,
                label=category.label,
                required=False,
                max_length=24,
                widget=forms.TextInput({"autocomplete": "off", "spellcheck": "false", "size": 10}),
            )

    @property
    def shortcuts(self) -> dict[str, str]:
        """Return the entered shortcuts by label."""
        return {label: self.cleaned_data[name] for label, name in self.names.items()}

    def refuse(self, error: OwnKeysRefused) -> None:
        """Add each problem to the field of its label."""
        for label, problem in error.problems.items():
            self.add_error(self.names[label], explain(problem))
