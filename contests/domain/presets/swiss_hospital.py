"""Personal data in the notes of a Swiss university hospital (thesis, table 2.1), and a fallback."""

from contests.domain.presets.parts import Preset, family
from contests.domain.presets.parts import gettext_noop as _

SWISS_HOSPITAL_PRESET = Preset(
    key="swiss_hospital",
    title=_("Swiss university hospital"),
    about=_("25 categories in nine families and a fallback, made for French clinical notes."),
    guidelines="swiss_hospital",
    families=(
        family(
            "#7a7a85",
            ("AUTRES", _("Whatever could identify someone and fits no other category.")),
        ),
        family(
            "#1f8a70",
            (
                "CHUV:BÂTIMENT_CHAMBRE_OU_LIT",
                _("A building, floor, room or bed of the hospital."),
            ),
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
            ("NOM:PATIENT_E", _("The name of a patient.")),
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
