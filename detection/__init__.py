"""Stage 2: finds identifying spans by rule, and says which rule and which word gave them away."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import TYPE_CHECKING

from detection.base import Finding
from text.spans import Span

if TYPE_CHECKING:
    from detection.rules.pipeline import Detector


def detect(text: str, *, language: str = "fr") -> list[Span]:
    """Return the identifying spans of a text, in order, never overlapping."""
    return _detector(language).detect(text)


def detect_all(texts: Iterable[str], *, language: str = "fr") -> Iterator[list[Span]]:
    """Yield the spans of each of many texts: the same, in less time."""
    for findings in _detector(language).explain_all(texts):
        yield [finding.span for finding in findings]


def explain(text: str, *, language: str = "fr") -> list[Finding]:
    """Return the same spans, each with the rule and the trigger that found it."""
    return _detector(language).explain(text)


@cache
def _detector(language: str) -> "Detector":
    from detection.rules.pipeline import detector  # noqa: PLC0415  (spaCy takes a second to load)

    return detector(language)
