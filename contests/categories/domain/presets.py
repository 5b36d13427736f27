"""Personal data in the notes of a Swiss university hospital (thesis, table 2.1), and a fallback."""

from collections.abc import Sequence
from dataclasses import dataclass

from contests.categories.domain.shortcuts import ONE_KEY_SHORTCUTS
from text.errors import gettext_noop as _
from text.labels import supercategory


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
    title=_("HIPAA safe harbour"),
    about=_("The 18 identifiers that have to be removed under the law of the United States."),
    families=(
        family("#d03a6a", ("NAME", _("The name of a patient, relative, employer or carer."))),
        family(
            "#4f8a10",
            ("LOCATION", _("A place smaller than a state: street, city, county, postcode.")),
        ),
        family("#4a63d8", ("DATE", _("Any part of a date but the year, and ages above 89."))),
        family(
            "#0f83c9",
            ("CONTACT:PHONE", _("A telephone or pager number.")),
            ("CONTACT:FAX", _("A fax number.")),
            ("CONTACT:EMAIL", _("An e-mail address.")),
            ("CONTACT:URL", _("The address of a web page or site.")),
            ("CONTACT:IP_ADDRESS", _("The network address of a device.")),
        ),
        family(
            "#8a5cd1",
            ("ID:SSN", _("A social security number.")),
            ("ID:MEDICAL_RECORD", _("The number of a medical record.")),
            ("ID:HEALTH_PLAN", _("The number of an insured person.")),
            ("ID:ACCOUNT", _("The number of a bank or patient account.")),
            ("ID:LICENSE", _("The number of a certificate, driving or other licence.")),
            ("ID:VEHICLE", _("A number plate or the serial number of a vehicle.")),
            ("ID:DEVICE", _("The serial number of an implant or another device.")),
            ("ID:OTHER", _("Any other number, mark or code that belongs to one person.")),
        ),
        family("#1f8a70", ("BIOMETRIC", _("A body’s own mark: fingerprint, voice print, retina…"))),
        family("#9a7400", ("PHOTO", _("A picture of someone’s face, or where it can be found."))),
    ),
    confusable_pairs=(("CONTACT:PHONE", "ID:OTHER"), ("NAME", "LOCATION")),
)


I2B2_2014 = Preset(
    key="i2b2_2014",
    title=_("i2b2 2014"),
    about=_("The categories of the shared task of 2014, with all their types."),
    families=(
        family(
            "#d03a6a",
            ("NAME:PATIENT", _("The name of a patient or of someone close to them.")),
            ("NAME:DOCTOR", _("The name or initials of someone who provides care.")),
            ("NAME:USERNAME", _("The name or code under which someone signs in.")),
        ),
        family("#c2571a", ("PROFESSION", _("An occupation, trade or training."))),
        family(
            "#4f8a10",
            ("LOCATION:HOSPITAL", _("A hospital, clinic or practice, or a part of one.")),
            (
                "LOCATION:ORGANIZATION",
                _("A company, insurer, school, authority or another institution."),
            ),
            ("LOCATION:STREET", _("The name of a street, with the number of the house.")),
            ("LOCATION:CITY", _("A city, town or village.")),
            ("LOCATION:STATE", _("A state, province or canton.")),
            ("LOCATION:COUNTRY", _("The name of a country.")),
            ("LOCATION:ZIP", _("A postcode.")),
            ("LOCATION:OTHER", _("Any other named place: region, landmark, county…")),
        ),
        family("#9a7400", ("AGE", _("An age, whatever its value."))),
        family(
            "#4a63d8", ("DATE", _("A date or part of one: day, month, year, weekday, holiday."))
        ),
        family(
            "#0f83c9",
            ("CONTACT:PHONE", _("A telephone or pager number.")),
            ("CONTACT:FAX", _("A fax number.")),
            ("CONTACT:EMAIL", _("An e-mail address.")),
            ("CONTACT:URL", _("The address of a web page or site.")),
            ("CONTACT:IPADDR", _("The network address of a device.")),
        ),
        family(
            "#8a5cd1",
            ("ID:SSN", _("A social security number.")),
            ("ID:MEDICALRECORD", _("The number of a medical record.")),
            ("ID:HEALTHPLAN", _("The number of an insured person.")),
            ("ID:ACCOUNT", _("The number of a bank or patient account.")),
            ("ID:LICENSE", _("The number of a certificate, driving or other licence.")),
            ("ID:VEHICLE", _("A number plate or the serial number of a vehicle.")),
            ("ID:DEVICE", _("The serial number of an implant or another device.")),
            ("ID:BIOID", _("A body’s own mark: fingerprint, voice print, retina…")),
            ("ID:IDNUM", _("Any other number, mark or code that belongs to one person.")),
        ),
    ),
    confusable_pairs=(("CONTACT:PHONE", "ID:IDNUM"), ("DATE", "AGE")),
)


COLOURS = ("#4a63d8", "#b04ab8", "#1f8a70", "#8a5cd1", "#d03a6a", "#0f83c9", "#9a7400")

STANFORD_RADIOLOGY = Preset(
    key="stanford_radiology",
    title=_("Stanford radiology"),
    about=_("Seven categories for radiology reports, vendors of devices and software among them."),
    families=singles(
        COLOURS,
        ("DATE", _("A date or part of one, also of an earlier examination.")),
        ("HCW", _("The name of someone who provides care.")),
        ("HOSPITAL", _("A hospital, clinic or practice, or another place.")),
        ("ID", _("Any number or code of a patient, examination or report.")),
        ("PATIENT", _("The name of a patient or of someone close to them.")),
        ("PHONE", _("A telephone or pager number.")),
        ("VENDOR", _("The maker or name of a device or of software.")),
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
    title=_("Stockholm EPR"),
    about=_("The eight classes of the Swedish corpus of patient records."),
    families=singles(
        COLOURS_STOCKHOLM,
        ("Age", _("An age, whatever its value.")),
        ("Full_Date", _("A date with day, month and year.")),
        ("Date_Part", _("A date that lacks its day, month or year, or a weekday.")),
        ("First_Name", _("A first name, of anyone.")),
        ("Last_Name", _("A family name, of anyone.")),
        ("Health_Care_Unit", _("A hospital, clinic or practice, or a part of one.")),
        ("Location", _("A named place that is not a place of care.")),
        ("Phone_Number", _("A telephone or pager number.")),
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
    about=_("25 categories in nine families and a fallback, made for French clinical notes."),
    guidelines="swiss_hospital",
    families=(
        family(
            "#7a7a85", ("AUTRES", _("Whatever could identify someone and fits no other category."))
        ),
        family(
            "#1f8a70",
            ("CHUV:BÂTIMENT_CHAMBRE_OU_LIT", _("A building, floor, room or bed of the hospital.")),
            (
                "CHUV:STRUCTURE_RÉFÉRENCE",
                _("A department, ward or unit of the hospital, in full or abbreviated."),
            ),
        ),
        family(
            "#0f83c9",
            ("CONTACT:EMAIL", _("An e-mail address.")),
            ("CONTACT:FAX", _("A fax number.")),
            ("CONTACT:TÉLÉPHONE", _("A telephone, mobile, pager or extension number.")),
            ("CONTACT:URL", _("The address of a web page or site.")),
        ),
        family(
            "#c2571a",
            ("DÉMOGRAPHIE:ÂGE", _("An age, also of a child in weeks or months.")),
            ("DÉMOGRAPHIE:ÉTAT_CIVIL", _("Marital status: single, married, widowed…")),
            ("DÉMOGRAPHIE:NATIONALITÉ", _("A nationality or origin, as a noun or an adjective.")),
            ("DÉMOGRAPHIE:PROFESSION", _("An occupation, trade or training.")),
        ),
        family(
            "#4f8a10",
            ("EMPLACEMENT:CODE_CANTON", _("The two letters of a canton.")),
            ("EMPLACEMENT:CODE_POSTAL", _("A postcode.")),
            (
                "EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE",
                _("A named place: town, village, region, canton in full, lake, mountain…"),
            ),
            ("EMPLACEMENT:NUMÉRO_HABITATION", _("The number of a house in its street.")),
            ("EMPLACEMENT:PAYS", _("The name of a country.")),
            ("EMPLACEMENT:RUE", _("The name of a street, road or square, without the number.")),
        ),
        family(
            "#8a5cd1",
            ("ID:IPP", _("The permanent number of a patient.")),
            ("ID:NUMÉRO_BON", _("The number of an order, voucher or request.")),
            ("ID:NUMÉRO_SÉJOUR", _("The number of a stay in hospital.")),
        ),
        family(
            "#d03a6a",
            ("NOM:PATIENT_E", _("The name of a patient or of someone close to them.")),
            (
                "NOM:PERSONNEL_MÉDICAL",
                _("The name of anyone who provides care, not only of physicians."),
            ),
        ),
        family(
            "#9a7400",
            (
                "ORGANISATION",
                _(
                    "A hospital, nursing home, company, insurer, school or another organisation, "
                    "by name or abbreviation."
                ),
            ),
        ),
        family(
            "#b04ab8",
            ("PERSONNES:LIEN_DE_PARENTÉ", _("A word for a relative: mother, husband, cousin…")),
        ),
        family(
            "#4a63d8",
            ("TEMPORAL:DATE", _("A date or part of one: day, month, year, weekday, holiday.")),
            ("TEMPORAL:TEMPS", _("A time of day.")),
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
