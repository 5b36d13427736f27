"""Refusals in the reader's language."""

from collections.abc import Callable, Mapping
from datetime import datetime
from types import TracebackType
from typing import Protocol, Self

from django.contrib import messages
from django.forms import BaseForm
from django.http import HttpRequest
from django.utils.timezone import localtime
from django.utils.translation import gettext

from text.errors import Refusal
from web.dates import in_words


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


class Attempt:
    """Runs its body; a Refusal ends it and is shown to the reader, and what follows goes on."""

    def __init__(self, show: Callable[[Refusal], object]) -> None:
        self._show = show
        self.succeeded = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: object, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        self.succeeded = error is None
        if isinstance(error, Refusal):
            self._show(error)
        return isinstance(error, Refusal)


def attempt(
    shown_by: HttpRequest | BaseForm | Callable[[Refusal], object], field: str | None = None
) -> Attempt:
    """Show a refusal as a message of the next page, as an error of a form, or by a function.

    with attempt(request):
        enqueue(start_drawing(contest=contest, actor=actor_of(request)))
        messages.success(request, _("The inputs are being drawn."))
    """
    if isinstance(shown_by, HttpRequest):
        return Attempt(lambda error: messages.error(shown_by, explain(error)))
    if isinstance(shown_by, BaseForm):
        return Attempt(lambda error: shown_by.add_error(field, explain(error)))
    return Attempt(shown_by)


def _shown(value: object, words: Mapping[str, str]) -> object:
    if isinstance(value, datetime):
        return in_words(localtime(value), "DATETIME_FORMAT")
    if isinstance(value, list | tuple):
        return ", ".join(map(str, value))
    return gettext(words[value]) if isinstance(value, str) and value in words else value
