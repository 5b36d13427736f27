"""The eight classes of the Stockholm EPR PHI corpus (Dalianis and Velupillai 2010).

They were merged from 28 and have no families. Those who trained on them report that clinics named
after their place are taken for the place (Berg and Dalianis 2020).
"""

from contests.domain.presets.parts import Preset, singles
from contests.domain.presets.parts import gettext_noop as _

COLOURS = (
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
        COLOURS,
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
