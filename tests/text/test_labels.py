"""Labels: how names become labels, and their order in a French dictionary."""

import pytest

from text.errors import NameUnreadable
from text.labels import breakable, collation_key, make_label, name_key, tidy_name


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("CODE POSTAL", "CODE_POSTAL"),
        ("  code\tpostal ", "code_postal"),
        ("A\N{COMBINING CIRCUMFLEX ACCENT}GE", "ÂGE"),
        ("Date-Part", "Date-Part"),
        ("12", "12"),
    ],
)
def test_a_name_is_stored_composed_and_without_blanks(written, name):
    assert tidy_name(written) == name


@pytest.mark.parametrize(
    "written", ["", " ", "NOM:PATIENT", "A(B)", "[A]", "{A}", "A/B", "A,B", '"A"', "x" * 61, "a\0"]
)
def test_what_files_write_around_a_label_stays_out_of_it(written):
    with pytest.raises(NameUnreadable):
        tidy_name(written)


def test_a_label_names_both_or_the_one_name_of_both():
    assert make_label("TEMPORAL", "DATE") == "TEMPORAL:DATE"
    assert make_label("ORGANISATION", "ORGANISATION") == "ORGANISATION"


def test_a_label_goes_on_in_the_next_line_between_words_only():
    assert breakable("NOM:PATIENT_E") == "NOM:<wbr>PATIENT_<wbr>E"
    assert breakable("<b>") == "&lt;b&gt;"


def test_names_that_differ_in_case_are_one():
    assert name_key("ÂGE") == name_key("âge") != name_key("AGE")


@pytest.mark.parametrize(
    "ordered",
    [
        ["ÂGE", "EMAIL", "ÉTAT_CIVIL", "FAX", "TÉLÉPHONE"],
        ["cote", "coté", "côte", "côté"],
        ["NOM:A", "NOM:B", "NOMBRE"],
        ["ODEUR", "ŒIL", "OFFICE"],
        ["ID", "ID:IPP", "ID:NUMÉRO_BON", "ID:NUMÉRO_SÉJOUR"],
    ],
)
def test_letters_come_before_accents_and_words_before_letters(ordered):
    jumbled = ordered[::-1]
    assert sorted(jumbled, key=collation_key) == ordered
