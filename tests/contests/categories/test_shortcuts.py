"""Shortcuts of categories: how they may be written, which conflict, who gets which."""

import pytest

from contests.categories.domain.presets import PRESETS, SWISS_HOSPITAL
from contests.categories.domain.shortcuts import (
    ONE_KEY_SHORTCUTS,
    assign_shortcuts,
    check_free,
    parse_shortcut,
    suggest_shortcut,
)
from contests.categories.errors import (
    ShortcutHidden,
    ShortcutReserved,
    ShortcutTaken,
    ShortcutUnreadable,
)

SIXTY = [
    f"SUPER_{supercategory}:KIND_{kind}" for supercategory in "ABCDEF" for kind in "ABCDEFGHIJ"
]


@pytest.mark.parametrize(
    ("written", "stored"),
    [
        ("", ""),
        ("  ", ""),
        ("5", "5"),
        ("b", "B"),
        ("é", "E"),
        ("\N{FULLWIDTH DIGIT FIVE}", "5"),
        ("shift+5", "Shift+5"),
        ("Shift 5", "Shift+5"),
        ("Maj-5", "Shift+5"),
        ("⇧5", "Shift+5"),
        ("SHIFT+ALT+0", "Shift+Alt+0"),
        ("alt + shift + 0", "Shift+Alt+0"),
        ("L D", "L D"),
        ("ld", "L D"),
        ("l, d", "L D"),
        ("l > d", "L D"),
        ("L A", "L A"),
        ("9 1", "9 1"),
    ],
)
def test_a_shortcut_may_be_written_in_many_ways(written, stored):
    assert parse_shortcut(written) == stored
    assert parse_shortcut(stored) == stored


@pytest.mark.parametrize("key", "AXGHF")
def test_the_annotation_pages_own_letters_are_refused(key):
    for written in (key, key.lower(), f"{key} D"):
        with pytest.raises(ShortcutReserved) as refused:
            parse_shortcut(written)
        assert refused.value.details == {"key": key}


@pytest.mark.parametrize(
    "written",
    ["Space", "Enter", "Tab", "Delete", "Escape", "Home", "?", "/", "Ctrl+5", "Shift+B", "Alt+5",
     "L D B", "↑", "Ω", "Shift+", "Shift+55", "ß", "F12", "5" * 40],
)  # fmt: skip
def test_other_keys_of_the_page_and_what_is_no_key_are_unreadable(written):
    with pytest.raises(ShortcutUnreadable):
        parse_shortcut(written)


def test_a_shortcut_belongs_to_one_category():
    with pytest.raises(ShortcutTaken) as refused:
        check_free("L D", {"5": "ÂGE", "L D": "DATE"})
    assert refused.value.details == {"label": "DATE"}


@pytest.mark.parametrize(("new", "old"), [("L", "L D"), ("L D", "L"), ("1", "1 2"), ("1 2", "1")])
def test_one_key_may_not_be_the_first_of_two(new, old):
    with pytest.raises(ShortcutHidden) as refused:
        check_free(new, {old: "DATE"})
    assert refused.value.details == {"label": "DATE", "shortcut": old}


@pytest.mark.parametrize("new", ["", "D", "Shift+1", "L E"])
def test_others_do_not_get_in_the_way(new):
    check_free(new, {"1": "ÂGE", "L D": "DATE", "B D": "NOM"})


def test_digits_come_first_then_with_shift_then_with_both():
    labels = [label for supercategory in SWISS_HOSPITAL for label in supercategory.labels]
    keys = assign_shortcuts(labels)
    assert keys["AUTRES"] == "1"
    assert keys["DÉMOGRAPHIE:PROFESSION"] == "Shift+1"
    assert keys["NOM:PATIENT_E"] == "Shift+Alt+1"


def test_thirty_have_one_key_each():
    assert tuple(assign_shortcuts(SIXTY[:30]).values()) == ONE_KEY_SHORTCUTS


def test_more_than_thirty_have_two_keys_each_all_different_and_allowed():
    keys = assign_shortcuts(SIXTY)
    assert list(keys) == SIXTY
    assert len(set(keys.values())) == len(SIXTY)
    assert all(parse_shortcut(shortcut) == shortcut for shortcut in keys.values())
    assert all(len(shortcut) == len("L D") for shortcut in keys.values())
    assert assign_shortcuts(SIXTY) == keys


def test_two_keys_are_the_supercategorys_letter_and_the_categorys():
    i2b2 = [label for label in PRESETS["i2b2_2014"].labels if label != "AGE"]
    keys = assign_shortcuts([*i2b2, "AGE:BEFORE", "AGE:NOW", "AGE:LATER", "DATE:OF_BIRTH"])
    assert keys["LOCATION:HOSPITAL"] == "L H"
    assert keys["LOCATION:ZIP"] == "L Z"
    assert keys["CONTACT:FAX"] == "C F"
    assert keys["DATE"] == "D D"
    # A is the page's own key: the supercategory goes by its next letter that is not.
    assert keys["AGE:NOW"] == "E N"
    # O is the first letter of two, B of another: whoever comes first has it.
    assert keys["DATE:OF_BIRTH"] == "D O"


def test_a_supercategory_keeps_its_letter_for_itself_as_far_as_there_are_letters():
    keys = assign_shortcuts(SIXTY)
    starts = {shortcut[0] for shortcut in keys.values()}
    assert len(starts) == 6


def test_even_hundreds_of_one_supercategory_get_keys_as_long_as_there_are_any():
    many = [f"ID:NUMBER_{number}" for number in range(800)]
    keys = assign_shortcuts(many)
    # 21 first keys times 36 second ones.
    assert len(keys) == len(set(keys.values())) == 756


def test_one_more_category_gets_the_next_digit():
    assert suggest_shortcut("NOM:AUTRE", {"1": "ÂGE", "3": "DATE"}) == "2"


def test_one_more_category_among_sequences_gets_its_supercategorys_letter():
    taken = {shortcut: label for label, shortcut in assign_shortcuts(SIXTY).items()}
    letter = assign_shortcuts(SIXTY)["SUPER_B:KIND_A"][0]
    suggested = suggest_shortcut("SUPER_B:ZONE", taken)
    assert suggested == f"{letter} Z"
    check_free(suggested, taken)


def test_when_thirty_keys_are_used_up_two_are_suggested():
    taken = dict.fromkeys(ONE_KEY_SHORTCUTS, "X")
    assert suggest_shortcut("LOCATION:DOOR", taken) == "L D"
    assert suggest_shortcut("LOCATION:DOOR", taken | {"L": "Y"}) == "O D"


def test_a_digit_that_begins_a_sequence_is_not_suggested():
    assert suggest_shortcut("NOM", {"1 2": "ÂGE", "3": "DATE"}) == "2"
