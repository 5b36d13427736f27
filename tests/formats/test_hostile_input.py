"""Whatever a file holds, a reader says what is wrong and goes on; it never raises and stays small."""

import io
import json
import tracemalloc
import zlib
from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from formats import FORMATS, problems
from formats.records import Problem, ReadOptions, Record
from tests.formats.files import ONE_FILE, read, read_one, read_problems, write
from text.spans import Span
from web.errors import explain

SECRET = "Zurbriggen"


def span(start: object, end: object, label: object = "NOM") -> str:
    members = {"text": SECRET, "spans": [{"start": start, "end": end, "label": label}]}
    return json.dumps(members)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{", problems.BAD_JSON),
        ("{}x", problems.BAD_JSON),
        ('{"text": "a", "n": NaN}', problems.BAD_JSON),
        ('{"text": "a", "n": 1e400}', problems.BAD_JSON),
        ('{"text": "a", "n": ' + "9" * 5000 + "}", problems.BAD_JSON),
        ('{"text": "a", "x": ' + "[" * 100_000 + "]" * 100_000 + "}", problems.JSON_TOO_DEEP),
        ('"texte"', problems.NOT_AN_OBJECT),
        ("3", problems.NOT_AN_OBJECT),
        ("{}", problems.MISSING_FIELD),
        ('{"text": null}', problems.MISSING_FIELD),
        ('{"text": 3}', problems.WRONG_TYPE),
        ('{"text": ["a"]}', problems.WRONG_TYPE),
        ('{"text": "a", "id": {"a": 1}}', problems.WRONG_TYPE),
        ('{"text": "a", "spans": 3}', problems.WRONG_TYPE),
        ('{"text": "a", "spans": {"start": 0}}', problems.WRONG_TYPE),
        ('{"text": "a", "spans": [3]}', problems.WRONG_TYPE),
        ('{"text": "a", "answer": "peut-être"}', problems.WRONG_VALUE),
        ('{"text": "\\ud83d"}', problems.LONE_SURROGATE),
        ('{"text": "a", "meta": ["\\udc00"]}', problems.LONE_SURROGATE),
        (span("0", 1), problems.SPAN_NOT_NUMBERS),
        (span(True, 1), problems.SPAN_NOT_NUMBERS),
        (span(0.0, 1), problems.SPAN_NOT_NUMBERS),
        (span(None, 1), problems.SPAN_NOT_NUMBERS),
        (span(-1, 1), problems.SPAN_OUTSIDE),
        (span(0, 11), problems.SPAN_OUTSIDE),
        (span(0, 10**30), problems.SPAN_OUTSIDE),
        (span(2, 2), problems.SPAN_EMPTY),
        (span(3, 2), problems.SPAN_EMPTY),
        (span(0, 1, ""), problems.LABEL_MISSING),
        (span(0, 1, None), problems.LABEL_MISSING),
        (span(0, 1, 5), problems.LABEL_NOT_TEXT),
        (span(0, 1, ["A"]), problems.LABEL_NOT_TEXT),
        (span(0, 1, "L" * 122), problems.LABEL_TOO_LONG),
        (span(0, 1, "a\nb"), problems.LABEL_UNPRINTABLE),
    ],
)
@pytest.mark.parametrize("name", ["jsonl", "prodigy"])
def test_a_bad_line_is_named_and_the_next_one_read(name, line, code):
    problem, record = read(name, f'{line}\n{{"text": "suite"}}\n')
    assert (problem.code, problem.line) == (code, 1)
    assert (record.text, record.line) == ("suite", 2)
    assert SECRET not in repr(problem)
    assert SECRET not in explain(problem)


def test_a_label_may_be_as_long_as_a_category():
    assert read_one("jsonl", span(0, 1, "L" * 121)).spans


def test_overlaps_are_refused_where_they_are_not_allowed():
    line = '{"text": "abcd", "spans": [{"start": 2, "end": 4, "label": "B"}, {"start": 0, "end": 3, "label": "A"}]}'
    assert len(read_one("jsonl", line).spans) == 2
    (problem,) = read("jsonl", line, allows_overlaps=False)
    assert (problem.code, problem.details) == (problems.SPANS_OVERLAP, {"span": 1, "other": 2})
    touching = line.replace('"end": 3', '"end": 2')
    assert read_one("jsonl", touching, allows_overlaps=False)


def test_a_line_beyond_the_limit_costs_only_itself():
    lines = [b'{"text": "a"}', b'{"text": "' + b"x" * 3000 + b'"}', b'{"text": "b"}', b""]
    found = read("jsonl", b"\n".join(lines), max_record_bytes=1000)
    assert [getattr(each, "text", None) for each in found] == ["a", None, "b"]
    assert (found[1].code, found[1].line) == (problems.RECORD_TOO_LONG, 2)


def test_an_element_of_an_array_beyond_the_limit_costs_only_itself():
    tasks = [{"data": {"text": "a"}}, {"data": {"text": "[x]," * 1000}}, {"data": {"text": 'b"\\'}}]
    found = read("labelstudio", json.dumps(tasks, indent=1), max_record_bytes=1000)
    assert [getattr(each, "text", None) for each in found] == ["a", None, 'b"\\']
    assert (found[1].code, found[1].line, found[2].line) == (problems.RECORD_TOO_LONG, 7, 12)


def test_a_broken_element_of_an_array_costs_only_itself():
    content = '[{"data": {"text": "a"}},\n {"data" "x"}, 5,\n {"data": {"text": "b"}}]'
    found = read("labelstudio", content)
    assert [getattr(each, "text", each.line) for each in found] == ["a", 2, 2, "b"]


@pytest.mark.parametrize("chunk", [1, 2, 3, 7])
def test_an_array_is_cut_in_the_same_way_however_its_bytes_arrive(chunk):
    tasks = [{"data": {"text": text}} for text in ("a", 'q"q', "\\", "}]", "é😀", "x" * 50)]
    raw = json.dumps(tasks, ensure_ascii=False).replace("[", "[\n", 1).encode()

    class Trickle(io.BytesIO):
        def read(self, size: int = -1) -> bytes:
            return super().read(min(size, chunk) if size > 0 else chunk)

    found = FORMATS["labelstudio"].read(Trickle(raw), options=ReadOptions())
    assert [record.text for record in found] == [task["data"]["text"] for task in tasks]


def test_a_file_that_ends_in_the_middle_says_so():
    raw = json.dumps([{"data": {"text": "a"}}, {"data": {"text": "b"}}])[:-10]
    assert read_problems("labelstudio", raw) == [(problems.FILE_CUT_OFF, 1)]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1"])
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("jsonl", '{"text": "né à Genève"}\n'),
        ("csv", "text\nné à Genève\n"),
        ("conll", "# text = né à Genève\nné\tO\nà\tO\nGenève\tO\n"),
        ("brat", "né à Genève"),
        ("webanno", "#FORMAT=WebAnno TSV 3.3\n#Text=né à Genève\n1-1\t0-2\tné\n"),
    ],
)
def test_text_is_read_in_its_encoding(name, content, encoding):
    assert read_one(name, content.encode(encoding), encoding=encoding).text == "né à Genève"


@pytest.mark.parametrize(
    ("name", "content", "line"),
    [
        ("jsonl", b'{"text": "a"}\n{"text": "n\xe9"}\n{"text": "b"}\n', 2),
        ("csv", b"text\na\nn\xe9\nb\n", 3),
        ("conll", b"a\tO\n\nn\xe9\tO\n\nb\tO\n", 3),
    ],
)
def test_bytes_in_another_encoding_are_named_with_their_line(name, content, line):
    found = read(name, content)
    assert [each.text for each in found if isinstance(each, Record)] == ["a", "b"]
    assert read_problems(name, content) == [(problems.BAD_ENCODING, line)]


def test_undecodable_utf16_and_cp1252_are_named():
    cut = '{"text": "a"}\n'.encode("utf-16")[:-1]
    assert problems.BAD_ENCODING in dict(read_problems("jsonl", cut, encoding="utf-16"))
    assert read_problems("jsonl", b'{"text": "\x81"}', encoding="cp1252") == [
        (problems.BAD_ENCODING, 1)
    ]


def test_nul_and_duplicate_ids_are_no_problem_of_a_reader():
    first, second = read("jsonl", '{"id": 1, "text": "a\\u0000b"}\n{"id": 1, "text": "c"}\n')
    assert (first.text, first.id, second.id) == ("a\x00b", "1", "1")


def test_a_quote_that_never_closes_ends_the_table():
    content = 'text\na\n"b' + "\nxxxxxxxxx" * 1000
    found = read("csv", content, max_record_bytes=2000)
    assert found[0].text == "a"
    assert [(p.code, p.line) for p in found[1:]] == [(problems.RECORD_TOO_LONG, 3)]


def test_rows_with_other_columns_are_named():
    assert read_problems("csv", "text,type\na,b\nc\nd,e,f\ng,h,\n") == [
        (problems.WRONG_COLUMNS, 3),
        (problems.WRONG_COLUMNS, 4),
    ]


def test_a_docbin_bomb_and_other_bytes_are_refused(monkeypatch):
    monkeypatch.setattr("formats.docbin._MAX_UNPACKED_BYTES", 10_000)
    assert read_problems("docbin", zlib.compress(b"0" * 10**7)) == [(problems.RECORD_TOO_LONG, 0)]
    assert read_problems("docbin", b"text") == [(problems.NOT_DOCBIN, 0)]
    assert read_problems("docbin", zlib.compress(b"\x81\xa1a\x01")) == [(problems.NOT_DOCBIN, 0)]


SCRAPS = [
    b"{", b"}", b"[", b"]", b'"', b"\\", b",", b":", b"\n", b"\r\n", b"\t", b"\x00", b"\xff", b"\xef\xbb\xbf", b"1-1\t0-2\tab\tX[1]|Y\t",
    b"#FORMAT=WebAnno TSV 3.3\n", b"#T_SP=a.B|value\n", b"#Text=ab\n", b'"text": "ab"', b'"spans": [', b'"data": {', b"null", b"-1", b"1e999",
    b'"annotations": [{"result": [', b"text,spans\n", b"# newdoc\n", b"# text = ab\n", b"# record = {}\n", b"ab\tB-X\n", b"-DOCSTART- O\n", b"T1\tX 0 1\ta",
    b'{"text": "ab", "spans": [{"start": 0, "end": 1, "label": "X"}]}\n', b"\\ud800", "é😀".encode(),
]  # fmt: skip


@pytest.mark.parametrize("name", sorted(FORMATS))
@given(content=st.one_of(st.binary(), st.lists(st.sampled_from(SCRAPS)).map(b"".join)))
@example(content=b"# record = []\n# text = a\na\tO\n")
@example(content=b"# text_json = 3\na\tO\n")
@settings(max_examples=150)
def test_any_bytes_become_records_or_problems_in_words(name, content):
    for companion in (None, io.BytesIO(content)):
        for found in FORMATS[name].read(io.BytesIO(content), companion=companion):
            assert isinstance(found, Record) or explain(found)


@cache
def sound_docbin() -> bytes:
    """Return what a DocBin holds before it is packed."""
    return zlib.decompress(write("docbin", [read_one("jsonl", span(0, 3))])[0])


@given(content=st.binary(max_size=400), position=st.integers(0, 400))
@settings(max_examples=50)
def test_a_damaged_docbin_becomes_records_or_problems(content, position):
    raw = bytearray(sound_docbin())
    raw[position : position + len(content)] = content
    for found in read("docbin", zlib.compress(bytes(raw))):
        assert isinstance(found, Record | Problem)


@pytest.mark.parametrize("name", sorted(set(ONE_FILE) - {"docbin"}))
def test_memory_is_that_of_one_record(name):
    record = Record("x" * 2000, (Span(0, 3, "NOM"),), is_annotated=True)
    content, _ = write(name, [record] * 2000)
    tracemalloc.start()
    count = sum(isinstance(found, Record) for found in FORMATS[name].read(io.BytesIO(content)))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (count, peak < len(content) / 4) == (2000, True)


def test_every_code_is_given_once():
    codes = [value for value in vars(problems).values() if isinstance(value, str)]
    assert sorted(code for code in codes if code in problems.MESSAGES) == sorted(problems.MESSAGES)
