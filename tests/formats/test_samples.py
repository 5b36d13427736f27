"""Files in the layout of each tool, old ones too: what is read of them."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from formats import FORMATS
from formats.problems import (
    ANNOTATIONS_NOT_READ,
    BAD_TAG,
    LABEL_MISSING,
    LABEL_NOT_TEXT,
    MISSING_FIELD,
    NOT_WEBANNO,
    QUOTE_DIFFERS,
    SPAN_ACROSS_SENTENCES,
    SPAN_DISCONTINUOUS,
    SPAN_INSIDE_CHARACTER,
    TEXT_DIFFERS_FROM_TOKENS,
    WRONG_COLUMNS,
)
from formats.records import ERROR, WARNING, Problem, ReadOptions, Record
from tests.formats.files import Folder, read, read_one, read_problems, write
from text.spans import Span

DATA = Path(__file__).parents[1] / "data"


def records_of(path: str, **options) -> list[Record]:
    name = path.split("/", maxsplit=1)[0]
    found = read(name, (DATA / path).read_bytes(), **options)
    return [each for each in found if isinstance(each, Record)]


def problems_of(path: str, **options) -> list[tuple[str, int, str]]:
    found = read(path.split("/", maxsplit=1)[0], (DATA / path).read_bytes(), **options)
    return [(p.code, p.line, p.severity) for p in found if isinstance(p, Problem)]


def marked(record: Record) -> list[tuple[str, str]]:
    return [(span.label, record.text[span.start : span.end]) for span in record.spans]


def read_brat(name: str) -> list[Record | Problem]:
    text, annotations = ((DATA / f"brat/{name}{end}").open("rb") for end in (".txt", ".ann"))
    with text, annotations:
        return list(
            FORMATS["brat"].read(text, options=ReadOptions(name=name), companion=annotations)
        )


DUPONT = [("NOM", "Dupont"), ("DATE", "12/03/1956")]


def test_prodigy_answers_have_their_annotator_verdict_and_time():
    records = records_of("prodigy/ner_manual.jsonl")
    assert [(r.annotator, r.verdict, r.is_annotated) for r in records] == [
        ("notes-ana", "accept", True),
        ("notes-bob", "accept", True),
        ("notes-ana", "reject", True),
        ("notes-ana", "ignore", True),
    ]
    assert marked(records[0]) == DUPONT
    assert records[0].answered_at == datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC)


def test_prodigy_files_without_ws_in_character_mode_without_answers_and_of_review_are_read():
    old, by_character, raw, reviewed = records_of("prodigy/old_and_other.jsonl")
    assert (marked(old), old.annotator) == ([("NOM", "Dupont")], "")
    assert marked(by_character) == [("TELEPHONE", "0612345678")]
    assert not raw.is_annotated
    # What the reviewer decided counts; the versions only pass through.
    assert (marked(reviewed), reviewed.annotator) == ([("NOM", "Dupont")], "relecture-carl")
    assert len(reviewed.fields["versions"]) == 2


def test_prodigy_token_end_is_inclusive():
    raw = (DATA / "prodigy/ner_manual.jsonl").read_bytes().splitlines()[0]
    record = read_one("prodigy", raw)
    del_tokens = Record(record.text, record.spans, is_annotated=True)
    written = read_one("prodigy", write("prodigy", [del_tokens])[0])
    assert [(s["token_start"], s["token_end"]) for s in written.fields["spans"]] == [(1, 1), (4, 4)]
    assert [t["text"] for t in written.fields["tokens"]] == [
        "M.",
        "Dupont",
        "né",
        "le",
        "12/03/1956",
        ".",
    ]


def test_a_prodigy_span_that_cuts_a_token_is_written_in_character_mode():
    record = read("prodigy", (DATA / "prodigy/old_and_other.jsonl").read_bytes())[1]
    written = read_one("prodigy", write("prodigy", [record])[0])
    assert "tokens" not in written.fields
    assert "token_start" not in written.fields["spans"][0]


def test_doccano_exports_name_nobody_so_the_file_does():
    first, second = records_of("doccano/ana.jsonl", annotator="ana")
    assert (marked(first), first.id, first.annotator) == (DUPONT, "1", "ana")
    assert (second.spans, second.is_annotated) == ((), True)
    assert (first.fields["service"], first.fields["Comments"]) == ("cardiologie", ["à vérifier"])


def test_doccano_exports_with_relations_are_read_without_the_relations():
    (record,) = records_of("doccano/relations.jsonl")
    assert marked(record) == DUPONT
    assert problems_of("doccano/relations.jsonl") == [(ANNOTATIONS_NOT_READ, 1, WARNING)]


def test_old_doccano_exports_are_read_but_numbers_are_no_labels():
    records = records_of("doccano/old.jsonl")
    assert [(r.id, r.annotator, marked(r)) for r in records] == [
        ("11", "", [("NOM", "Dupont")]),
        ("12", "", [("NOM", "Dupont")]),
        ("14", "1", [("NOM", "Dupont")]),
        ("14", "2", [("NOM", "M. Dupont")]),
    ]
    assert problems_of("doccano/old.jsonl") == [(LABEL_NOT_TEXT, 3, ERROR)]


def test_doccano_in_grapheme_mode_counts_what_people_see():
    line = '{"text": "👨\u200d👩\u200d👧 e\u0301te\u0301 🇨🇭 fin", "label": [[2, 5, "MOT"], [6, 7, "PAYS"]]}'
    record = read_one("doccano", line, offset_unit="graphemes")
    assert marked(record) == [("MOT", "e\u0301te\u0301"), ("PAYS", "🇨🇭")]


def test_label_studio_annotations_are_a_record_each_and_cancelled_ones_are_ignored():
    first, second, predicted, *_ = records_of("labelstudio/export.json")
    assert (first.id, first.annotator, first.verdict, first.duration_ms) == (
        "1",
        "10",
        "accept",
        4200,
    )
    assert marked(first) == DUPONT
    assert (second.annotator, second.verdict) == ("bob@example.org", "ignore")
    assert (predicted.is_prediction, marked(predicted)) == (True, [("NOM", "Dupont")])


def test_label_studio_offsets_are_read_in_the_unit_that_agrees_with_the_quotes():
    *_, in_utf16, in_code_points, unread = records_of("labelstudio/export.json")
    assert marked(in_utf16) == marked(in_code_points) == [("NOM", "Dupont")]
    assert not unread.is_annotated


def test_label_studio_offsets_are_utf16_where_nothing_is_quoted():
    line = '[{"data": {"text": "😀 Rey"}, "annotations": [{"result": [{"value": {"start": 3, "end": 6, "labels": ["NOM"]}}]}]}]'
    assert marked(read_one("labelstudio", line)) == [("NOM", "Rey")]
    in_code_points = line.replace("3,", "2,").replace("6,", "5,")
    assert marked(read_one("labelstudio", in_code_points, offset_unit="code_points")) == [
        ("NOM", "Rey")
    ]
    inside = line.replace("3,", "1,")
    assert read_problems("labelstudio", inside) == [(SPAN_INSIDE_CHARACTER, 1)]


def test_label_studio_offsets_are_trusted_and_a_quote_that_differs_is_reported():
    line = '[{"data": {"text": "M. Rey"}, "annotations": [{"result": [{"type": "labels", "value": {"start": 3, "end": 6, "text": "autre", "labels": ["NOM"]}}]}]}]'
    record, problem = read("labelstudio", line)
    assert marked(record) == [("NOM", "Rey")]
    assert (problem.code, problem.severity) == (QUOTE_DIFFERS, WARNING)


def test_what_label_studio_has_beside_spans_is_counted():
    assert problems_of("labelstudio/export.json") == [
        (ANNOTATIONS_NOT_READ, 110, WARNING),
        (ANNOTATIONS_NOT_READ, 110, WARNING),
    ]


def test_the_short_export_of_label_studio_is_read():
    (record,) = records_of("labelstudio/min.json")
    assert (record.id, record.annotator, marked(record)) == ("1", "10", [("NOM", "Dupont")])


def test_a_bad_annotation_of_a_label_studio_task_leaves_the_others():
    task = '[{"data": {"text": "Rey"}, "annotations": [{"result": 3}, {"result": [], "completed_by": 4}]}]'
    problem, record = read("labelstudio", task)
    assert (problem.line, record.annotator) == (1, "4")


def test_label_studio_passes_through_itself_unchanged():
    before = records_of("labelstudio/export.json")
    content, problems = write("labelstudio", before)
    assert problems == []
    after = [each for each in read("labelstudio", content) if isinstance(each, Record)]
    assert [(r.text, r.spans, r.fields) for r in after] == [
        (r.text, r.spans, r.fields) for r in before
    ]


def test_brat_spans_over_a_line_end_are_one_span():
    *warnings, record = read_brat("lettre")
    assert marked(record) == [*DUPONT, ("ADRESSE", "rue de\nBourg 3"), ("Canton", "VD")]
    assert record.id == "lettre"
    assert [(w.details["kind"], w.details["count"]) for w in warnings] == [
        ("attributes", 1), ("notes", 1), ("relations", 2), ("normalizations", 1), ("events", 1),
    ]  # fmt: skip


def test_brat_spans_in_pieces_are_refused():
    (problem,) = read_brat("discontinu")
    assert (problem.code, problem.line, problem.details["companion"]) == (
        SPAN_DISCONTINUOUS,
        1,
        True,
    )


def test_an_empty_ann_is_an_answer_and_a_missing_one_is_none():
    (answered,) = read_brat("vide")
    assert answered.is_annotated
    assert not read_one("brat", "Rien.").is_annotated


def test_brat_types_are_escaped_as_brat_wants_them():
    written = Folder()
    record = Record("âge 42", (Span(4, 6, "DÉMO:ÂGE"),), is_annotated=True)
    assert list(FORMATS["brat"].write_folder([record], written.create)) == []
    assert written["000001.ann"].decode() == "T1\tD_x00C9_MO_x003A__x00C2_GE 4 6\t42\n"
    assert b"[entities]\nD_x00C9_MO_x003A__x00C2_GE\n" in written["annotation.conf"]
    assert "| DÉMO:ÂGE" in written["visual.conf"].decode()


def test_conll_documents_are_records_and_their_sentences_lines():
    first, second = records_of("conll/conll2003.txt", name="f")
    assert first.text == "Mme Rochat habite Nyon .\nLe Dr Blanc Noir"
    # IOB1: only a span that touches another of its label begins with B.
    assert marked(first) == [
        ("PER", "Rochat"),
        ("LOC", "Nyon"),
        ("PER", "Dr"),
        ("PER", "Blanc Noir"),
    ]
    assert second.text == "# 12"
    assert (first.id, second.id) == ("f-1", "f-2")


def test_conll_sentences_are_records_where_no_documents_are_marked():
    first, second = records_of("conll/bilou.tsv")
    assert marked(first) == [("PER", "Anne Marie Rey"), ("LOC", "Nyon")]
    assert second.text == "Il dort"
    (whole,) = records_of("conll/bilou.tsv", joins_sentences=True, name="notes")
    assert (whole.text, whole.id) == ("Mme Anne Marie Rey Nyon\nIl dort", "notes")


def test_iobes_is_read_and_conllu_with_its_text():
    assert marked(records_of("conll/iobes.tsv")[0]) == [("PER", "Anne Rey"), ("LOC", "Nyon")]
    (record,) = records_of("conll/conllu.conllu", token_column=1)
    assert (record.id, record.text) == ("note-7", "Mme Rey, 42 ans.")
    assert marked(record) == [("NOM", "Rey"), ("ÂGE", "42 ans")]


def test_conll_rows_that_are_none_are_named():
    assert read_problems("conll", "a\tO\nb\n\nc\tO\n") == [(WRONG_COLUMNS, 2)]
    assert read_problems("conll", "a\tX-NOM\n\nb\tO\n") == [(BAD_TAG, 1)]
    (warning, record) = read("conll", "# text = autre chose\na\tB-X\n")
    assert (warning.code, record.text) == (TEXT_DIFFERS_FROM_TOKENS, "a")


def test_webanno_layers_stacks_sub_tokens_and_lines_are_read():
    first, second = records_of("webanno/inception.tsv", name="doc")
    assert first.text == "Le 😊 M. Dupont-Rey [né] à Nyon_Ville."
    assert marked(first) == [
        ("PER", "M. Dupont-Rey"), ("NOM_DOUBLE", "Dupont-Rey"), ("NOM", "Dupont"), ("LOC", "Nyon_Ville"),
    ]  # fmt: skip
    assert second.text == "Suite\tà la ligne\net fin."
    assert marked(second) == [("TXT", "ligne\net")]
    assert (first.id, second.id) == ("doc-1", "s2")
    codes = [code for code, _, severity in problems_of("webanno/inception.tsv")]
    assert codes == [ANNOTATIONS_NOT_READ] * 2


def test_a_webanno_file_can_be_one_record():
    (record,) = records_of("webanno/inception.tsv", joins_sentences=True, name="doc")
    assert record.text.startswith("Le 😊 M. Dupont-Rey [né] à Nyon_Ville.\nSuite\tà")
    assert (len(record.spans), marked(record)[-1], record.id) == (5, ("TXT", "ligne\net"), "doc")


def test_webanno_3_2_with_a_custom_layer_is_read():
    records = records_of("webanno/tsv32.tsv")
    assert [marked(record) for record in records] == [[("NOM", "Dupont")], [("LIEU", "Nyon")]]


WEBANNO = "#FORMAT=WebAnno TSV 3.3\n#T_SP=webanno.custom.PHI|kind\n\n\n"


def test_a_webanno_span_over_two_sentences_needs_them_joined():
    content = WEBANNO + "#Text=un\n1-1\t0-2\tun\tX[1]\t\n\n#Text=deux\n2-1\t3-7\tdeux\tX[1]\t\n"
    assert read_problems("webanno", content) == [(SPAN_ACROSS_SENTENCES, 8)]
    assert marked(read_one("webanno", content, joins_sentences=True)) == [("X", "un\ndeux")]


@pytest.mark.parametrize(
    ("body", "code", "line"),
    [
        ("#Text=un\n1-1\t0-2\tun\n", WRONG_COLUMNS, 6),
        ("#Text=un 😊 x\n1-1\t0-2\tun\t_\t\n1-2\t5-6\tx\t_\t\n", TEXT_DIFFERS_FROM_TOKENS, 5),
        ("#Text=un\n1-1\t0-2\tde\t_\t\n", TEXT_DIFFERS_FROM_TOKENS, 5),
        ("#Text=un\n1-1\t0-2\tun\t*\t\n", LABEL_MISSING, 5),
    ],
)
def test_webanno_lines_that_are_wrong_are_named(body, code, line):
    assert read_problems("webanno", WEBANNO + body) == [(code, line)]


def test_what_is_no_webanno_is_said_so():
    assert read_problems("webanno", "#FORMAT=WebAnno TSV 2.1\n") == [(NOT_WEBANNO, 1)]


def test_csv_with_semicolons_and_lines_in_cells_is_read():
    first, second, third = records_of("csv/notes.csv")
    assert first.text == 'M. Dupont;\r\nné le "12"'
    assert (marked(first), first.id, first.document_type) == ([("NOM", "Dupont")], "1", "lettre")
    assert (second.is_annotated, third.is_annotated) == (True, False)
    assert (first.line, second.line) == (2, 4)
    assert first.fields["service"] == "cardio"


def test_csv_columns_can_have_other_names():
    record = read_one("csv", "note\tno\nabc\t5\n", text_field="note", id_field="no")
    assert (record.text, record.id) == ("abc", "5")
    assert read_problems("csv", "note\nabc\n") == [(MISSING_FIELD, 1)]


def test_jsonl_members_come_out_as_they_came_in():
    raw = (DATA / "jsonl/corpus.jsonl").read_bytes()
    content, problems = write("jsonl", [r for r in read("jsonl", raw) if isinstance(r, Record)])
    assert problems == []
    assert content == raw.replace(b"\n\n", b"\n")


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_an_empty_file_is_no_error_of_ours(name):
    for each in read(name, b""):
        assert isinstance(each, Record | Problem)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("doccano", '{"text": "a", "label": [], "answer": "Berne", "annotator": ["x"]}'),
        (
            "labelstudio",
            '[{"data": {"text": "a", "answer": "Berne", "annotator": ["x"]}, "annotations": [{"result": []}]}]',
        ),
    ],
)
def test_foreign_members_with_names_of_ours_pass_through(name, content):
    record = read_one(name, content)
    assert (record.verdict, record.annotator) == ("accept", "")
    again = read_one(name, write(name, [record])[0])
    assert (again.fields["answer"], again.fields["annotator"]) == ("Berne", ["x"])
