"""Stage 2: finds identifying spans, by rule or by a detector of the house, and says why."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import tee
from typing import TYPE_CHECKING

from detection.base import RULES, Choice, Finding, detector, found_by, register
from text.spans import Span

if TYPE_CHECKING:
    from detection.rules.pipeline import RuleDetector


def detect(text: str, *, language: str = "fr") -> list[Span]:
    """Return the identifying spans of a text, in order, never overlapping."""
    return _rules(language).detect(text)


def detect_all(texts: Iterable[str], *, language: str = "fr") -> Iterator[list[Span]]:
    """Yield the spans of each of many texts."""
    for findings in _rules(language).detect_all(texts):
        yield [finding.span for finding in findings]


def explain(text: str, *, language: str = "fr") -> list[Finding]:
    """Return the same spans, each with the rule and the trigger that found it."""
    return _rules(language).explain(text)


def explain_all(
    texts: Iterable[str], *, choice: Choice, language: str = "fr"
) -> Iterator[list[Finding]]:
    """Yield what any detector finds in each text, alone or together with the rules."""
    copies = tee(texts, len(choice.names))
    readers = map(found_by, [detector(name, language) for name in choice.names], copies)
    return map(choice.merge, zip(*readers, strict=True))


@cache
def _rules(language: str) -> "RuleDetector":
    from detection.rules.pipeline import detector  # noqa: PLC0415  (spaCy takes a second to load)

    return detector(language)


register(RULES, _rules)
