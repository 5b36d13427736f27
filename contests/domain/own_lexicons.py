"""What a hospital can teach the detector without code: lists of its own words, one a kind.

Each kind stands for a lexicon that a family of rules reads. A lexicon that a language lacks is not
offered for contests in that language.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from contests.domain.presets.parts import gettext_noop as _
from detection.languages import LANGUAGES


@dataclass(frozen=True)
class OwnLexicon:
    """A list of words: its key in addresses, the lexicon it adds to, and what people call it."""

    key: str
    lexicon: str
    title: str
    about: str


_OWN_LEXICONS = (
    OwnLexicon(
        "units",
        "hospital.units",
        _("Units of the hospital"),
        _("Departments, wards and services, in full or abbreviated."),
    ),
    OwnLexicon(
        "buildings",
        "hospital.buildings",
        _("Buildings and rooms"),
        _("Names of buildings, wings and rooms that people say without a number."),
    ),
    OwnLexicon(
        "staff",
        "names.staff",
        _("Names of staff"),
        _("Family names of those who provide care, one a line, without title."),
    ),
    OwnLexicon(
        "streets",
        "addresses.streets",
        _("Streets"),
        _("Names of streets, roads and squares of the region, with their type."),
    ),
    OwnLexicon(
        "places",
        "places.places",
        _("Places"),
        _("Towns, hamlets, quarters and regions that are not found yet."),
    ),
    OwnLexicon(
        "organisations",
        "organisations.names",
        _("Organisations"),
        _("Nursing homes, practices, companies, schools, insurers."),
    ),
    OwnLexicon(
        "professions",
        "professions.professions",
        _("Professions"),
        _("Occupations and trainings that are not found yet."),
    ),
)
OWN_LEXICONS: Mapping[str, OwnLexicon] = {own.key: own for own in _OWN_LEXICONS}


def offered_lexicons(language: str) -> list[OwnLexicon]:
    """Return the kinds of words that the rules of a language can take."""
    known = {name for family in LANGUAGES.get(language, ()) for name in family.lexicons}
    return [own for own in _OWN_LEXICONS if own.lexicon in known]
