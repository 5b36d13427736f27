"""A minimal English set, which shows that the pipeline belongs to no language."""

from detection.families import contact

FAMILIES = (contact.FAMILY,)
