"""Spans that do not begin and end with tokens: aligned by a policy, and always listed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from corpus.domain.spans import Span

# Keep the span (tokens are cut at its borders), widen it, narrow it, or leave it out.
KEEP, EXPAND, CONTRACT, DROP = POLICIES = ("keep", "expand", "contract", "drop")

Bounds = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class Misaligned:
    """A span that does not fall on tokens, and what became of it; None if it was left out."""

    span: Span
    became: Span | None


def align(
    spans: Sequence[Span], tokens: Bounds, *, policy: str
) -> tuple[tuple[Span, ...], tuple[Misaligned, ...]]:
    """Return the spans by the policy, in order, and every one that did not fall on tokens.

    >>> align([Span(3, 5, "ID")], [(0, 5)], policy=EXPAND)[0]
    (Span(start=0, end=5, label='ID'),)
    """
    starts, ends = {start for start, _ in tokens}, {end for _, end in tokens}
    kept: list[Span] = []
    found: list[Misaligned] = []
    for span in sorted(spans, key=lambda span: span.start):
        if span.start in starts and span.end in ends:
            kept.append(span)
            continue
        became = _aligned(span, tokens, policy)
        if became is not None and any(_touch(became, other) for other in spans if other != span):
            # Widened into a neighbour, it would overlap: no format of one tag per token can say that.
            became = None
        found.append(Misaligned(span, became))
        if became is not None:
            kept.append(became)
    return tuple(kept), tuple(found)


def _aligned(span: Span, tokens: Bounds, policy: str) -> Span | None:
    if policy == KEEP:
        return span
    if policy == EXPAND:
        inside = [each for each in tokens if each[0] < span.end and span.start < each[1]]
    elif policy == CONTRACT:
        inside = [each for each in tokens if span.start <= each[0] and each[1] <= span.end]
    else:
        inside = []
    return replace(span, start=inside[0][0], end=inside[-1][1]) if inside else None


def _touch(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end
