"""Refusals in the reader's language."""

from collections.abc import Mapping
from datetime import datetime
from typing import Protocol

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext


class Explainable(Protocol):
    """A refusal, or something that was found wrong or missing."""

    @property
    def message(self) -> str: ...
    @property
    def details(self) -> Mapping[str, object]: ...


def explain(error: Explainable) -> str:
    """Return the message in the reader's language, with its details filled in.

    Details may be codes themselves; `words` has their English: {"expected": {"list": "a list"}}.
    """
    words: Mapping[str, Mapping[str, str]] = getattr(error, "words", {})
    details = {name: _shown(value, words.get(name, {})) for name, value in error.details.items()}
    return gettext(error.message) % details


def _shown(value: object, words: Mapping[str, str]) -> object:
    if isinstance(value, datetime):
        return date_format(localtime(value), "DATETIME_FORMAT")
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return gettext(words[value]) if isinstance(value, str) and value in words else value
