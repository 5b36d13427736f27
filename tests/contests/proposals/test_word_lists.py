"""Lists of words: read as people write them, problems named by line."""

import pytest

from contests.proposals.domain.lexicons import MOST_WORDS, read_words


def test_a_word_a_line_tidied():
    found = read_words("\ufeff Unité  Azur\r\n\n# a remark\nHôpital de jour\n")
    assert list(found.words.values()) == ["Unité Azur", "Hôpital de jour"]
    assert found.problems == []


def test_words_that_differ_in_case_and_accents_only_are_one():
    found = read_words("Hôpital\nhopital\nHO\u0302PITAL\nHospice")
    assert list(found.words.values()) == ["Hôpital", "Hospice"]
    assert found.duplicates == 2


@pytest.mark.parametrize("delimiter", [";", ",", "\t"])
def test_of_a_table_the_first_column_is_taken(delimiter):
    rows = [["Nom", "Code"], ['"Azur, Nord; Est"', "1"], ["", "2"], ["Sud", "3"]]
    text = "\r\n".join(delimiter.join(row) for row in rows)
    found = read_words(text, is_table=True, has_header=True)
    assert list(found.words.values()) == ["Azur, Nord; Est", "Sud"]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("x" * 121, "too_long"),
        ("508", "no_letter"),
        ("A", "no_letter"),
        ("--", "no_letter"),
        ("Unit\ufffd", "unreadable"),
        ("Uni\u200bté", "unreadable"),
        ("le", "everyday"),
        ("Où", "everyday"),
    ],
)
def test_what_is_no_word_is_named_by_its_line(line, code):
    found = read_words(f"Azur\n\n{line}\nSud")
    assert [(each.line, each.code) for each in found.problems] == [(3, code)]
    assert list(found.words.values()) == ["Azur", "Sud"]


def test_an_abbreviation_in_capitals_may_look_like_an_everyday_word():
    assert read_words("SI").words == {"si": "SI"}


def test_a_list_has_an_end():
    found = read_words("\n".join(f"Unité {number}" for number in range(MOST_WORDS + 5)))
    assert [(each.line, each.code) for each in found.problems] == [(MOST_WORDS + 1, "too_many")]


def test_a_quotation_mark_that_is_never_closed_is_a_problem():
    text = 'Azur;1\n"Sud;2\n' + "Nord;3\n" * 100_000
    assert [each.code for each in read_words(text, is_table=True).problems]
