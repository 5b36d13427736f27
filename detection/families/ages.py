"""Ages of people, not of pregnancies."""

from detection.rules import Family

FAMILY = Family(name="ages", rules=(), meanings={})
