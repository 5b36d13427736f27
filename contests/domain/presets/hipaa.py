"""The 18 identifiers of HIPAA's safe harbour method, 45 CFR 164.514(b)(2)(i), (A) to (R).

The rule groups nothing: the families are ours, so that eighteen categories need seven colours.
"""

from contests.domain.presets.parts import Preset, family
from contests.domain.presets.parts import gettext_noop as _

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
        family(
            "#4a63d8",
            ("DATE", _("Any part of a date but the year, and ages above 89.")),
        ),
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
        family(
            "#1f8a70",
            ("BIOMETRIC", _("A body’s own mark: fingerprint, voice print, retina…")),
        ),
        family("#9a7400", ("PHOTO", _("A picture of someone’s face, or where it can be found."))),
    ),
    confusable_pairs=(("CONTACT:PHONE", "ID:OTHER"), ("NAME", "LOCATION")),
)
