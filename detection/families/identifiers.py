"""Numbers of the hospital: the word in front decides which."""

from detection.rules import Family

FAMILY = Family(name="identifiers", rules=(), meanings={})
