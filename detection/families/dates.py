"""Dates: days, months, years, weekdays, feasts and intervals."""

from detection.rules import Family

FAMILY = Family(name="dates", rules=(), meanings={})
