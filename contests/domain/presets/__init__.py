"""Ready-made sets of categories, one module each."""

from contests.domain.presets.hipaa import HIPAA
from contests.domain.presets.i2b2 import I2B2_2014
from contests.domain.presets.parts import Entry, Family, Preset
from contests.domain.presets.stanford import STANFORD_RADIOLOGY
from contests.domain.presets.stockholm import STOCKHOLM
from contests.domain.presets.swiss_hospital import SWISS_HOSPITAL_PRESET
from contests.domain.shortcuts import ONE_KEY_SHORTCUTS

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
