"""The handlers of each kind of job.

Handlers are in a stage's tasks.py or handlers.py, imported when first needed so that commands
start quickly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from django.utils.module_loading import autodiscover_modules

from jobs.errors import UnknownKind

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise

# Takes a `jobs.runs.JobRun`.
RunFunction = Callable[[Any], None]


@dataclass(frozen=True)
class Handler:
    """The function that runs the jobs of one kind, and their title."""

    kind: str
    title: _StrOrPromise
    run: RunFunction
    # Part of another job: lists show it only if it failed.
    is_part: bool = False


_handlers: dict[str, Handler] = {}


def handler(
    kind: str, *, title: _StrOrPromise, is_part: bool = False
) -> Callable[[RunFunction], RunFunction]:
    """Declare the function that runs jobs of this kind."""

    def declare(run: RunFunction) -> RunFunction:
        known = _handlers.setdefault(kind, Handler(kind, title, run, is_part))
        if known.run is not run:
            raise ValueError(f"Two handlers for jobs of kind {kind!r}.")
        return run

    return declare


def handler_of(kind: str) -> Handler:
    """Return the handler of this kind of job."""
    _discover()
    try:
        return _handlers[kind]
    except KeyError:
        raise UnknownKind(f"No handler is declared for jobs of kind {kind!r}.") from None


def title_of(kind: str) -> str:
    """Return the title of this kind of job; its name if the kind no longer exists."""
    _discover()
    known = _handlers.get(kind)
    return str(known.title) if known else kind


def part_kinds() -> list[str]:
    """Return the kinds of jobs that are parts of others."""
    _discover()
    return sorted(kind for kind, known in _handlers.items() if known.is_part)


@cache
def _discover() -> None:
    autodiscover_modules("tasks", "handlers")
