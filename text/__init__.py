"""What every stage speaks about: spans, labels, tokens, markup, offsets, cleaning."""

from text.spans import Span

__all__ = ["Span"]
