"""Units, buildings, rooms and beds of the hospital itself."""

from detection.rules import Family

FAMILY = Family(name="hospital", rules=(), meanings={})
