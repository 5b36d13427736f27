"""Times of day, not durations."""

from detection.rules import Family

FAMILY = Family(name="times", rules=(), meanings={})
