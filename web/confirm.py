"""Confirm irreversible actions: in a dialog, or on a page without JavaScript."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

CONFIRMED = "confirmed"


@dataclass(frozen=True)
class Question:
    """The question, its explanation and the labels of the two buttons."""

    title: str
    words: str
    yes: str
    back: str
    is_danger: bool = True


def is_confirmed(request: HttpRequest) -> bool:
    """Return whether the person has confirmed; both dialog and page add the field."""
    return CONFIRMED in request.POST


def ask(request: HttpRequest, question: Question, **context: object) -> HttpResponse:
    """Show the question; its form sends the original POST data again."""
    context |= {"question": question, "fields": list(_fields(request))}
    return render(request, "web/confirm.html", context)


def _fields(request: HttpRequest) -> Iterator[tuple[str, str]]:
    for name, values in request.POST.lists():
        if name not in ("csrfmiddlewaretoken", CONFIRMED):
            yield from ((name, str(value)) for value in values)
