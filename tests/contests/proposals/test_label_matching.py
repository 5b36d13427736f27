"""Categories of the detector find the labels of other schemes by name."""

import pytest

from contests.categories.domain.presets import PRESETS
from contests.proposals.domain.proposer import labels_of, match_labels, suggest_label

LABELS = labels_of("fr")


def test_the_preset_of_swiss_hospitals_is_matched_by_itself():
    offered = PRESETS["swiss_hospital"].labels
    assert match_labels(LABELS, offered, {}) == {label: label for label in LABELS}


@pytest.mark.parametrize(
    ("preset", "label", "expected"),
    [
        ("i2b2_2014", "NOM:PATIENT_E", "NAME:PATIENT"),
        ("i2b2_2014", "NOM:PERSONNEL_MÉDICAL", "NAME:DOCTOR"),
        ("i2b2_2014", "ID:IPP", "ID:MEDICALRECORD"),
        ("i2b2_2014", "EMPLACEMENT:CODE_POSTAL", "LOCATION:ZIP"),
        ("i2b2_2014", "TEMPORAL:TEMPS", ""),
        ("hipaa", "CONTACT:TÉLÉPHONE", "CONTACT:PHONE"),
        ("hipaa", "NOM:PATIENT_E", "NAME"),
        ("hipaa", "EMPLACEMENT:RUE", "LOCATION"),
        ("stockholm", "DÉMOGRAPHIE:ÂGE", "Age"),
        ("stockholm", "TEMPORAL:DATE", "Full_Date"),
        ("stanford_radiology", "NOM:PERSONNEL_MÉDICAL", "HCW"),
        ("stanford_radiology", "CONTACT:FAX", "PHONE"),
    ],
)
def test_other_presets_are_matched_by_what_they_call_it(preset, label, expected):
    assert suggest_label(label, PRESETS[preset].labels) == expected


def test_a_choice_counts_as_long_as_its_label_is_offered():
    chosen = {"TEMPORAL:DATE": "WHEN", "TEMPORAL:TEMPS": ""}
    labels = ["TEMPORAL:DATE", "TEMPORAL:TEMPS"]
    offered = ["WHEN", "TEMPORAL:TEMPS"]
    assert match_labels(labels, offered, chosen) == chosen
    assert match_labels(labels, ["TEMPORAL:DATE"], chosen)["TEMPORAL:DATE"] == ""
