"""The categories of personal data in clinical notes (thesis, table 2.1): all that is known of each.

Presets, label matching, guidelines, the table in the docs and the names on pages follow from these entries;
the rules of a category stand in a module of `detection.rules.groups`, its examples in `tests/detection/examples`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Text(NamedTuple):
    """Words for people; without French ones, the French of a catalogue counts."""

    en: str
    fr: str = ""

    def in_language(self, language: str | None) -> str:
        return self.en if language == "en" else self.fr or self.en


@dataclass(frozen=True)
class PhiCategory:
    """A category: how files write it, and what people read."""

    label: str
    name: Text
    # What belongs to it, in one sentence.
    description: Text
    # What other schemes call the same thing, the closest first (HIPAA, i2b2, Stockholm, Stanford).
    aliases: Sequence[str] = ()
    # Categories of other supercategories that the thesis found people to take it for.
    confusable: Sequence[str] = ()


# A fallback for people: no rule finds it, and it enters no score unless it is asked for.
FALLBACK = "AUTRES"

COLOURS: Mapping[str, str] = {
    "AUTRES": "#7a7a85",
    "CHUV": "#1f8a70",
    "CONTACT": "#0f83c9",
    "DÉMOGRAPHIE": "#c2571a",
    "EMPLACEMENT": "#4f8a10",
    "ID": "#8a5cd1",
    "NOM": "#d03a6a",
    "ORGANISATION": "#9a7400",
    "PERSONNES": "#b04ab8",
    "TEMPORAL": "#4a63d8",
}

CATEGORIES = (
    PhiCategory(
        "AUTRES",
        Text("Other", "Autre"),
        Text(
            "Whatever could identify someone and fits no other category.",
            "Ce qui pourrait identifier quelqu’un et n’entre dans aucune autre catégorie.",
        ),
    ),
    PhiCategory(
        "CHUV:BÂTIMENT_CHAMBRE_OU_LIT",
        Text("Room or bed", "Chambre ou lit"),
        Text(
            "A building, floor, room or bed of the hospital.",
            "Un bâtiment, un étage, une chambre ou un lit de l’hôpital.",
        ),
        aliases=("ROOM", "LOCATION:OTHER", "LOCATION"),
    ),
    PhiCategory(
        "CHUV:STRUCTURE_RÉFÉRENCE",
        Text("Ward or unit", "Service ou unité"),
        Text(
            "A department, ward or unit of the hospital, in full or abbreviated.",
            "Un service, un département ou une unité de l’hôpital, en toutes lettres ou abrégé.",
        ),
        aliases=("HOSPITAL", "HEALTH_CARE_UNIT", "DEPARTMENT", "ORGANIZATION"),
    ),
    PhiCategory(
        "CONTACT:EMAIL",
        Text("E-mail", "E-mail"),
        Text("An e-mail address.", "Une adresse e-mail."),
        aliases=("EMAIL", "E-MAIL", "MAIL"),
    ),
    PhiCategory(
        "CONTACT:FAX",
        Text("Fax", "Fax"),
        Text("A fax number.", "Un numéro de fax."),
        aliases=("FAX", "PHONE", "PHONE_NUMBER"),
    ),
    PhiCategory(
        "CONTACT:TÉLÉPHONE",
        Text("Phone", "Téléphone"),
        Text(
            "A telephone, mobile, pager or extension number.",
            "Un numéro de téléphone, de portable, de bip ou un numéro interne.",
        ),
        aliases=("PHONE", "PHONE_NUMBER", "TELEPHONE"),
    ),
    PhiCategory(
        "CONTACT:URL",
        Text("Web address", "Adresse web"),
        Text("The address of a web page or site.", "L’adresse d’une page ou d’un site web."),
        aliases=("URL", "WEB"),
    ),
    PhiCategory(
        "DÉMOGRAPHIE:ÂGE",
        Text("Age", "Âge"),
        Text(
            "An age, also of a child in weeks or months.",
            "Un âge, aussi celui d’un enfant en semaines ou en mois.",
        ),
        aliases=("AGE",),
    ),
    PhiCategory(
        "DÉMOGRAPHIE:ÉTAT_CIVIL",
        Text("Marital status", "État civil"),
        Text(
            "Marital status: single, married, widowed…", "L’état civil : célibataire, marié, veuve…"
        ),
        aliases=("MARITAL_STATUS",),
    ),
    PhiCategory(
        "DÉMOGRAPHIE:NATIONALITÉ",
        Text("Nationality", "Nationalité"),
        Text(
            "A nationality or origin, as a noun or an adjective.",
            "Une nationalité ou une origine, en nom ou en adjectif.",
        ),
        aliases=("NATIONALITY",),
    ),
    PhiCategory(
        "DÉMOGRAPHIE:PROFESSION",
        Text("Occupation", "Profession"),
        Text("An occupation, trade or training.", "Une profession, un métier ou une formation."),
        aliases=("PROFESSION", "OCCUPATION"),
    ),
    PhiCategory(
        "EMPLACEMENT:CODE_CANTON",
        Text("Canton code", "Code de canton"),
        Text("The two letters of a canton.", "Les deux lettres d’un canton."),
        aliases=("STATE", "LOCATION"),
    ),
    PhiCategory(
        "EMPLACEMENT:CODE_POSTAL",
        Text("Postcode", "Code postal"),
        Text("A postcode.", "Un code postal."),
        aliases=("ZIP", "POSTCODE", "LOCATION"),
    ),
    PhiCategory(
        "EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE",
        Text("Place", "Lieu"),
        Text(
            "A named place: town, village, region, canton in full, lake, mountain…",
            "Un lieu qui a un nom : ville, village, région, canton en toutes lettres, lac, montagne…",
        ),
        aliases=("CITY", "LOCATION", "PLACE"),
    ),
    PhiCategory(
        "EMPLACEMENT:NUMÉRO_HABITATION",
        Text("House number", "Numéro de maison"),
        Text("The number of a house in its street.", "Le numéro d’une maison dans sa rue."),
        aliases=("STREET", "LOCATION"),
    ),
    PhiCategory(
        "EMPLACEMENT:PAYS",
        Text("Country", "Pays"),
        Text("The name of a country.", "Le nom d’un pays."),
        aliases=("COUNTRY",),
        confusable=("DÉMOGRAPHIE:NATIONALITÉ",),
    ),
    PhiCategory(
        "EMPLACEMENT:RUE",
        Text("Street", "Rue"),
        Text(
            "The name of a street, road or square, without the number.",
            "Le nom d’une rue, d’une route ou d’une place, sans le numéro.",
        ),
        aliases=("STREET", "LOCATION"),
    ),
    PhiCategory(
        "ID:IPP",
        Text("Patient number", "Numéro de patient"),
        Text("The permanent number of a patient.", "Le numéro permanent d’un patient."),
        aliases=("MEDICALRECORD", "MEDICAL_RECORD", "ID"),
    ),
    PhiCategory(
        "ID:NUMÉRO_BON",
        Text("Order number", "Numéro de bon"),
        Text(
            "The number of an order, voucher or request.",
            "Le numéro d’un bon, d’une commande ou d’une demande.",
        ),
        aliases=("IDNUM", "OTHER_ID", "ID"),
    ),
    PhiCategory(
        "ID:NUMÉRO_SÉJOUR",
        Text("Stay number", "Numéro de séjour"),
        Text("The number of a stay in hospital.", "Le numéro d’un séjour à l’hôpital."),
        aliases=("IDNUM", "ID"),
    ),
    PhiCategory(
        "NOM:PATIENT_E",
        Text("Patient", "Patient·e"),
        Text(
            "The name of a patient or of someone close to them.",
            "Le nom d’un patient ou d’un de ses proches.",
        ),
        aliases=("PATIENT", "NAME", "LAST_NAME"),
    ),
    PhiCategory(
        "NOM:PERSONNEL_MÉDICAL",
        Text("Medical staff", "Personnel médical"),
        Text(
            "The name of anyone who provides care, not only of physicians.",
            "Le nom d’une personne qui soigne, médecin ou non.",
        ),
        aliases=("DOCTOR", "HCW", "STAFF", "NAME", "LAST_NAME"),
    ),
    PhiCategory(
        "ORGANISATION",
        Text("Organisation", "Organisation"),
        Text(
            "A hospital, nursing home, company, insurer, school or another organisation, by name or abbreviation.",
            "Un hôpital, un EMS, une entreprise, une assurance, une école ou une autre organisation, par son nom ou son abréviation.",
        ),
        aliases=("ORGANIZATION", "HOSPITAL", "HEALTH_CARE_UNIT"),
    ),
    PhiCategory(
        "PERSONNES:LIEN_DE_PARENTÉ",
        Text("Relative", "Lien de parenté"),
        Text(
            "A word for a relative: mother, husband, cousin…",
            "Un mot qui dit un lien de famille : mère, mari, cousine…",
        ),
        aliases=("RELATIVE", "KINSHIP"),
    ),
    PhiCategory(
        "TEMPORAL:DATE",
        Text("Date", "Date"),
        Text(
            "A date or part of one: day, month, year, weekday, holiday.",
            "Une date ou une de ses parties : jour, mois, année, jour de la semaine, jour férié.",
        ),
        aliases=("DATE", "FULL_DATE"),
        confusable=("DÉMOGRAPHIE:ÂGE",),
    ),
    PhiCategory(
        "TEMPORAL:TEMPS",
        Text("Time", "Heure"),
        Text("A time of day.", "Une heure de la journée."),
        aliases=("TIME",),
    ),
)

BY_LABEL = {category.label: category for category in CATEGORIES}
