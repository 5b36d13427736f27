"""The categories of Stanford's de-identifier of radiology reports (Chambon et al. 2022, table 1).

Dates, provider names, locations, vendor and software names, identifiers, patient names and phone
numbers, under the names that the published model gives them. A later edition adds ages.
"""

from contests.domain.presets.parts import Preset, singles
from contests.domain.presets.parts import gettext_noop as _

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
