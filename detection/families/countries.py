"""Names of countries."""

from detection.rules import Family

FAMILY = Family(name="countries", rules=(), meanings={})
