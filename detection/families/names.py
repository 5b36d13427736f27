"""Names of patients and of those who care for them."""

from detection.rules import Family

FAMILY = Family(name="names", rules=(), meanings={})
