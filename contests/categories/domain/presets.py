"""Personal data in the notes of a Swiss university hospital (thesis, table 2.1), and a fallback."""

from collections.abc import Sequence
from dataclasses import dataclass

from contests.categories.domain.shortcuts import ONE_KEY_SHORTCUTS
from text.labels import supercategory


def gettext_noop(message: str) -> str:
    """Return the message as it is: the tool that collects messages for translation knows this name.

    Whoever shows the message, or stores it in a contest, translates it.
    """
    return message


@dataclass(frozen=True)
class Entry:
    """A category: its label, and in English what belongs to it."""

    label: str
    description: str


@dataclass(frozen=True)
class Family:
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
    families: tuple[Family, ...]
    confusable_pairs: tuple[tuple[str, str], ...] = ()
    # The name of the default guidelines' files, where there are any.
    guidelines: str = ""

    @property
    def labels(self) -> tuple[str, ...]:
        return tuple(label for family in self.families for label in family.labels)


def family(colour: str, *rows: tuple[str, str]) -> Family:
    """Return the family of these labels and descriptions."""
    entries = tuple(Entry(label, description) for label, description in rows)
    return Family(supercategory(entries[0].label), colour, entries)


def singles(colours: Sequence[str], *rows: tuple[str, str]) -> tuple[Family, ...]:
    """Return families of one category each, for schemes that group nothing."""
    return tuple(family(colour, row) for colour, row in zip(colours, rows, strict=True))


HIPAA = Preset(
    key="hipaa",
    title=gettext_noop("HIPAA safe harbour"),
    about=gettext_noop(
        "The 18 identifiers that have to be removed under the law of the United States."
    ),
    families=(
        family(
            "#d03a6a", ("NAME", gettext_noop("The name of a patient, relative, employer or carer."))
        ),
        family(
            "#4f8a10",
            (
                "LOCATION",
                gettext_noop("A place smaller than a state: street, city, county, postcode."),
            ),
        ),
        family(
            "#4a63d8",
            ("DATE", gettext_noop("Any part of a date but the year, and ages above 89.")),
        ),
        family(
            "#0f83c9",
            ("CONTACT:PHONE", gettext_noop("A telephone or pager number.")),
            ("CONTACT:FAX", gettext_noop("A fax number.")),
            ("CONTACT:EMAIL", gettext_noop("An e-mail address.")),
            ("CONTACT:URL", gettext_noop("The address of a web page or site.")),
            ("CONTACT:IP_ADDRESS", gettext_noop("The network address of a device.")),
        ),
        family(
            "#8a5cd1",
            ("ID:SSN", gettext_noop("A social security number.")),
            ("ID:MEDICAL_RECORD", gettext_noop("The number of a medical record.")),
            ("ID:HEALTH_PLAN", gettext_noop("The number of an insured person.")),
            ("ID:ACCOUNT", gettext_noop("The number of a bank or patient account.")),
            ("ID:LICENSE", gettext_noop("The number of a certificate, driving or other licence.")),
            ("ID:VEHICLE", gettext_noop("A number plate or the serial number of a vehicle.")),
            ("ID:DEVICE", gettext_noop("The serial number of an implant or another device.")),
            (
                "ID:OTHER",
                gettext_noop("Any other number, mark or code that belongs to one person."),
            ),
        ),
        family(
            "#1f8a70",
            ("BIOMETRIC", gettext_noop("A body’s own mark: fingerprint, voice print, retina…")),
        ),
        family(
            "#9a7400",
            ("PHOTO", gettext_noop("A picture of someone’s face, or where it can be found.")),
        ),
    ),
    confusable_pairs=(("CONTACT:PHONE", "ID:OTHER"), ("NAME", "LOCATION")),
)


I2B2_2014 = Preset(
    key="i2b2_2014",
    title=gettext_noop("i2b2 2014"),
    about=gettext_noop("The categories of the shared task of 2014, with all their types."),
    families=(
        family(
            "#d03a6a",
            ("NAME:PATIENT", gettext_noop("The name of a patient or of someone close to them.")),
            ("NAME:DOCTOR", gettext_noop("The name or initials of someone who provides care.")),
            ("NAME:USERNAME", gettext_noop("The name or code under which someone signs in.")),
        ),
        family("#c2571a", ("PROFESSION", gettext_noop("An occupation, trade or training."))),
        family(
            "#4f8a10",
            (
                "LOCATION:HOSPITAL",
                gettext_noop("A hospital, clinic or practice, or a part of one."),
            ),
            (
                "LOCATION:ORGANIZATION",
                gettext_noop("A company, insurer, school, authority or another institution."),
            ),
            (
                "LOCATION:STREET",
                gettext_noop("The name of a street, with the number of the house."),
            ),
            ("LOCATION:CITY", gettext_noop("A city, town or village.")),
            ("LOCATION:STATE", gettext_noop("A state, province or canton.")),
            ("LOCATION:COUNTRY", gettext_noop("The name of a country.")),
            ("LOCATION:ZIP", gettext_noop("A postcode.")),
            ("LOCATION:OTHER", gettext_noop("Any other named place: region, landmark, county…")),
        ),
        family("#9a7400", ("AGE", gettext_noop("An age, whatever its value."))),
        family(
            "#4a63d8",
            ("DATE", gettext_noop("A date or part of one: day, month, year, weekday, holiday.")),
        ),
        family(
            "#0f83c9",
            ("CONTACT:PHONE", gettext_noop("A telephone or pager number.")),
            ("CONTACT:FAX", gettext_noop("A fax number.")),
            ("CONTACT:EMAIL", gettext_noop("An e-mail address.")),
            ("CONTACT:URL", gettext_noop("The address of a web page or site.")),
            ("CONTACT:IPADDR", gettext_noop("The network address of a device.")),
        ),
        family(
            "#8a5cd1",
            ("ID:SSN", gettext_noop("A social security number.")),
            ("ID:MEDICALRECORD", gettext_noop("The number of a medical record.")),
            ("ID:HEALTHPLAN", gettext_noop("The number of an insured person.")),
            ("ID:ACCOUNT", gettext_noop("The number of a bank or patient account.")),
            ("ID:LICENSE", gettext_noop("The number of a certificate, driving or other licence.")),
            ("ID:VEHICLE", gettext_noop("A number plate or the serial number of a vehicle.")),
            ("ID:DEVICE", gettext_noop("The serial number of an implant or another device.")),
            ("ID:BIOID", gettext_noop("A body’s own mark: fingerprint, voice print, retina…")),
            (
                "ID:IDNUM",
                gettext_noop("Any other number, mark or code that belongs to one person."),
            ),
        ),
    ),
    confusable_pairs=(("CONTACT:PHONE", "ID:IDNUM"), ("DATE", "AGE")),
)


COLOURS = ("#4a63d8", "#b04ab8", "#1f8a70", "#8a5cd1", "#d03a6a", "#0f83c9", "#9a7400")

STANFORD_RADIOLOGY = Preset(
    key="stanford_radiology",
    title=gettext_noop("Stanford radiology"),
    about=gettext_noop(
        "Seven categories for radiology reports, vendors of devices and software among them."
    ),
    families=singles(
        COLOURS,
        ("DATE", gettext_noop("A date or part of one, also of an earlier examination.")),
        ("HCW", gettext_noop("The name of someone who provides care.")),
        ("HOSPITAL", gettext_noop("A hospital, clinic or practice, or another place.")),
        ("ID", gettext_noop("Any number or code of a patient, examination or report.")),
        ("PATIENT", gettext_noop("The name of a patient or of someone close to them.")),
        ("PHONE", gettext_noop("A telephone or pager number.")),
        ("VENDOR", gettext_noop("The maker or name of a device or of software.")),
    ),
    confusable_pairs=(("HCW", "PATIENT"), ("ID", "PHONE"), ("HOSPITAL", "VENDOR")),
)


COLOURS_STOCKHOLM = (
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
    title=gettext_noop("Stockholm EPR"),
    about=gettext_noop("The eight classes of the Swedish corpus of patient records."),
    families=singles(
        COLOURS_STOCKHOLM,
        ("Age", gettext_noop("An age, whatever its value.")),
        ("Full_Date", gettext_noop("A date with day, month and year.")),
        ("Date_Part", gettext_noop("A date that lacks its day, month or year, or a weekday.")),
        ("First_Name", gettext_noop("A first name, of anyone.")),
        ("Last_Name", gettext_noop("A family name, of anyone.")),
        ("Health_Care_Unit", gettext_noop("A hospital, clinic or practice, or a part of one.")),
        ("Location", gettext_noop("A named place that is not a place of care.")),
        ("Phone_Number", gettext_noop("A telephone or pager number.")),
    ),
    confusable_pairs=(
        ("First_Name", "Last_Name"),
        ("Full_Date", "Date_Part"),
        ("Health_Care_Unit", "Location"),
    ),
)


SWISS_HOSPITAL_PRESET = Preset(
    key="swiss_hospital",
    title=gettext_noop("Swiss university hospital"),
    about=gettext_noop(
        "25 categories in nine families and a fallback, made for French clinical notes."
    ),
    guidelines="swiss_hospital",
    families=(
        family(
            "#7a7a85",
            ("AUTRES", gettext_noop("Whatever could identify someone and fits no other category.")),
        ),
        family(
            "#1f8a70",
            (
                "CHUV:BÂTIMENT_CHAMBRE_OU_LIT",
                gettext_noop("A building, floor, room or bed of the hospital."),
            ),
            (
                "CHUV:STRUCTURE_RÉFÉRENCE",
                gettext_noop("A department, ward or unit of the hospital, in full or abbreviated."),
            ),
        ),
        family(
            "#0f83c9",
            ("CONTACT:EMAIL", gettext_noop("An e-mail address.")),
            ("CONTACT:FAX", gettext_noop("A fax number.")),
            ("CONTACT:TÉLÉPHONE", gettext_noop("A telephone, mobile, pager or extension number.")),
            ("CONTACT:URL", gettext_noop("The address of a web page or site.")),
        ),
        family(
            "#c2571a",
            ("DÉMOGRAPHIE:ÂGE", gettext_noop("An age, also of a child in weeks or months.")),
            ("DÉMOGRAPHIE:ÉTAT_CIVIL", gettext_noop("Marital status: single, married, widowed…")),
            (
                "DÉMOGRAPHIE:NATIONALITÉ",
                gettext_noop("A nationality or origin, as a noun or an adjective."),
            ),
            ("DÉMOGRAPHIE:PROFESSION", gettext_noop("An occupation, trade or training.")),
        ),
        family(
            "#4f8a10",
            ("EMPLACEMENT:CODE_CANTON", gettext_noop("The two letters of a canton.")),
            ("EMPLACEMENT:CODE_POSTAL", gettext_noop("A postcode.")),
            (
                "EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE",
                gettext_noop(
                    "A named place: town, village, region, canton in full, lake, mountain…"
                ),
            ),
            ("EMPLACEMENT:NUMÉRO_HABITATION", gettext_noop("The number of a house in its street.")),
            ("EMPLACEMENT:PAYS", gettext_noop("The name of a country.")),
            (
                "EMPLACEMENT:RUE",
                gettext_noop("The name of a street, road or square, without the number."),
            ),
        ),
        family(
            "#8a5cd1",
            ("ID:IPP", gettext_noop("The permanent number of a patient.")),
            ("ID:NUMÉRO_BON", gettext_noop("The number of an order, voucher or request.")),
            ("ID:NUMÉRO_SÉJOUR", gettext_noop("The number of a stay in hospital.")),
        ),
        family(
            "#d03a6a",
            ("NOM:PATIENT_E", gettext_noop("The name of a patient.")),
            (
                "NOM:PERSONNEL_MÉDICAL",
                gettext_noop("The name of anyone who provides care, not only of physicians."),
            ),
        ),
        family(
            "#9a7400",
            (
                "ORGANISATION",
                gettext_noop(
                    "A hospital, nursing home, company, insurer, school or another organisation, "
                    "by name or abbreviation."
                ),
            ),
        ),
        family(
            "#b04ab8",
            (
                "PERSONNES:LIEN_DE_PARENTÉ",
                gettext_noop("A word for a relative: mother, husband, cousin…"),
            ),
        ),
        family(
            "#4a63d8",
            (
                "TEMPORAL:DATE",
                gettext_noop("A date or part of one: day, month, year, weekday, holiday."),
            ),
            ("TEMPORAL:TEMPS", gettext_noop("A time of day.")),
        ),
    ),
    # Of different families: the thesis found people to mix these up.
    confusable_pairs=(
        ("TEMPORAL:DATE", "DÉMOGRAPHIE:ÂGE"),
        ("EMPLACEMENT:PAYS", "DÉMOGRAPHIE:NATIONALITÉ"),
    ),
)


# The first is what a new contest is offered.
PRESETS = {
    preset.key: preset
    for preset in (SWISS_HOSPITAL_PRESET, HIPAA, I2B2_2014, STOCKHOLM, STANFORD_RADIOLOGY)
}
DEFAULT_PRESET = SWISS_HOSPITAL_PRESET.key

SWISS_HOSPITAL = SWISS_HOSPITAL_PRESET.families
CONFUSABLE_PAIRS = SWISS_HOSPITAL_PRESET.confusable_pairs
SHORTCUTS = ONE_KEY_SHORTCUTS

__all__ = [
    "CONFUSABLE_PAIRS",
    "DEFAULT_PRESET",
    "PRESETS",
    "SHORTCUTS",
    "SWISS_HOSPITAL",
    "Entry",
    "Family",
    "Preset",
]
