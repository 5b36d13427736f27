"""What the rules found, each with its reason, kept in order and apart."""

from typing import NamedTuple

from text.spans import Span

# The rule of words that an organisation added: certain of their category, not of their bounds.
OWN_WORD = "own.word"


class Finding(NamedTuple):
    """A stretch of text with its label, and why: the rule, and the words that set it off."""

    start: int
    end: int
    label: str
    # Group and rule, `names.after_title`; what it means in words is in the group's `meanings`.
    rule: str
    # Half-open offsets of the trigger; the finding itself where nothing else gave it away.
    trigger: tuple[int, int] | None = None

    @property
    def span(self) -> Span:
        return Span(self.start, self.end, self.label)

    def shifted(self, places: int) -> "Finding":
        """Return the finding of a line as one of the text in which the line starts at a place."""
        if not places:
            return self
        start, end, label, rule, trigger = self
        moved = trigger and (trigger[0] + places, trigger[1] + places)
        return Finding(start + places, end + places, label, rule, moved)

    def completes(self, other: "Finding") -> bool:
        """Return whether the other is a word of the organisation's own that this one goes beyond."""
        is_within = self.start <= other.start and other.end <= self.end
        return other.rule == OWN_WORD and other.label == self.label and is_within
