"""Shared concepts: spans, labels, tokens, markup, offsets and cleaning."""

from text.spans import Span

__all__ = ["Span"]
