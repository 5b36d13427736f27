"""Streets, house numbers and postal codes."""

from detection.rules import Family

FAMILY = Family(name="addresses", rules=(), meanings={})
