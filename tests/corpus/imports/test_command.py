"""`manage.py import_texts`: the same import, from files on the server."""

import io
import os
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from corpus.documents.models import Corpus, Document
from corpus.imports.models import Import, ImportFile, ImportPiece
from tests.corpus.imports.conftest import zipped


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    (folder / "lettres").mkdir(parents=True)
    (folder / "lettres" / "a.txt").write_text("Vu le 18.03.2022")
    (folder / "b.html").write_text("<p>Bonjour</p>")
    (folder / ".hidden").write_text("x")
    (folder / "z.zip").write_bytes(zipped({"d.txt": "Au revoir", "e.txt": "Vu le 18.03.2022"}))
    return folder


def import_texts(*words: object, corpus: str = "Notes") -> str:
    output = io.StringIO()
    call_command(
        "import_texts", corpus, *map(str, words), "--user", "CARL@example.org", stdout=output
    )
    return output.getvalue()


def test_a_folder_comes_into_the_corpus(corpus, folder):
    assert import_texts(folder).splitlines() == [
        "3 new documents with 3 lines and 0 annotated lines, 1 known; 0 errors, 0 warnings.",
        "Imported.",
    ]
    taken = Document.objects.taken().order_by("external_id")
    assert list(taken.values_list("external_id", "document_type")) == [
        ("a", "lettres"),
        ("b", "notes"),
        ("d", ""),
    ]
    assert sorted(ImportFile.objects.values_list("name", flat=True)) == [
        "notes/b.html",
        "notes/lettres/a.txt",
        "notes/z.zip",
    ]
    assert not ImportPiece.objects.exists()


def test_the_same_again_adds_nothing(corpus, folder):
    import_texts(folder)
    assert import_texts(folder).startswith("0 new documents with 0 lines")
    assert Document.objects.count() == 3


def test_with_an_error_nothing_changes(corpus, folder):
    (folder / "x.xml").write_text("<a>\n<b>\n</a>")
    with pytest.raises(CommandError, match="Nothing was imported"):
        import_texts(folder)
    assert Import.objects.get().state == "discarded"
    assert not Document.objects.exists()
    assert not ImportFile.objects.exists()


def test_what_is_valid_can_be_imported(corpus, folder):
    (folder / "x.xml").write_text("<a>\n<b>\n</a>")
    lines = import_texts(folder, "--valid-only").splitlines()
    assert lines[0] == "notes/x.xml:3: error: The XML is not well-formed here."
    assert lines[-1] == "Imported."
    assert Document.objects.taken().count() == 3


def test_a_new_corpus_is_made_on_demand(carl, folder):
    with pytest.raises(CommandError, match="no corpus of this name"):
        import_texts(folder, corpus="Lettres")
    import_texts(folder, "--create", corpus="Lettres")
    assert list(Corpus.objects.visible_to(carl).values_list("name", flat=True)) == ["Lettres"]


def test_a_new_corpus_goes_again_if_its_import_fails(carl, folder):
    (folder / "x.xml").write_text("<a>")
    with pytest.raises(CommandError):
        import_texts(folder, "--create", corpus="Lettres")
    assert not Corpus.objects.exists()


def test_a_stranger_to_the_corpus_cannot_import_into_it(corpus, eve, folder):
    with pytest.raises(CommandError, match="no corpus of this name"):
        call_command("import_texts", "Notes", str(folder), "--user", "eve@example.org")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["missing.txt"], "There is no missing.txt"),
        (["lettres/a.txt", "autres/a.txt"], "Two files are called a.txt"),
        (["empty"], "There is no file to read"),
    ],
)
def test_what_cannot_be_read_is_said(corpus, folder, monkeypatch, words, reason):
    monkeypatch.chdir(folder)
    for name in ("autres", "empty"):
        (folder / name).mkdir()
    (folder / "autres" / "a.txt").write_text("autre")
    with pytest.raises(CommandError, match=reason):
        import_texts(*words)
    assert not Import.objects.under_way().exists()


def test_a_name_that_is_refused_is_said(corpus, folder):
    # As an archive of an older system leaves it: Latin-1, which is no UTF-8.
    Path(os.fsdecode(os.fsencode(folder) + b"/No\xeblle.txt")).write_text("Vu hier")
    with pytest.raises(CommandError, match=r"notes/No\\udceblle.txt'"):
        import_texts(folder)
    assert not Import.objects.exists()


def test_a_link_leads_no_import_out_of_its_folder(corpus, folder, tmp_path):
    (tmp_path / "elsewhere.txt").write_text("Secret")
    (folder / "link.txt").symlink_to(tmp_path / "elsewhere.txt")
    with pytest.raises(CommandError, match="outside the folder"):
        import_texts(folder)
    (folder / "link.txt").unlink()
    (folder / "link.txt").symlink_to(folder / "b.html")
    assert "Imported." in import_texts(folder)


def test_annotations_get_a_purpose_and_documents_a_type(corpus, tmp_path):
    line = '{"texte": "Vu par Durand", "spans": [{"start": 7, "end": 13, "label": "NOM"}]}'
    (tmp_path / "a.jsonl").write_text(line)
    words = ["--purpose", "answers", "--annotator", "ana", "--type", "note", "--format", "jsonl"]
    output = import_texts(tmp_path / "a.jsonl", *words, "--text-field", "texte")
    assert "1 lines and 1 annotated lines" in output
    assert Document.objects.get().document_type == "note"


def test_another_import_under_way_is_in_the_way(corpus, receive, folder):
    receive({})
    with pytest.raises(CommandError, match="Another import is in progress"):
        import_texts(folder)
