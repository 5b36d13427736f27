"""What reading makes of files: documents, lines, ids, types, and problems with file and line."""

import json

import pytest
from django.utils.translation import override

from corpus.corpora.services import change_corpus
from corpus.documents.models import Chunk, Document
from corpus.imports.services.imports import take_import
from corpus.imports.services.storing import MOST_PROBLEMS
from demo.notes.generator import generate
from formats import problems
from tests.corpus.imports.conftest import problems_of, zipped
from web.errors import explain


def stored() -> list[tuple[str, str, str]]:
    return list(Document.objects.order_by("id").values_list("external_id", "document_type", "kind"))


def lines() -> list[str]:
    return list(Chunk.objects.order_by("document_id", "line").values_list("text", flat=True))


def test_a_folder_of_files_becomes_documents_and_lines(read):
    imported = read(
        {
            "lettres/a.xml": "<d><t><![CDATA[<p>Vu le 18.03.2022</p>]]></t></d>",
            "lettres/b.html": "<p>Bonjour<br>Madame</p>",
            "c.txt": "Une ligne\n\n\tdeux  lignes\n",
        }
    )
    assert stored() == [("a", "lettres", "xml"), ("b", "lettres", "html"), ("c", "", "text")]
    assert lines() == ["Vu le 18#03#2022", "Bonjour", "Madame", "Une ligne", "deux lignes"]
    assert (imported.documents_read, imported.lines_read, imported.errors) == (3, 5, 0)


def test_the_demo_documents_come_in_whole_from_a_zip(read, corpus, actor):
    change_corpus(corpus=corpus, actor=actor, type_path="//Type", id_path="//Identifiant")
    documents = list(generate(40, seed=3))
    archive = zipped({f"{number}.xml": d.xml for number, d in enumerate(documents)})
    imported = read({"notes.zip": archive})
    assert problems_of(imported) == []
    assert stored() == [(d.external_id, d.document_type, "xml") for d in documents]
    assert lines() == [line.text for document in documents for line in document.gold]
    assert imported.job.progress_done == imported.job.progress_total


def test_paths_give_type_and_id_and_say_what_is_text(read, corpus, actor):
    change_corpus(
        corpus=corpus, actor=actor, text_path="//texte", type_path="/d/@type", id_path="//id"
    )
    read({"x.xml": "<d type='lettre'><id>A 1</id><texte>Vu.</texte><n><![CDATA[non]]></n></d>"})
    assert (stored(), lines()) == ([("A 1", "lettre", "xml")], ["Vu."])


def patients() -> list[str]:
    return list(Document.objects.order_by("id").values_list("patient", flat=True))


def test_a_path_finds_whom_a_document_is_about(read, corpus, actor):
    change_corpus(corpus=corpus, actor=actor, patient_path="//Patient/IPP")
    head = "<Entete><Patient><Nom>Rey</Nom><IPP> 8003456 </IPP></Patient></Entete>"
    read(
        {
            "a.xml": f"<d>{head}<t><![CDATA[<p>Vu.</p>]]></t></d>",
            "b.xml": "<d><t><![CDATA[<p>Revu.</p>]]></t></d>",
        }
    )
    assert patients() == ["8003456", ""]
    assert lines() == ["Vu.", "Revu."]


def test_a_field_says_whom_a_record_is_about(read):
    records = [
        {"text": "un", "patient": "P 1"},
        {"text": "deux", "patient": 2},
        {"text": "trois", "patient": ["3"]},
        {"text": "quatre"},
    ]
    read({"a.jsonl": "\n".join(map(json.dumps, records))})
    assert patients() == ["P 1", "2", "", ""]


def test_the_field_with_the_patient_can_be_named(read):
    read({"a.csv": "text,ipp,patient\nun,8001,x\n"}, options={"patient_field": "ipp"})
    assert patients() == ["8001"]


def test_a_patient_with_too_long_a_name_is_a_problem(read):
    imported = read({"a.jsonl": json.dumps({"text": "un", "patient": "x" * 121})})
    assert [problem.code for problem in imported.problems.all()] == [problems.PATIENT_TOO_LONG]


def test_a_type_of_the_import_is_for_documents_that_have_none(read):
    read(
        {"dossier/a.txt": "un", "b.jsonl": '{"text": "deux", "type": "note"}\n{"text": "trois"}'},
        options={"document_type": "lettre", "type_field": "type"},
    )
    assert [kind for _, kind, _ in stored()] == ["lettre", "note", "lettre"]


def test_names_that_meet_are_made_different(read, actor):
    read(
        {"a/x.txt": "un", "b/x.txt": "deux", "b/x.html": "<p>trois</p>", "long" * 40 + ".txt": "4"}
    )
    ids = [external_id for external_id, _, _ in stored()]
    assert ids[:2] == ["x", "b/x"]
    assert ids[2].startswith("x-")
    assert ids[3].startswith("longlong")
    assert len(set(ids)) == 4
    assert max(map(len, ids)) <= 120


def test_records_are_numbered_where_they_have_no_id(read):
    read({"n.csv": "text,id\nun,\ndeux,B\n", "m.jsonl": '{"text": "trois"}\n{"text": "quatre"}'})
    assert [external_id for external_id, _, _ in stored()] == ["n-1", "B", "m-1", "m-2"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.jsonl", '{"id": "1", "texte": "Vu."}'),
        ("a.csv", "id;texte\n1;Vu."),
        ("a.tsv", "id\ttexte\n1\tVu."),
        ("a.json", '{"id": "1", "texte": "Vu."}'),
    ],
)
def test_the_manager_names_the_field_of_the_text(read, name, content):
    imported = read({name: content}, options={"text_field": "texte"})
    assert (problems_of(imported), lines()) == ([], ["Vu."])


# --- Twice the same ---------------------------------------------------------------------------


def test_the_same_text_twice_adds_nothing(read):
    archive = zipped({"a.txt": "un", "b.txt": "un", "c/a.txt": "un"})
    imported = read({"a.txt": "un", "b.zip": archive})
    assert (imported.documents_read, imported.documents_known) == (1, 3)
    assert imported.warnings == 0


def test_the_same_files_again_add_nothing(read, actor):
    files = {"a.txt": "un", "b.jsonl": '{"id": "x", "text": "deux"}'}
    take_import(imported=read(files), valid_only=False, actor=actor)
    again = read(files)
    assert (again.documents_read, again.documents_known) == (0, 2)
    assert (again.errors, again.warnings) == (0, 0)
    assert Document.objects.count() == 2


def test_an_id_that_another_text_has_is_an_error(read, actor):
    take_import(imported=read({"a.csv": "id,text\n7,un"}), valid_only=False, actor=actor)
    again = read({"b.csv": "id,text\n7,deux\n8,trois\n8,quatre"})
    assert problems_of(again) == [("b.csv", 2, "id_taken"), ("b.csv", 4, "id_taken")]
    assert again.documents_read == 1


# --- Problems ---------------------------------------------------------------------------------

WRONG = {
    "ill-formed XML": ("a.xml", "<a>\n<b></a>", 2, "bad_xml"),
    "entities": ("a.xml", '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 1, "xml_entities"),
    "encoding": ("a.txt", "été\n".encode() + b"\xe9t", 2, "bad_encoding"),
    "encoding of a record": (
        "a.jsonl",
        b'{"text": "\xc3\xa9"}\n{"text": "\xe9"}',
        2,
        "bad_encoding",
    ),
    "binary": ("a.txt", b"un\n\0", 2, "looks_binary"),
    "binary table": ("a.csv", b"text\nun\n\0\0", 3, "looks_binary"),
    "long line": ("a.txt", "un\n" + "x" * 101, 2, "line_too_long"),
    "long line of a record": ("a.csv", "text\nun\n" + "x" * 101, 3, "line_too_long"),
    "long id": ("a.csv", "id,text\n" + "x" * 121 + ",un", 2, "id_too_long"),
    "long type": ("a.csv", "type,text\n" + "x" * 81 + ",un", 2, "type_too_long"),
    "no archive": ("a.zip", b"PK", None, "bad_archive"),
    "no JSON": ("a.jsonl", '{"text": "un"}\n{"text"', 2, "bad_json"),
}


@pytest.mark.parametrize("name", WRONG)
def test_an_error_has_its_file_and_line(read, settings, name):
    settings.IMPORT_MAX_LINE_CHARACTERS = 100
    file, content, line, code = WRONG[name]
    imported = read({file: content}, options={"type_field": "type"})
    assert problems_of(imported) == [(file, line, code)]
    assert imported.errors == 1


def test_a_file_that_is_one_document_may_be_too_large(read, settings):
    settings.IMPORT_MAX_DOCUMENT_MB = 1
    imported = read({"a.txt": "Bonjour. " * 200_000, "b.xml": "<a>" + " " * 1_100_000 + "</a>"})
    assert [code for _, _, code in problems_of(imported)] == ["document_too_large"] * 2
    assert imported.problems.first().details == {"limit": 1}


def test_problems_inside_an_archive_name_archive_and_file(read):
    archive = zipped({"a/b.xml": "<a>", "../x.txt": "x", "c.zip": zipped({}), "d.pdf": "x"})
    imported = read({"notes.zip": archive})
    assert problems_of(imported) == [
        ("notes.zip/a/b.xml", 1, "bad_xml"),
        ("notes.zip/../x.txt", None, "unsafe_name"),
        ("notes.zip/c.zip", None, "archive_in_archive"),
        ("notes.zip/d.pdf", None, "not_read"),
    ]
    assert (imported.errors, imported.warnings) == (3, 1)


def test_archives_of_one_import_share_their_limit(read, settings):
    settings.IMPORT_MAX_UNPACKED_MB = 2

    def archive(name: str) -> bytes:
        """Return a megabyte in 150 lines that compresses like any text."""
        lines = (
            " ".join(f"{name}{n}" for n in range(m, m + 1000)) for m in range(0, 150_000, 1000)
        )
        return zipped({f"{name}.txt": "\n".join(lines)})

    imported = read({f"{name}.zip": archive(name) for name in "abc"})
    assert problems_of(imported) == [
        ("b.zip", None, "archive_too_large"),
        ("c.zip", None, "archive_too_large"),
    ]


def test_hidden_files_are_passed_over_without_a_word(read):
    archive = zipped({"__MACOSX/._a.txt": "x", ".DS_Store": "x", "a.txt": "un"})
    imported = read({"a.zip": archive, ".b/c.txt": "x"})
    assert (imported.documents_read, problems_of(imported)) == (1, [])


def test_a_file_without_text_is_a_warning(read):
    imported = read({"a.txt": " \n ", "b.xml": "<a>métadonnées</a>", "c.txt": ""})
    assert [code for _, _, code in problems_of(imported)] == ["no_text"] * 3
    assert (imported.documents_read, imported.errors) == (0, 0)


def test_a_chosen_format_passes_over_files_of_others(read):
    imported = read({"a.xml": "<a><![CDATA[un]]></a>", "b.txt": "x", "c.note": "x"}, format="xml")
    assert problems_of(imported) == [
        ("b.txt", None, "not_in_this_format"),
        ("c.note", 1, "bad_xml"),
    ]


def test_of_many_problems_some_are_kept_and_all_counted(read):
    records = "\n".join("nothing" for _ in range(MOST_PROBLEMS + 100))
    imported = read({"a.jsonl": records, "b.pdf": "x"})
    assert imported.errors == MOST_PROBLEMS + 100
    assert imported.problems.filter(severity="error").count() == MOST_PROBLEMS
    assert imported.problems.filter(severity="warning").count() == 1


def test_nul_characters_of_json_are_cleaned_away(read):
    read({"a.jsonl": json.dumps({"text": "Vu\0 par\0"})})
    assert lines() == ["Vu par"]
    assert Document.objects.get().source == "Vu par"


def test_words_have_their_details(read):
    imported = read({"a.xml": "<a>" * 300 + "</a>" * 300})
    with override("en"):
        words = [explain(problem) for problem in imported.problems.all()]
    assert words == ["Not read: elements are nested more than 256 levels deep."]
