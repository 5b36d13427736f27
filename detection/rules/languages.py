"""French, as Swiss hospitals write it: every category of the default preset but AUTRES."""

from collections.abc import Mapping, Sequence

from detection.rules.groups import (
    civil_status,
    contact,
    english,
    identifiers,
    kinship,
    nationalities,
    professions,
)
from detection.rules.groups.names import patient_names, staff_names
from detection.rules.groups.places import (
    addresses,
    countries,
    hospital,
    organisations,
    places,
    rooms,
)
from detection.rules.groups.times import ages, dates, times
from detection.rules.rules import Family

FAMILIES = (contact.ENGLISH, english.FAMILY)


FAMILIES_FR = (
    contact.FAMILY,
    identifiers.FAMILY,
    dates.FAMILY,
    times.FAMILY,
    ages.FAMILY,
    hospital.FAMILY,
    rooms.FAMILY,
    organisations.FAMILY,
    addresses.FAMILY,
    places.FAMILY,
    countries.FAMILY,
    nationalities.FAMILY,
    professions.FAMILY,
    civil_status.FAMILY,
    kinship.FAMILY,
    staff_names.FAMILY,
    patient_names.FAMILY,
)


LANGUAGES: Mapping[str, Sequence[Family]] = {"fr": FAMILIES_FR, "en": FAMILIES}
