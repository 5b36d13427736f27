"""Asking before something that cannot be undone: by a dialog, and without JavaScript by a page."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

CONFIRMED = "confirmed"


@dataclass(frozen=True)
class Question:
    """What is going to happen, and the words of the two buttons."""

    title: str
    words: str
    yes: str
    back: str
    is_danger: bool = True


def is_confirmed(request: HttpRequest) -> bool:
    """Return whether the person has said yes: the dialog adds the field, and so does the page."""
    return CONFIRMED in request.POST


def ask(request: HttpRequest, question: Question, **context: object) -> HttpResponse:
    """Show the question; yes sends what was sent before once more."""
    context |= {"question": question, "fields": list(_fields(request))}
    return render(request, "web/confirm.html", context)


def _fields(request: HttpRequest) -> Iterator[tuple[str, str]]:
    for name, values in request.POST.lists():
        if name not in ("csrfmiddlewaretoken", CONFIRMED):
            yield from ((name, str(value)) for value in values)
