"""French, as Swiss hospitals write it: every category of the default preset but AUTRES."""

from detection.families import (
    addresses,
    ages,
    civil_status,
    contact,
    countries,
    dates,
    hospital,
    identifiers,
    kinship,
    nationalities,
    organisations,
    patient_names,
    places,
    professions,
    staff_names,
    times,
)

FAMILIES = (
    contact.FAMILY,
    identifiers.FAMILY,
    dates.FAMILY,
    times.FAMILY,
    ages.FAMILY,
    hospital.FAMILY,
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
