"""A source beside its clean text: every character of both appears once, with its fate."""

import re

from hypothesis import given
from hypothesis import strategies as st

from corpus.documents.domain import Change, compare, layer
from text.cleaning import ALL_RULES, Rules, clean_with_offsets
from text.spans import Span


def compared(source, kind="html", *, lines=100, characters=10_000, rules=ALL_RULES):
    cleaned = clean_with_offsets(source, kind=kind, rules=rules)
    return compare(source, cleaned, most_lines=lines, most_characters=characters)


def marked(pieces):
    """Return pieces in one line: kept text as it is, everything else with its fate."""
    return "".join(
        each.text if each.change == Change.KEPT else f"[{each.change}:{each.text}]"
        for each in pieces
    )


def test_markup_is_left_out():
    row = compared("Bonjour <b>Madame</b>.").rows[0]
    assert marked(row.source) == "Bonjour [removed:<b>]Madame[removed:</b>]."
    assert marked(row.clean) == "Bonjour Madame."


def test_a_glued_full_stop_is_shown_replaced_on_both_sides():
    row = compared("le 18.03.2022.").rows[0]
    assert marked(row.source) == "le 18[replaced:.]03[replaced:.]2022."
    assert marked(row.clean) == "le 18[replaced:#]03[replaced:#]2022."


def test_a_rule_that_is_switched_off_replaces_nothing():
    row = compared("le 18.03.2022.", rules=Rules(full_stops=False)).rows[0]
    assert marked(row.clean) == "le 18.03.2022."


def test_a_character_written_as_a_reference_is_the_same_character():
    row = compared("&Eacute;tat&nbsp;stable&#33;").rows[0]
    assert marked(row.source) == "[decoded:&Eacute;]tat[decoded:&nbsp;]stable[decoded:&#33;]"
    assert marked(row.clean) == "[decoded:É]tat[decoded: ]stable[decoded:!]"


def test_blanks_that_collapse_are_not_worth_a_mark():
    row = compared("un   deux\t trois", "text").rows[0]
    assert marked(row.source) == "un   deux\t trois"
    assert marked(row.clean) == "un deux trois"


def test_cells_are_kept_apart_by_inserted_spaces():
    row = compared("<td>Hb</td><td>99</td>").rows[0]
    assert marked(row.clean) == "Hb[inserted: ]99"


def test_a_line_stands_beside_its_own_stretch_of_the_source():
    rows = compared("<p>Un</p><ul><li>Deux</li><li>Trois</li></ul>").rows
    assert [row.number for row in rows] == [1, 2, 3]
    assert [row.text for row in rows] == ["Un", "Deux", "Trois"]
    assert marked(rows[1].source) == "[removed:<ul><li>]Deux[removed:</li>]"


def test_new_lines_from_markup_are_told_from_those_of_the_source():
    rows = compared("Un<br>Deux\nTrois").rows
    assert [row.breaks_line for row in rows] == [True, False, False]


def test_what_stands_before_and_after_the_text_is_kept_apart():
    source = "<Doc><Id>7</Id><![CDATA[<p>Texte</p>]]></Doc>"
    comparison = compared(source, "xml")
    assert comparison.before == "<Doc><Id>7</Id><![CDATA[<p>"
    assert comparison.after == "</p>]]></Doc>"


def test_a_document_without_text_has_no_rows():
    comparison = compared("<p> </p>")
    assert (comparison.rows, comparison.before, comparison.after) == ((), "<p> </p>", "")
    assert not comparison.is_cut


def test_a_long_document_is_cut_after_so_many_lines():
    comparison = compared("un\ndeux\ntrois", "text", lines=2)
    assert [row.text for row in comparison.rows] == ["un", "deux"]
    assert comparison.is_cut
    assert comparison.after == ""


def test_a_line_too_long_to_show_is_not_begun_unless_it_is_the_first():
    assert [row.text for row in compared("un\n" + "x" * 99, "text", characters=50).rows] == ["un"]
    assert [row.text for row in compared("x" * 99, "text", characters=50).rows] == ["x" * 50]


def test_replacements_are_counted():
    comparison = compared("<p>18.03</p><p>19.04 &agrave; <i>12h</i></p>")
    assert comparison.replaced == 2


PARTS = [
    "<p>",
    "</p>",
    "<br>",
    "<td>",
    "</td>",
    "&eacute;",
    "&nbsp;",
    "18.03",
    "1015-Lausanne",
    "\n",
]
SOURCES = st.lists(st.sampled_from(PARTS) | st.text(max_size=8), max_size=20).map("".join)


@given(source=SOURCES, kind=st.sampled_from(["html", "text"]))
def test_both_sides_are_shown_whole(source, kind):
    comparison = compared(source, kind)
    stretches = [piece.text for row in comparison.rows for piece in row.source]
    assert comparison.before + "".join(stretches) + comparison.after == source
    lines = ["".join(piece.text for piece in row.clean) for row in comparison.rows]
    assert "\n".join(lines) == clean_with_offsets(source, kind=kind).text


def test_a_line_is_cut_at_changes_tokens_and_spans():
    row = compared("M.Dupont vient").rows[0]
    atoms = layer(row, tokens=[(0, 8), (9, 14)], spans=[Span(2, 8, "NOM")])
    assert [(atom.text, atom.change.value, atom.token, atom.span) for atom in atoms] == [
        ("M", "kept", 0, None),
        ("#", "replaced", 0, None),
        ("Dupont", "kept", 0, 0),
        (" ", "kept", None, None),
        ("vient", "kept", 1, None),
    ]


@given(source=SOURCES)
def test_layers_never_lose_a_character(source):
    for row in compared(source).rows:
        tokens = [match.span() for match in re.finditer(r"\w+", row.text)]
        spans = [Span(0, len(row.text), "TOUT")]
        atoms = layer(row, tokens=tokens, spans=spans)
        assert "".join(atom.text for atom in atoms) == row.text
