"""Civil status of a person."""

from detection.rules import Family

FAMILY = Family(name="civil_status", rules=(), meanings={})
