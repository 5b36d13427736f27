import pytest
from hypothesis import given
from hypothesis import strategies as st

from text.errors import InvalidMarkup, InvalidSpan
from text.markup import parse, render
from text.spans import Span


@pytest.mark.parametrize(
    ("marked", "text", "spans"),
    [
        ("Dr [Durand](NOM:PERSONNEL_MÉDICAL)", "Dr Durand", [Span(3, 9, "NOM:PERSONNEL_MÉDICAL")]),
        ("rien [20:00] ici", "rien [20:00] ici", []),
        ("[[20:00](TEMPORAL:TEMPS)]", "[20:00]", [Span(1, 6, "TEMPORAL:TEMPS")]),
        (r"\[a](ORGANISATION)", "[a](ORGANISATION)", []),
        ("[a](X)[b](Y)", "ab", [Span(0, 1, "X"), Span(1, 2, "Y")]),
        (r"[a\](X)", "[a](X)", []),
        # Read in one way only: with two for each backslash this would not end.
        ("[" + "\\" * 99, "[" + "\\" * 50, []),
        ("", "", []),
    ],
)
def test_markup_means(marked, text, spans):
    assert parse(marked) == (text, spans)


@given(
    st.text(),
    st.lists(st.integers(0, 60)),
    st.sampled_from(["AUTRES", "TEMPORAL:DATE", "DÉMOGRAPHIE:ÂGE"]),
)
def test_what_is_rendered_parses_to_the_same(text, cuts, label):
    places = sorted({cut for cut in cuts if cut <= len(text)})
    spans = [Span(start, end, label) for start, end in zip(places[::2], places[1::2], strict=False)]
    assert parse(render(text, spans)) == (text, spans)


@pytest.mark.parametrize(
    "spans", [[Span(0, 2, "A"), Span(1, 3, "B")], [Span(2, 9, "A")], [Span(0, 1, "A(")]]
)
def test_what_cannot_be_written_is_refused(spans):
    with pytest.raises(InvalidMarkup):
        render("abc", spans)


@pytest.mark.parametrize("values", [(-1, 2, "A"), (2, 2, "A"), (3, 2, "A"), (0, 1, "")])
def test_an_impossible_span_is_refused(values):
    with pytest.raises(InvalidSpan):
        Span(*values)


def test_spans_sort_by_place():
    assert min([Span(3, 4, "A"), Span(0, 9, "B"), Span(0, 2, "C")]) == Span(0, 2, "C")
