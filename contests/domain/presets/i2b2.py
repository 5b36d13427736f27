"""The categories of the 2014 i2b2/UTHealth corpus (Stubbs and Uzuner 2015).

Seven main categories; four of them have types. In its files the last type of LOCATION is written
LOCATION-OTHER.
"""

from contests.domain.presets.parts import Preset, family
from contests.domain.presets.parts import gettext_noop as _

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
            "#4a63d8",
            ("DATE", _("A date or part of one: day, month, year, weekday, holiday.")),
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
