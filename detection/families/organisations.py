"""Organisations by name."""

from detection.rules import Family

FAMILY = Family(name="organisations", rules=(), meanings={})
