"""demo_documents: invented XML in a zip, to try an import with."""

from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command

from demo.notes.documents import DOCUMENT_TYPES
from demo.notes.generator import generate
from text.cleaning import clean


def write(path, **options):
    call_command("demo_documents", str(path), **{"documents": 24, "seed": 7} | options)
    with ZipFile(path) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


def test_every_document_is_a_file_in_the_folder_of_its_type(tmp_path):
    files = write(tmp_path / "notes.zip")
    assert len(files) == 24
    assert len({name.split("/")[0] for name in files}) == len(DOCUMENT_TYPES)
    assert all(name.isascii() and name.endswith(".xml") for name in files)


def test_the_files_are_the_documents_that_the_demo_invents(tmp_path):
    files = write(tmp_path / "notes.zip")
    invented = list(generate(24, seed=7))
    assert sorted(files.values()) == sorted(document.xml for document in invented)
    for document in invented:
        lines = clean(document.xml, kind="xml").splitlines()
        assert lines == [line.text for line in document.gold]


def test_the_same_seed_gives_the_same_bytes_and_another_one_others(tmp_path):
    archives = []
    for name, seed in (("a.zip", 7), ("b.zip", 7), ("c.zip", 8)):
        write(tmp_path / name, seed=seed)
        archives.append((tmp_path / name).read_bytes())
    assert archives[0] == archives[1] != archives[2]


@pytest.mark.parametrize("documents", [0, 1_000_000])
def test_a_senseless_number_is_refused(tmp_path, documents):
    with pytest.raises(CommandError, match="--documents"):
        write(tmp_path / "notes.zip", documents=documents)


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    with pytest.raises(CommandError, match="cannot be written"):
        write(tmp_path / "nowhere" / "notes.zip")
