"""What each file of an import is: which encoding it has, and whether it is a document at all."""

import io
import json

import pytest
from django.urls import reverse

from corpus.documents.models import Chunk, Document
from corpus.imports.errors import FormatGone
from corpus.imports.models import Import
from corpus.imports.services.imports import start_reading
from formats.brat import BRAT
from formats.records import Record, WriteOptions
from tests.corpus.imports.conftest import problems_of, zipped
from text.spans import Span

FRENCH = "Opéré à l’hôpital"
NOTE = "read_as_windows"


def lines() -> list[str]:
    return sorted(Chunk.objects.values_list("text", flat=True))


def test_files_of_different_encodings_are_read_together_with_a_note(read):
    imported = read(
        {
            "a.txt": f"{FRENCH} A".encode(),
            "b.txt": f"{FRENCH} B".encode("cp1252"),
            "c.txt": f"{FRENCH} C".encode("utf-16"),
            "d.html": f"<p>{FRENCH} D</p>".encode("cp1252"),
            "e.csv": f"text\n{FRENCH} E\n".encode("cp1252"),
            "f.jsonl": json.dumps({"text": f"{FRENCH} F"}, ensure_ascii=False).encode("cp1252"),
            "g.jsonl": json.dumps({"text": f"{FRENCH} G"}, ensure_ascii=False).encode(),
        }
    )
    assert lines() == [f"{FRENCH} {letter}" for letter in "ABCDEFG"]
    assert problems_of(imported) == [
        (name, None, NOTE) for name in ("b.txt", "d.html", "e.csv", "f.jsonl")
    ]
    assert (imported.errors, imported.warnings) == (0, 4)


def test_a_choice_spares_the_files_that_show_another_encoding(read):
    files = {"a.txt": FRENCH.encode(), "b.csv": f"text\n{FRENCH} !\n".encode("cp1252")}
    imported = read(files, options={"encoding": "cp1252"})
    assert lines() == [FRENCH, f"{FRENCH} !"]
    assert problems_of(imported) == [("a.txt", None, "read_as_utf8")]


def test_a_text_and_its_annotations_may_differ_in_their_encodings(read):
    quote = "T1\tÂGE 0 5\tOpéré\n"
    files = {"a.txt": FRENCH.encode("cp1252"), "a.ann": quote.encode()}
    imported = read(files, purpose="gold")
    assert problems_of(imported) == [("a.txt", None, NOTE)]
    assert imported.annotations_read == 1


def brat_export() -> bytes:
    """Return an archive as an export of ours has it."""
    files: dict[str, io.BytesIO] = {}

    class Kept(io.BytesIO):
        def close(self) -> None:
            pass

    def create(name: str) -> io.BytesIO:
        files[f"train/{name}"] = Kept()
        return files[f"train/{name}"]

    records = [
        Record("Vu par Rey", (Span(7, 10, "NOM:PATIENT_E"),), id="n-1", is_annotated=True),
        Record("Vu hier", (), id="n-2", is_annotated=True),
    ]
    list(BRAT.write_folder(records, create, options=WriteOptions()))
    beside = {
        "DATACARD.en.md": "# Card",
        "alignment.json": "{}",
        "manifest.json": "{}",
        "SHA256SUMS": "0 train/n-1.txt",
    }
    return zipped({name: file.getvalue() for name, file in files.items()} | beside)


@pytest.mark.parametrize("chosen", ["auto", "brat"])
def test_an_export_for_brat_comes_back_as_its_documents_alone(read, chosen):
    imported = read({"export.zip": brat_export()}, format=chosen, purpose="gold")
    assert list(Document.objects.values_list("external_id", flat=True)) == ["n-1", "n-2"]
    assert problems_of(imported) == []
    assert imported.annotations_read == 2


def test_only_pairs_of_brat_are_read_as_brat(read):
    imported = read({"a.txt": "Vu", "a.ann": "", "notes.log": "x"}, format="brat")
    assert lines() == ["Vu"]
    assert problems_of(imported) == [("notes.log", None, "not_in_this_format")]


def record_of(*spans: tuple[int, int], **more: object) -> str:
    places = [{"start": start, "end": end, "label": "AUTRES"} for start, end in spans]
    return json.dumps({"text": "Vu par Rey hier", "spans": places} | more)


def test_spans_that_are_left_out_are_counted_whatever_was_chosen(read, actor):
    files = {"a.jsonl": f"{record_of((0, 2), (7, 10))}\n{record_of((11, 15), prediction=True)}"}
    assert read(files).spans_left_out == 3


def test_proposals_among_answers_are_left_out_with_a_word(read):
    own, proposed = record_of((0, 2), annotator="ana"), record_of((7, 10), prediction=True)
    imported = read({"a.jsonl": f"{own}\n{proposed}"}, purpose="answers")
    assert (imported.annotations_read, imported.spans_left_out) == (1, 1)


def test_the_preview_says_what_is_left_out_and_how_to_keep_it(read, client, carl):
    client.force_login(carl)
    imported = read({"a.jsonl": record_of((0, 2), (7, 10))})
    page = client.get(reverse("corpus:import", args=[imported.corpus_id, imported.pk]))
    assert "2 spans in the files will be left out." in page.content.decode()
    keep = reverse("corpus:import_options", args=[imported.corpus_id, imported.pk])
    assert f"{keep}#purpose-title" in page.content.decode()


def test_nothing_left_out_is_no_word(read, client, carl):
    client.force_login(carl)
    imported = read({"a.jsonl": record_of((0, 2))}, purpose="gold")
    page = client.get(reverse("corpus:import", args=[imported.corpus_id, imported.pk]))
    assert "will be left out" not in page.content.decode()


def test_an_import_in_a_format_that_is_no_longer_offered_is_shown_but_not_read(
    read, client, carl, actor
):
    imported = read({"a.jsonl": record_of((0, 2))})
    Import.objects.filter(pk=imported.pk).update(format="papyrus")
    client.force_login(carl)
    address = reverse("corpus:import", args=[imported.corpus_id, imported.pk])
    assert "papyrus" in client.get(address).content.decode()
    with pytest.raises(FormatGone):
        start_reading(imported=imported, actor=actor)
