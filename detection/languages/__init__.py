"""The sets of families, one a language: adding a language is adding a line here."""

from collections.abc import Mapping, Sequence

from detection.languages import en, fr
from detection.rules import Family

LANGUAGES: Mapping[str, Sequence[Family]] = {"fr": fr.FAMILIES, "en": en.FAMILIES}
