"""Ready-made sets of categories: that of the detector, and those of other schemes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from detection.phi import CATEGORIES, COLOURS, Text
from text.errors import gettext_noop as _
from text.labels import supercategory


@dataclass(frozen=True)
class Entry:
    """A category: its label, and its name and what belongs to it in words."""

    label: str
    name: Text
    description: Text


@dataclass(frozen=True)
class PresetSupercategory:
    """A supercategory with its colour and its categories."""

    name: str
    colour: str
    entries: tuple[Entry, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(entry.label for entry in self.entries)


@dataclass(frozen=True)
class Preset:
    """A whole set of categories, with the pairs of them that people mix up."""

    key: str
    title: str
    about: str
    supercategories: tuple[PresetSupercategory, ...]
    confusable_pairs: tuple[tuple[str, str], ...] = ()
    # The name of the default guidelines' files, where there are any.
    guidelines: str = ""

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(label for each in self.supercategories for label in each.labels)


def together(colour: str, *rows: tuple[str, str, str]) -> PresetSupercategory:
    """Return the supercategory of these labels, names and descriptions."""
    entries = tuple(Entry(label, Text(name), Text(about)) for label, name, about in rows)
    return PresetSupercategory(supercategory(entries[0].label), colour, entries)


def singles(colours: Sequence[str], *rows: tuple[str, str, str]) -> tuple[PresetSupercategory, ...]:
    """Return supercategories of one category each, for schemes that group nothing."""
    return tuple(together(colour, row) for colour, row in zip(colours, rows, strict=True))


def _of_detection() -> Iterator[PresetSupercategory]:
    """Yield the categories that the detector knows, in their supercategories."""
    for name, same in groupby(CATEGORIES, key=lambda each: supercategory(each.label)):
        entries = tuple(Entry(each.label, each.name, each.description) for each in same)
        yield PresetSupercategory(name, COLOURS[name], entries)


HIPAA = Preset(
    key="hipaa",
    title=_("HIPAA safe harbour"),
    about=_("The 18 identifiers that have to be removed under the law of the United States."),
    supercategories=(
        together(
            "#d03a6a", ("NAME", _("Name"), _("The name of a patient, relative, employer or carer."))
        ),
        together(
            "#4f8a10",
            (
                "LOCATION",
                _("Location"),
                _("A place smaller than a state: street, city, county, postcode."),
            ),
        ),
        together(
            "#4a63d8", ("DATE", _("Date"), _("Any part of a date but the year, and ages above 89."))
        ),
        together(
            "#0f83c9",
            ("CONTACT:PHONE", _("Phone"), _("A telephone or pager number.")),
            ("CONTACT:FAX", _("Fax"), _("A fax number.")),
            ("CONTACT:EMAIL", _("E-mail"), _("An e-mail address.")),
            ("CONTACT:URL", _("Web address"), _("The address of a web page or site.")),
            ("CONTACT:IP_ADDRESS", _("IP address"), _("The network address of a device.")),
        ),
        together(
            "#8a5cd1",
            ("ID:SSN", _("Social security number"), _("A social security number.")),
            ("ID:MEDICAL_RECORD", _("Medical record number"), _("The number of a medical record.")),
            ("ID:HEALTH_PLAN", _("Health insurance number"), _("The number of an insured person.")),
            ("ID:ACCOUNT", _("Account number"), _("The number of a bank or patient account.")),
            (
                "ID:LICENSE",
                _("Licence number"),
                _("The number of a certificate, driving or other licence."),
            ),
            (
                "ID:VEHICLE",
                _("Vehicle number"),
                _("A number plate or the serial number of a vehicle."),
            ),
            (
                "ID:DEVICE",
                _("Device number"),
                _("The serial number of an implant or another device."),
            ),
            (
                "ID:OTHER",
                _("Other number"),
                _("Any other number, mark or code that belongs to one person."),
            ),
        ),
        together(
            "#1f8a70",
            (
                "BIOMETRIC",
                _("Biometric mark"),
                _("A body’s own mark: fingerprint, voice print, retina…"),
            ),
        ),
        together(
            "#9a7400",
            ("PHOTO", _("Photograph"), _("A picture of someone’s face, or where it can be found.")),
        ),
    ),
    confusable_pairs=(("CONTACT:PHONE", "ID:OTHER"), ("NAME", "LOCATION")),
)


I2B2_2014 = Preset(
    key="i2b2_2014",
    title=_("i2b2 2014"),
    about=_("The categories of the shared task of 2014, with all their types."),
    supercategories=(
        together(
            "#d03a6a",
            ("NAME:PATIENT", _("Patient"), _("The name of a patient or of someone close to them.")),
            (
                "NAME:DOCTOR",
                _("Care provider"),
                _("The name or initials of someone who provides care."),
            ),
            ("NAME:USERNAME", _("User name"), _("The name or code under which someone signs in.")),
        ),
        together(
            "#c2571a", ("PROFESSION", _("Occupation"), _("An occupation, trade or training."))
        ),
        together(
            "#4f8a10",
            (
                "LOCATION:HOSPITAL",
                _("Hospital"),
                _("A hospital, clinic or practice, or a part of one."),
            ),
            (
                "LOCATION:ORGANIZATION",
                _("Organisation"),
                _("A company, insurer, school, authority or another institution."),
            ),
            (
                "LOCATION:STREET",
                _("Street"),
                _("The name of a street, with the number of the house."),
            ),
            ("LOCATION:CITY", _("Town"), _("A city, town or village.")),
            ("LOCATION:STATE", _("State or canton"), _("A state, province or canton.")),
            ("LOCATION:COUNTRY", _("Country"), _("The name of a country.")),
            ("LOCATION:ZIP", _("Postcode"), _("A postcode.")),
            (
                "LOCATION:OTHER",
                _("Other place"),
                _("Any other named place: region, landmark, county…"),
            ),
        ),
        together("#9a7400", ("AGE", _("Age"), _("An age, whatever its value."))),
        together(
            "#4a63d8",
            ("DATE", _("Date"), _("A date or part of one: day, month, year, weekday, holiday.")),
        ),
        together(
            "#0f83c9",
            ("CONTACT:PHONE", _("Phone"), _("A telephone or pager number.")),
            ("CONTACT:FAX", _("Fax"), _("A fax number.")),
            ("CONTACT:EMAIL", _("E-mail"), _("An e-mail address.")),
            ("CONTACT:URL", _("Web address"), _("The address of a web page or site.")),
            ("CONTACT:IPADDR", _("IP address"), _("The network address of a device.")),
        ),
        together(
            "#8a5cd1",
            ("ID:SSN", _("Social security number"), _("A social security number.")),
            ("ID:MEDICALRECORD", _("Medical record number"), _("The number of a medical record.")),
            ("ID:HEALTHPLAN", _("Health insurance number"), _("The number of an insured person.")),
            ("ID:ACCOUNT", _("Account number"), _("The number of a bank or patient account.")),
            (
                "ID:LICENSE",
                _("Licence number"),
                _("The number of a certificate, driving or other licence."),
            ),
            (
                "ID:VEHICLE",
                _("Vehicle number"),
                _("A number plate or the serial number of a vehicle."),
            ),
            (
                "ID:DEVICE",
                _("Device number"),
                _("The serial number of an implant or another device."),
            ),
            (
                "ID:BIOID",
                _("Biometric mark"),
                _("A body’s own mark: fingerprint, voice print, retina…"),
            ),
            (
                "ID:IDNUM",
                _("Other number"),
                _("Any other number, mark or code that belongs to one person."),
            ),
        ),
    ),
    confusable_pairs=(("CONTACT:PHONE", "ID:IDNUM"), ("DATE", "AGE")),
)


STANFORD_COLOURS = ("#4a63d8", "#b04ab8", "#1f8a70", "#8a5cd1", "#d03a6a", "#0f83c9", "#9a7400")

STANFORD_RADIOLOGY = Preset(
    key="stanford_radiology",
    title=_("Stanford radiology"),
    about=_("Seven categories for radiology reports, vendors of devices and software among them."),
    supercategories=singles(
        STANFORD_COLOURS,
        ("DATE", _("Date"), _("A date or part of one, also of an earlier examination.")),
        ("HCW", _("Care provider"), _("The name of someone who provides care.")),
        ("HOSPITAL", _("Hospital"), _("A hospital, clinic or practice, or another place.")),
        ("ID", _("Number"), _("Any number or code of a patient, examination or report.")),
        ("PATIENT", _("Patient"), _("The name of a patient or of someone close to them.")),
        ("PHONE", _("Phone"), _("A telephone or pager number.")),
        ("VENDOR", _("Vendor"), _("The maker or name of a device or of software.")),
    ),
    confusable_pairs=(("HCW", "PATIENT"), ("ID", "PHONE"), ("HOSPITAL", "VENDOR")),
)


STOCKHOLM_COLOURS = (
    "#c2571a",
    "#4a63d8",
    "#0f83c9",
    "#d03a6a",
    "#b04ab8",
    "#1f8a70",
    "#4f8a10",
    "#9a7400",
)

STOCKHOLM = Preset(
    key="stockholm",
    title=_("Stockholm EPR"),
    about=_("The eight classes of the Swedish corpus of patient records."),
    supercategories=singles(
        STOCKHOLM_COLOURS,
        ("Age", _("Age"), _("An age, whatever its value.")),
        ("Full_Date", _("Full date"), _("A date with day, month and year.")),
        (
            "Date_Part",
            _("Part of a date"),
            _("A date that lacks its day, month or year, or a weekday."),
        ),
        ("First_Name", _("First name"), _("A first name, of anyone.")),
        ("Last_Name", _("Last name"), _("A family name, of anyone.")),
        (
            "Health_Care_Unit",
            _("Place of care"),
            _("A hospital, clinic or practice, or a part of one."),
        ),
        ("Location", _("Location"), _("A named place that is not a place of care.")),
        ("Phone_Number", _("Phone"), _("A telephone or pager number.")),
    ),
    confusable_pairs=(
        ("First_Name", "Last_Name"),
        ("Full_Date", "Date_Part"),
        ("Health_Care_Unit", "Location"),
    ),
)


SWISS_HOSPITAL_PRESET = Preset(
    key="swiss_hospital",
    title=_("Swiss university hospital"),
    about=_(
        "The categories that the platform finds itself and a fallback, made for French clinical notes."
    ),
    guidelines="swiss_hospital",
    supercategories=tuple(_of_detection()),
    confusable_pairs=tuple((each.label, other) for each in CATEGORIES for other in each.confusable),
)


# The first is what a new contest is offered.
PRESETS = {
    preset.key: preset
    for preset in (SWISS_HOSPITAL_PRESET, HIPAA, I2B2_2014, STOCKHOLM, STANFORD_RADIOLOGY)
}
DEFAULT_PRESET = SWISS_HOSPITAL_PRESET.key

SWISS_HOSPITAL = SWISS_HOSPITAL_PRESET.supercategories
CONFUSABLE_PAIRS = SWISS_HOSPITAL_PRESET.confusable_pairs
