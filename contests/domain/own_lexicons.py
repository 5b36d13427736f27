"""What a hospital can teach the detector without code: lists of its own words, one a kind."""

from collections.abc import Mapping
from dataclasses import dataclass

from contests.domain.presets.parts import gettext_noop as _


@dataclass(frozen=True)
class OwnLexicon:
    """A list of words: its key in addresses, what the detector calls its category, what people do."""

    key: str
    label: str
    title: str
    about: str
    # Where a family of rules reads such words itself, it knows better than we where they begin and end.
    lexicon: str = ""


_OWN_LEXICONS = (
    OwnLexicon(
        "units",
        "CHUV:STRUCTURE_RÉFÉRENCE",
        _("Units of the hospital"),
        _("Departments, wards and services, in full or abbreviated."),
    ),
    OwnLexicon(
        "buildings",
        "CHUV:BÂTIMENT_CHAMBRE_OU_LIT",
        _("Buildings and rooms"),
        _("Names and codes of buildings, wings and rooms."),
    ),
    OwnLexicon(
        "staff",
        "NOM:PERSONNEL_MÉDICAL",
        _("Names of staff"),
        _("Names of those who provide care, each on its own line, without title."),
        lexicon="names.staff",
    ),
    OwnLexicon(
        "streets",
        "EMPLACEMENT:RUE",
        _("Streets"),
        _("Names of streets, roads and squares, with their type, without number."),
    ),
    OwnLexicon(
        "places",
        "EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE",
        _("Places"),
        _("Towns, hamlets, quarters and regions that are not found yet."),
    ),
    OwnLexicon(
        "organisations",
        "ORGANISATION",
        _("Organisations"),
        _("Nursing homes, practices, companies, schools, insurers."),
    ),
    OwnLexicon(
        "professions",
        "DÉMOGRAPHIE:PROFESSION",
        _("Professions"),
        _("Occupations and trainings that are not found yet."),
    ),
)
OWN_LEXICONS: Mapping[str, OwnLexicon] = {own.key: own for own in _OWN_LEXICONS}
