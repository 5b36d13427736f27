"""From what the detector calls a category to what a contest calls it, by name."""

from collections.abc import Collection, Mapping, Sequence

from contests.domain.labels import short_name
from detection.folding import fold

# What other schemes call the same thing, the closest first (HIPAA, i2b2, Stockholm, Stanford).
_NAMES: Mapping[str, Sequence[str]] = {
    "CHUV:BÂTIMENT_CHAMBRE_OU_LIT": ("ROOM", "LOCATION:OTHER", "LOCATION"),
    "CHUV:STRUCTURE_RÉFÉRENCE": ("HOSPITAL", "HEALTH_CARE_UNIT", "DEPARTMENT", "ORGANIZATION"),
    "CONTACT:EMAIL": ("EMAIL", "E-MAIL", "MAIL"),
    "CONTACT:FAX": ("FAX", "PHONE", "PHONE_NUMBER"),
    "CONTACT:TÉLÉPHONE": ("PHONE", "PHONE_NUMBER", "TELEPHONE"),
    "CONTACT:URL": ("URL", "WEB"),
    "DÉMOGRAPHIE:ÂGE": ("AGE",),
    "DÉMOGRAPHIE:ÉTAT_CIVIL": ("MARITAL_STATUS",),
    "DÉMOGRAPHIE:NATIONALITÉ": ("NATIONALITY",),
    "DÉMOGRAPHIE:PROFESSION": ("PROFESSION", "OCCUPATION"),
    "EMPLACEMENT:CODE_CANTON": ("STATE", "LOCATION"),
    "EMPLACEMENT:CODE_POSTAL": ("ZIP", "POSTCODE", "LOCATION"),
    "EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE": ("CITY", "LOCATION", "PLACE"),
    "EMPLACEMENT:NUMÉRO_HABITATION": ("STREET", "LOCATION"),
    "EMPLACEMENT:PAYS": ("COUNTRY",),
    "EMPLACEMENT:RUE": ("STREET", "LOCATION"),
    "ID:IPP": ("MEDICALRECORD", "MEDICAL_RECORD", "ID"),
    "ID:NUMÉRO_BON": ("IDNUM", "OTHER_ID", "ID"),
    "ID:NUMÉRO_SÉJOUR": ("IDNUM", "ID"),
    "NOM:PATIENT_E": ("PATIENT", "NAME", "LAST_NAME"),
    "NOM:PERSONNEL_MÉDICAL": ("DOCTOR", "HCW", "STAFF", "NAME", "LAST_NAME"),
    "ORGANISATION": ("ORGANIZATION", "HOSPITAL", "HEALTH_CARE_UNIT"),
    "PERSONNES:LIEN_DE_PARENTÉ": ("RELATIVE", "KINSHIP"),
    "TEMPORAL:DATE": ("DATE", "FULL_DATE"),
    "TEMPORAL:TEMPS": ("TIME",),
}


def suggest_label(label: str, offered: Collection[str]) -> str:
    """Return the offered label that most likely means the same, or nothing."""
    if label in offered:
        return label
    by_label = {fold(each): each for each in offered}
    by_name = {fold(short_name(each)): each for each in sorted(offered, reverse=True)}
    for name in (label, short_name(label), *_NAMES.get(label, ())):
        found = by_label.get(fold(name)) or by_name.get(fold(name))
        if found:
            return found
    return ""


def match_labels(
    labels: Collection[str], offered: Collection[str], chosen: Mapping[str, str]
) -> dict[str, str]:
    """Return for each of the detector's labels the offered one it becomes, or nothing.

    What was chosen counts as long as it is still offered; the rest goes by name.
    """
    return {
        label: _still(chosen[label], offered) if label in chosen else suggest_label(label, offered)
        for label in sorted(labels)
    }


def _still(label: str, offered: Collection[str]) -> str:
    return label if label in offered else ""
