"""Annotations in files become answers, gold or pre-annotations, on the lines of the clean text."""

import json

import pytest

from corpus.documents.models import Document
from corpus.imports.models import ImportedAnnotation
from corpus.imports.services.imports import take_import
from tests.corpus.imports.conftest import problems_of, zipped
from text.markup import parse, render
from text.spans import Span


def record(marked: str, **members: object) -> str:
    """Return a line of JSONL from text and spans in inline markup."""
    text, spans = parse(marked)
    found = [{"start": span.start, "end": span.end, "label": span.label} for span in spans]
    return json.dumps({"text": text, "spans": found} | members)


def prodigy(marked: str, annotator: str | None, **members: object) -> str:
    members = {"answer": "accept", "_annotator_id": annotator} | members
    return record(marked, _input_hash=1, _task_hash=2, **members)


def stored() -> list[tuple[str, str, str]]:
    """Return whose annotations there are, their verdict, and each line with them in markup."""
    rows = ImportedAnnotation.objects.select_related("chunk").order_by("chunk_id", "annotator")
    return [(row.annotator, row.verdict, marked_line(row)) for row in rows]


def marked_line(row: ImportedAnnotation) -> str:
    return render(row.chunk.text, [Span(*span) for span in row.spans])


def test_annotations_are_left_out_unless_they_have_a_purpose(read):
    imported = read({"a.jsonl": record("Vu par [Durand](NOM)")})
    assert (imported.documents_read, imported.annotations_read, stored()) == (1, 0, [])


def test_spans_move_with_the_cleaning_and_onto_their_lines(read):
    marked = (
        "  Né le [18.03.2022](DATE),\tvu par [M.Durand ](NOM)\n\n à [1015-Lausanne](LIEU) \nfin"
    )
    imported = read({"a.jsonl": record(marked)}, purpose="gold")
    assert stored() == [
        ("", "accept", "Né le [18#03#2022](DATE), vu par [M#Durand](NOM)"),
        ("", "accept", "à [1015 Lausanne](LIEU)"),
        ("", "accept", "fin"),
    ]
    assert imported.annotations_read == 3


def test_several_people_annotate_one_document(read):
    lines = [
        prodigy("Vu par [Durand](NOM)", "ana"),
        prodigy("Vu par Durand", "bob"),
        prodigy("Pas vu", "ana", answer="reject"),
    ]
    imported = read({"a.jsonl": "\n".join(lines)}, purpose="answers")
    assert stored() == [
        ("ana", "accept", "Vu par [Durand](NOM)"),
        ("bob", "accept", "Vu par Durand"),
        ("ana", "reject", "Pas vu"),
    ]
    assert (imported.documents_read, imported.documents_known, imported.errors) == (2, 0, 0)


def test_a_rejected_answer_has_no_spans(read):
    read({"a.jsonl": prodigy("Vu par [Durand](NOM)", "ana", answer="reject")}, purpose="answers")
    assert stored() == [("ana", "reject", "Vu par Durand")]


def test_what_was_rejected_is_no_gold(read):
    read({"a.jsonl": prodigy("Vu par [Durand](NOM)", "ana", answer="reject")}, purpose="gold")
    assert (stored(), Document.objects.count()) == ([], 1)


def test_doccano_names_its_files_after_people(read):
    line = '{"id": 1, "text": "Vu par Durand", "label": [[7, 13, "NOM"]]}'
    bare = '{"id": 1, "text": "Vu par Durand", "label": []}'
    imported = read({"x.zip": zipped({"ana.jsonl": line, "bob.jsonl": bare})}, purpose="answers")
    assert problems_of(imported) == []
    assert stored() == [
        ("ana", "accept", "Vu par [Durand](NOM)"),
        ("bob", "accept", "Vu par Durand"),
    ]


def test_an_answer_of_nobody_is_an_error_unless_the_import_names_someone(read, receive):
    files = {"a.jsonl": record("Vu par [Durand](NOM)")}
    imported = read(files, purpose="answers")
    assert problems_of(imported) == [("a.jsonl", 1, "annotator_missing")]
    assert not Document.objects.exists()


def test_the_import_may_name_the_annotator(read):
    files = {"a.jsonl": record("Vu par [Durand](NOM)")}
    read(files, purpose="answers", options={"annotator": "ana"})
    assert stored() == [("ana", "accept", "Vu par [Durand](NOM)")]


def test_a_text_that_nobody_annotated_is_no_empty_answer(read):
    read({"a.jsonl": '{"text": "Vu par Durand"}'}, purpose="answers")
    assert (stored(), Document.objects.count()) == ([], 1)


def test_of_two_answers_of_one_person_the_later_counts(read):
    lines = [
        prodigy("Vu par [Durand](NOM)", "ana", _timestamp=1_700_000_500),
        prodigy("Vu par Durand", "ana", _timestamp=1_700_000_000),
        prodigy("Vu [hier](DATE)", "ana"),
        prodigy("[Vu](X) hier", "ana"),
        prodigy("[Vu](X) hier", "ana"),
    ]
    imported = read({"a.jsonl": "\n".join(lines)}, purpose="answers")
    assert [line for _, _, line in stored()] == ["Vu par [Durand](NOM)", "[Vu](X) hier"]
    assert problems_of(imported) == [
        ("a.jsonl", 2, "answered_twice"),
        ("a.jsonl", 4, "answered_twice"),
    ]
    assert (imported.annotations_read, imported.errors) == (2, 0)


def test_a_later_answer_counts_across_steps(read, monkeypatch):
    monkeypatch.setattr("corpus.imports.tasks.MOST_ITEMS", 1)
    lines = [
        prodigy("Vu [hier](DATE)", "ana"),
        prodigy("Pas vu", "ana"),
        prodigy("[Vu](X) hier", "ana"),
        prodigy("Vu hier", "bob"),
    ]
    imported = read({"a.jsonl": "\n".join(lines)}, purpose="answers")
    assert stored() == [
        ("ana", "accept", "[Vu](X) hier"),
        ("bob", "accept", "Vu hier"),
        ("ana", "accept", "Pas vu"),
    ]
    assert imported.annotations_read == 3


@pytest.mark.parametrize("purpose", ["gold", "proposals"])
def test_what_is_right_may_not_differ(read, purpose):
    lines = [record("Vu [hier](DATE)"), record("Vu [hier](DATE)"), record("[Vu](X) hier")]
    imported = read({"a.jsonl": "\n".join(lines)}, purpose=purpose)
    assert problems_of(imported) == [("a.jsonl", 3, "annotations_differ")]
    assert stored() == [("", "accept", "Vu [hier](DATE)")]


def label_studio(*, predicted: bool) -> str:
    def result(start, end, label):
        value = {"start": start, "end": end, "labels": [label]}
        kinds = {"type": "labels", "from_name": "label", "to_name": "text"}
        return {"id": f"{start}", "value": value} | kinds

    person = {"id": 1, "completed_by": 10, "was_cancelled": False, "result": [result(0, 2, "X")]}
    program = {"model_version": "v1", "result": [result(7, 13, "NOM")]}
    task = {"id": 5, "data": {"text": "Vu par Durand"}, "annotations": [person]}
    return json.dumps([task | {"predictions": [program] if predicted else []}])


@pytest.mark.parametrize(
    ("purpose", "predicted", "expected"),
    [
        ("proposals", True, [("", "accept", "Vu par [Durand](NOM)")]),
        ("proposals", False, [("", "accept", "[Vu](X) par Durand")]),
        ("gold", True, [("", "accept", "[Vu](X) par Durand")]),
        ("answers", True, [("10", "accept", "[Vu](X) par Durand")]),
    ],
)
def test_predictions_are_proposals_and_nothing_else(read, purpose, predicted, expected):
    imported = read({"a.json": label_studio(predicted=predicted)}, purpose=purpose)
    assert (problems_of(imported), stored()) == ([], expected)


def test_brat_pairs_are_read_together(read):
    files = {
        "d/a.txt": "M. Dupont né le 12/03/1956.\n",
        "d/a.ann": "T1\tNOM 3 9\tDupont\nT2\tDATE 16 26\t12/03/1956\n",
        "d/b.txt": "Sans rien.",
    }
    for archive in (files, {"x.zip": zipped(files)}):
        imported = read(archive, purpose="gold")
        assert problems_of(imported) == []
        assert stored() == [("", "accept", "M. [Dupont](NOM) né le [12/03/1956](DATE).")]
        ids = Document.objects.order_by("id").values_list("external_id", flat=True)
        assert list(ids) == ["a", "b"]
        Document.objects.all().delete()
        imported.delete()


def test_annotations_without_their_text_are_an_error(read):
    imported = read({"a.ann": "T1\tNOM 3 9\tDupont\n"}, purpose="gold")
    assert [code for _, _, code in problems_of(imported)] == ["annotations_without_text"]


WEBANNO = """#FORMAT=WebAnno TSV 3.3
#T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|value


#Text=Vu par Durand
1-1\t0-2\tVu\t_
1-2\t3-6\tpar\t_
1-3\t7-13\tDurand\tNOM
"""


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.tsv", WEBANNO),
        ("a.conll", "Vu O\npar O\nDurand B-NOM\n"),
        ("a.iob", "Vu O\npar O\nDurand B-NOM\n"),
    ],
)
def test_token_formats_are_known_by_name_or_first_line(read, name, content):
    imported = read({name: content}, purpose="gold")
    assert problems_of(imported) == []
    assert stored() == [("", "accept", "Vu par [Durand](NOM)")]


def test_the_sentences_of_a_file_are_the_lines_of_one_document(read):
    read({"a.conll": "Vu O\npar O\nDurand B-NOM\n\nCe O\nmatin B-TEMPS\n"}, purpose="gold")
    assert stored() == [
        ("", "accept", "Vu par [Durand](NOM)"),
        ("", "accept", "Ce [matin](TEMPS)"),
    ]
    assert list(Document.objects.get().chunks.values_list("line", flat=True)) == [1, 2]


WRONG_SPANS = {
    "the end of a line": ("Vu [hier\nMardi](DATE)", "span_crosses_lines", {"span": 1}),
    "only what cleaning drops": ("[Vu](X) hier[\u200b](Y) matin", "span_vanishes", {"span": 2}),
    "only whitespace": ("Vu[ \n](X)hier", "span_vanishes", {"span": 1}),
}


@pytest.mark.parametrize("name", WRONG_SPANS)
def test_a_span_that_fits_no_line_is_an_error_of_its_record(read, name):
    marked, code, details = WRONG_SPANS[name]
    imported = read({"a.jsonl": record("Avant") + "\n" + record(marked)}, purpose="gold")
    assert problems_of(imported) == [("a.jsonl", 2, code)]
    assert imported.problems.get().details == details
    assert imported.documents_read == 1


def test_overlapping_spans_are_an_error_of_their_record(read):
    spans = [{"start": 0, "end": 5, "label": "A"}, {"start": 3, "end": 8, "label": "B"}]
    line = json.dumps({"text": "Vu par Durand", "spans": spans})
    imported = read({"a.jsonl": line}, purpose="gold")
    assert problems_of(imported) == [("a.jsonl", 1, "spans_overlap")]


def test_overlapping_spans_do_no_harm_where_annotations_are_left_out(read):
    spans = [{"start": 0, "end": 6, "label": "A"}, {"start": 3, "end": 9, "label": "B"}]
    imported = read({"a.jsonl": json.dumps({"text": "Vu par Durand", "spans": spans})})
    assert (imported.documents_read, imported.errors, stored()) == (1, 0, [])


def test_spans_that_cleaning_makes_overlap_are_an_error(read):
    # Two halves of what becomes one character.
    spans = [{"start": 1, "end": 2, "label": "A"}, {"start": 2, "end": 3, "label": "B"}]
    line = json.dumps({"text": "Ve\u0301nus", "spans": spans})
    imported = read({"a.jsonl": line}, purpose="gold")
    assert problems_of(imported) == [("a.jsonl", 1, "spans_overlap")]
    assert imported.problems.get().details == {"span": 2, "other": 1}


def test_a_manager_says_how_the_files_count(read):
    line = json.dumps({"text": "😀 Durand", "spans": [{"start": 3, "end": 9, "label": "NOM"}]})
    read({"a.jsonl": line}, purpose="gold", options={"offset_unit": "utf16"})
    assert stored() == [("", "accept", "😀 [Durand](NOM)")]


def test_offsets_count_nul_and_emoji_as_the_file_does(read):
    line = json.dumps({"text": "\0😀 Durand", "spans": [{"start": 3, "end": 9, "label": "NOM"}]})
    read({"a.jsonl": line}, purpose="gold")
    assert stored() == [("", "accept", "😀 [Durand](NOM)")]


def test_a_second_import_adds_what_another_person_says(read, actor):
    first = read({"ana.jsonl": prodigy("Vu [hier](DATE)", "ana")}, purpose="answers")
    take_import(imported=first, valid_only=False, actor=actor)
    second = read({"bob.jsonl": prodigy("Vu hier", "bob")}, purpose="answers")
    assert (second.documents_read, second.documents_known, second.annotations_read) == (0, 1, 1)
    assert second.brings_something
    assert problems_of(second) == []
    assert [row.annotator for row in ImportedAnnotation.objects.taken()] == ["ana"]
    take_import(imported=second, valid_only=False, actor=actor)
    assert stored() == [("ana", "accept", "Vu [hier](DATE)"), ("bob", "accept", "Vu hier")]
    assert ImportedAnnotation.objects.taken().count() == 2


def test_the_same_characters_read_in_another_way_get_no_annotations(read):
    text, spans = parse("<p>Vu</p><p>[hier](DATE)</p>")
    line = record("<p>Vu</p><p>[hier](DATE)</p>")
    imported = read({"a.html": text, "b.jsonl": line}, purpose="gold")
    assert len(spans) == 1
    assert problems_of(imported) == [("b.jsonl", 1, "annotations_of_known")]
    assert stored() == []


def test_annotations_of_a_document_that_came_earlier_are_left_out_with_a_word(read, actor):
    first = {"a.jsonl": record("Vu [hier](DATE)")}
    take_import(imported=read(first, purpose="gold"), valid_only=False, actor=actor)
    same = read(first, purpose="gold")
    assert (same.documents_known, same.warnings) == (1, 0)
    take_import(imported=same, valid_only=False, actor=actor)
    other = read({"a.jsonl": record("[Vu](X) hier")}, purpose="gold")
    assert problems_of(other) == [("a.jsonl", 1, "annotations_of_known")]
    assert stored() == [("", "accept", "Vu [hier](DATE)")]


def test_times_of_answers_are_kept(read):
    line = prodigy("Vu [hier](DATE)", "ana", _timestamp=1_700_000_000)
    read({"a.jsonl": line}, purpose="answers")
    row = ImportedAnnotation.objects.get()
    assert row.answered_at.isoformat() == "2023-11-14T22:13:20+00:00"


def test_names_and_numbers_that_no_database_stores_are_no_crash(read):
    strange = {"id": "a\0b", "type": "x\0", "annotator": "an\0a", "duration_ms": 10**15}
    imported = read(
        {"a.jsonl": record("Vu [hier](DATE)", **strange)},
        purpose="answers",
        options={"type_field": "type"},
    )
    assert problems_of(imported) == []
    document = Document.objects.get()
    assert (document.external_id, document.document_type) == ("ab", "x")
    assert [annotator for annotator, _, _ in stored()] == ["ana"]


@pytest.mark.parametrize(
    "members",
    [
        {"answered_at": "9999-12-31T23:59:59-12:00"},
        {"answered_at": "0001-01-01T00:00:00+14:00"},
        {"duration_ms": -5},
        {"duration_ms": 1e300},
        {"answer": "maybe"},
    ],
)
def test_strange_members_are_stored_or_a_problem_but_no_crash(read, members):
    imported = read(
        {"a.jsonl": record("Vu [hier](DATE)", annotator="ana", **members)}, purpose="answers"
    )
    assert imported.state == "checked"
    assert imported.documents_read + imported.errors == 1
