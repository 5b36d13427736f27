"""Ready-made sets: what they hold is what their sources say."""

import unicodedata
from itertools import combinations
from pathlib import Path

import pytest

from contests.categories.domain.colours import LEAST_DISTANCE, distance, is_legible
from contests.categories.domain.presets import DEFAULT_PRESET, PRESETS
from contests.categories.domain.shortcuts import assign_shortcuts
from text.labels import make_label, short_name, tidy_name

GUIDELINES = Path(__file__).parents[3] / "contests" / "guidelines"


@pytest.fixture(params=PRESETS.values(), ids=PRESETS)
def preset(request):
    return request.param


def test_the_default_has_the_25_of_the_thesis_and_a_fallback():
    thesis = [
        "AUTRES",
        "CHUV:BÂTIMENT_CHAMBRE_OU_LIT",
        "CHUV:STRUCTURE_RÉFÉRENCE",
        "CONTACT:EMAIL",
        "CONTACT:FAX",
        "CONTACT:TÉLÉPHONE",
        "CONTACT:URL",
        "DÉMOGRAPHIE:ÂGE",
        "DÉMOGRAPHIE:ÉTAT_CIVIL",
        "DÉMOGRAPHIE:NATIONALITÉ",
        "DÉMOGRAPHIE:PROFESSION",
        "EMPLACEMENT:CODE_CANTON",
        "EMPLACEMENT:CODE_POSTAL",
        "EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE",
        "EMPLACEMENT:NUMÉRO_HABITATION",
        "EMPLACEMENT:PAYS",
        "EMPLACEMENT:RUE",
        "ID:IPP",
        "ID:NUMÉRO_BON",
        "ID:NUMÉRO_SÉJOUR",
        "NOM:PATIENT_E",
        "NOM:PERSONNEL_MÉDICAL",
        "ORGANISATION",
        "PERSONNES:LIEN_DE_PARENTÉ",
        "TEMPORAL:DATE",
        "TEMPORAL:TEMPS",
    ]
    # There may be more, in between.
    assert [each for each in PRESETS[DEFAULT_PRESET].labels if each in thesis] == thesis
    assert len(thesis) == 25 + 1


@pytest.mark.parametrize(
    ("key", "categories", "supercategories"),
    [("hipaa", 18, 7), ("i2b2_2014", 28, 7), ("stockholm", 8, 8), ("stanford_radiology", 7, 7)],
)
def test_the_others_have_as_many_as_their_sources(key, categories, supercategories):
    assert len(PRESETS[key].labels) == categories
    assert len(PRESETS[key].supercategories) == supercategories


def test_i2b2_has_the_types_of_its_main_categories():
    types = {
        supercategory.name: len(supercategory.labels)
        for supercategory in PRESETS["i2b2_2014"].supercategories
    }
    assert types == {
        "NAME": 3, "PROFESSION": 1, "LOCATION": 8, "AGE": 1, "DATE": 1, "CONTACT": 5, "ID": 9,
    }  # fmt: skip


def test_labels_are_written_as_the_editor_would_write_them(preset):
    assert len(set(preset.labels)) == len(preset.labels)
    for supercategory in preset.supercategories:
        for label in supercategory.labels:
            assert unicodedata.is_normalized("NFC", label)
            assert label == make_label(tidy_name(supercategory.name), tidy_name(short_name(label)))


def test_colours_are_legible_and_can_be_told_apart(preset):
    colours = [supercategory.colour for supercategory in preset.supercategories]
    assert all(map(is_legible, colours))
    assert min(distance(*pair) for pair in combinations(colours, 2)) >= LEAST_DISTANCE


def test_every_category_is_described_in_a_sentence(preset):
    for supercategory in preset.supercategories:
        for entry in supercategory.entries:
            assert entry.description.en[0].isupper()
            assert entry.description.en[-1] in ".…"
            assert entry.name.en[0].isupper()


def test_pairs_that_are_mixed_up_are_of_the_set_and_of_two_supercategories(preset):
    for one, other in preset.confusable_pairs:
        assert {one, other} <= set(preset.labels)
        assert one.partition(":")[0] != other.partition(":")[0]


def test_no_preset_needs_two_keys(preset):
    assert not any(" " in shortcut for shortcut in assign_shortcuts(preset.labels).values())


def test_the_guidelines_that_a_preset_names_are_there(preset):
    for language in ("fr", "en") if preset.guidelines else ():
        assert (GUIDELINES / f"{preset.guidelines}.{language}.md").is_file()
