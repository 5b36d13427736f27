"""A minimal English set, which shows that the pipeline belongs to no language."""

from detection.families import contact, english

FAMILIES = (contact.ENGLISH, english.FAMILY)
