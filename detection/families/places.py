"""Places smaller than a country, and cantons."""

from detection.rules import Family

FAMILY = Family(name="places", rules=(), meanings={})
