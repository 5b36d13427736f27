"""Through every format and back: text and spans stay exactly, or the writer says what does not."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from formats import FORMATS
from formats.problems import RECORD_NOT_KEPT, SPAN_NOT_KEPT, SPAN_SHORTENED
from formats.records import ERROR, Record
from tests.formats.files import pass_through
from text.markup import parse
from text.spans import Span

FAMILY = "👨\u200d👩\u200d👧"
# Characters that mean something to one format or another.
NASTY = "aÉ1 \t\n\r\"'\\[]{}|_;,*#-=/<>:.\x00\x07\x0b\x85\u00a0\u2028\u200d\ufeff\u0301😀\U0001f468"
SCRAPS = [
    "M. Dupont", "né", "12/03/1956", "\r\n", "\n\n", "  ", "->", "_", "#Text=", "# newdoc", "# text = a", "T1\t", "-DOCSTART-",
    '""', "\\n", "\\u00e9", "_x00C9_", "[3]", FAMILY, "IPP8003456789", "aujourd’hui", "O", "B-X", "1-1\t0-2", ";", "\t",
]  # fmt: skip
texts = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"])),
    st.text(st.sampled_from(NASTY)),
    st.lists(st.sampled_from([*SCRAPS, *NASTY])).map("".join),
)
printable = st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"])
labels = st.one_of(
    st.sampled_from(
        ["NOM:PATIENT_E", "DÉMOGRAPHIE:ÂGE", "Deux mots", "a|b[3]", "*", "_", "O", "_x00C9_"]
    ),
    st.text(printable, min_size=1, max_size=12),
)


@st.composite
def annotated(draw: st.DrawFn) -> Record:
    text = draw(texts)
    spans = []
    for _ in range(draw(st.integers(0, 5)) if text else 0):
        start = draw(st.integers(0, len(text) - 1))
        end = draw(st.integers(start + 1, len(text)))
        spans.append(Span(start, end, draw(labels)))
    return Record(text, tuple(spans), is_annotated=True)


def content(record: Record) -> tuple[str, Counter[Span]]:
    return record.text, Counter(record.spans)


def overlap(record: Record) -> bool:
    spans = sorted(record.spans)
    return any(b.start < a.end for a, b in pairwise(spans))


def has_blank_edges(record: Record) -> bool:
    covered = [record.text[span.start : span.end] for span in record.spans]
    return any(piece.strip() != piece for piece in covered)


EXACT = sorted(FORMATS.keys() - {"conll", "webanno"})


@pytest.mark.parametrize("name", EXACT)
@given(records=st.lists(annotated(), max_size=4))
@settings(max_examples=60)
def test_text_and_spans_stay_exactly(name, records):
    found, problems = pass_through(name, records)
    assert problems == []
    assert [content(record) for record in found] == [content(record) for record in records]


@given(records=st.lists(annotated(), max_size=4))
@settings(max_examples=100)
def test_webanno_keeps_everything_but_empty_texts(records):
    found, problems = pass_through("webanno", records)
    kept = [record for record in records if record.text]
    assert [content(record) for record in found] == [content(record) for record in kept]
    lost = [number for number, record in enumerate(records, 1) if not record.text]
    assert [(p.code, p.details["record"]) for p in problems] == [(RECORD_NOT_KEPT, n) for n in lost]


@given(records=st.lists(annotated(), max_size=4))
@settings(max_examples=100)
def test_conll_keeps_texts_and_says_which_spans_it_cannot(records):
    found, problems = pass_through("conll", records)
    assert [record.text for record in found] == [record.text for record in records]
    for number, (before, after) in enumerate(zip(records, found, strict=True), 1):
        own = [p for p in problems if p.details["record"] == number]
        assert len(after.spans) == len(before.spans) - sum(p.code == SPAN_NOT_KEPT for p in own)
        if not own:
            assert content(after) == content(before)
        assert bool(own) == (overlap(before) or has_blank_edges(before))
        assert {p.code for p in own} <= {SPAN_NOT_KEPT, SPAN_SHORTENED}
        assert all(p.severity == ERROR for p in own)


@pytest.mark.parametrize("name", sorted(FORMATS))
@pytest.mark.parametrize(
    "marked",
    [
        "M. [Dupont](NOM:PATIENT_E) né le [12/03/1956](TEMPORAL:DATE).",
        "âgé de [quarante-deux ans](DÉMOGRAPHIE:ÂGE)",
        f"{FAMILY} famille [Rochat](NOM:PATIENT_E) 😀 [Vaud](EMPLACEMENT:CODE_CANTON)",
        "« [M.\u00a0Jaquet](NOM:PATIENT_E) »",
        'il dit : "l\'[Hôpital](ORGANISATION) ""Le Pré"""',
        "IPP[8003456789](ID:IPP)suivi",
        "[Anna](NOM:PATIENT_E)[Bolay](NOM:PATIENT_E)",
        "  bord [gauche](AUTRES) et droit  ",
        "première\n\nligne\r\n[deux](AUTRES)\ttab",
        "un | deux \\\\ trois ; [quatre](DEUX MOTS) * # _ ->",
        "a\u2028b [c](AUTRES) \u0085",
        "[tout](AUTRES)",
    ],
)
def test_what_french_notes_hold_stays_exactly(name, marked):
    text, spans = parse(marked)
    record = Record(text, tuple(spans), id="note-1", is_annotated=True)
    found, problems = pass_through(name, [record])
    assert [problem for problem in problems if problem.severity == ERROR] == []
    assert [(r.id, content(r)) for r in found] == [("note-1", content(record))]


@pytest.mark.parametrize("name", sorted(FORMATS.keys() - {"brat"}))
def test_a_span_over_two_lines_stays_one(name):
    record = Record("Rue du\nBourg 3", (Span(0, 14, "ADRESSE"),), is_annotated=True)
    assert [content(r) for r in pass_through(name, [record])[0]] == [content(record)]


@pytest.mark.parametrize("name", sorted(FORMATS.keys() - {"webanno"}))
def test_a_text_that_nobody_annotated_stays_one(name):
    found, _ = pass_through(
        name, [Record("rien", is_annotated=False), Record("", is_annotated=True)]
    )
    assert [(r.text, r.is_annotated) for r in found] == [("rien", False), ("", True)]


@pytest.mark.parametrize("name", sorted(FORMATS.keys() - {"webanno", "brat"}))
@pytest.mark.parametrize("verdict", ["accept", "reject", "ignore"])
def test_who_said_what_stays(name, verdict):
    record = Record("abc", (), id="7", annotator="ana", verdict=verdict, is_annotated=True)
    (found,) = pass_through(name, [record])[0]
    assert (found.id, found.annotator, found.verdict) == ("7", "ana", verdict)


JSON_FORMATS = ["conll", "docbin", "doccano", "jsonl", "labelstudio", "prodigy"]


@pytest.mark.parametrize("name", JSON_FORMATS)
@given(
    fields=st.dictionaries(
        st.text(st.characters(exclude_categories=["Cs"]), min_size=1).map("x-{}".format),
        st.recursive(
            st.none()
            | st.booleans()
            | st.integers()
            | st.floats(allow_nan=False, allow_infinity=False)
            | st.text(st.characters(exclude_categories=["Cs"])),
            lambda inner: st.lists(inner) | st.dictionaries(st.text(printable), inner),
            max_leaves=5,
        ),
        max_size=3,
    )
)
@settings(max_examples=30)
def test_other_fields_pass_through_unchanged(name, fields):
    assume("x-tokens" not in fields)
    record = Record("M. Rey", (Span(3, 6, "NOM"),), id="1", is_annotated=True, fields=fields)
    (found,) = pass_through(name, [record])[0]
    assert {key: found.fields.get(key) for key in fields} == fields
    assert [key for key in found.fields if key in fields] == list(fields)
