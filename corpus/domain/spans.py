"""A labelled stretch of text, the value that every stage passes on."""

from dataclasses import dataclass

from corpus.exceptions import InvalidSpan


@dataclass(frozen=True, order=True, slots=True)
class Span:
    """Half-open code-point offsets and a label; ordered by place, then label."""

    start: int
    end: int
    label: str

    def __post_init__(self) -> None:
        if not 0 <= self.start < self.end:
            raise InvalidSpan(f"A span needs 0 <= start < end, not {self.start}-{self.end}.")
        if not self.label:
            raise InvalidSpan("A span needs a label.")
