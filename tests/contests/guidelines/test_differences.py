import pytest
from hypothesis import given
from hypothesis import strategies as st

from contests.guidelines.domain.defaults import FIRST, Version
from contests.guidelines.domain.differences import Line, compare


def changed(line: Line | None) -> list[str]:
    return [piece.text for piece in line.pieces if piece.is_changed] if line else []


def test_changed_words_are_marked_within_their_line():
    (stretch,) = compare("Le titre est marqué.", "Le titre reste dehors.")
    (row,) = stretch.rows
    assert changed(row.before) == ["est", "marqué"]
    assert changed(row.after) == ["reste", "dehors"]


def test_a_new_line_has_nothing_beside_it():
    (stretch,) = compare("a\nc", "a\nb\nc")
    assert [
        (row.before and row.before.number, row.after and row.after.number) for row in stretch.rows
    ] == [
        (1, 1),
        (None, 2),
        (2, 3),
    ]


def test_unchanged_stretches_are_folded_away():
    lines = [f"line {number}" for number in range(40)]
    after = [*lines[:20], "another", *lines[21:]]
    stretches = compare("\n".join(lines), "\n".join(after))
    assert [stretch.is_folded for stretch in stretches] == [True, False, True]
    assert [len(stretch.rows) for stretch in stretches] == [17, 7, 16]


def test_equal_texts_have_no_difference():
    assert compare("a\nb", "a\nb") == []


@given(st.text(alphabet="ab \n"), st.text(alphabet="ab \n"))
def test_both_texts_can_be_read_back_from_their_difference(before, after):
    rows = [row for stretch in compare(before, after) for row in stretch.rows]
    if before != after:
        for side, text in (("before", before), ("after", after)):
            lines = [getattr(row, side) for row in rows if getattr(row, side)]
            assert [line.number for line in lines] == list(range(1, len(lines) + 1))
            read = ["".join(piece.text for piece in line.pieces) for line in lines]
            assert read == text.splitlines()


@pytest.mark.parametrize(
    ("level", "version"), [("major", "2.0.0"), ("minor", "1.5.0"), ("patch", "1.4.8")]
)
def test_a_version_is_followed_by_the_next_of_its_level(level, version):
    assert str(Version(1, 4, 7).following(level)) == version
    assert str(FIRST) == "1.0.0"
