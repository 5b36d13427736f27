"""Words of kinship, where they mean kin."""

from detection.rules import Family

FAMILY = Family(name="kinship", rules=(), meanings={})
