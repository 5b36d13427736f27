"""A labelled stretch of text, the value that every stage passes on."""

from dataclasses import dataclass

from corpus.exceptions import InvalidSpan


@dataclass(frozen=True, order=True, slots=True, init=False)
class Span:
    """Half-open code-point offsets and a label; ordered by place, then label."""

    start: int
    end: int
    label: str

    # By hand: a corpus makes millions of them, and the generated one takes twice the time.
    def __init__(self, start: int, end: int, label: str) -> None:
        if not 0 <= start < end:
            raise InvalidSpan(f"A span needs 0 <= start < end, not {start}-{end}.")
        if not label:
            raise InvalidSpan("A span needs a label.")
        _set_start(self, start)
        _set_end(self, end)
        _set_label(self, label)


# Past the frozen class's refusal to set anything.
_set_start, _set_end, _set_label = (
    getattr(Span, name).__set__ for name in ("start", "end", "label")
)
