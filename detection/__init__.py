"""Stage 2: finds identifying spans by rule, and says which rule and which word gave them away."""

from corpus.domain.spans import Span
from detection.findings import Finding


def detect(text: str, *, language: str = "fr") -> list[Span]:
    """Return the identifying spans of a text, in order, never overlapping."""
    return [finding.span for finding in explain(text, language=language)]


def explain(text: str, *, language: str = "fr") -> list[Finding]:
    """Return the same spans, each with the rule and the trigger that found it."""
    from detection.pipeline import detector  # noqa: PLC0415  (spaCy takes a second to load)

    return detector(language).explain(text)
