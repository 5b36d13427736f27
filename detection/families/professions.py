"""Occupations, except those of the people who care."""

from detection.rules import Family

FAMILY = Family(name="professions", rules=(), meanings={})
