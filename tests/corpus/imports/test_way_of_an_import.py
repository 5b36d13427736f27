"""An import goes from receiving to taken or discarded, and nowhere else."""

import pytest

from accounts.models import AuditEvent
from corpus.documents.errors import ImportUnderWay
from corpus.documents.models import Chunk, Document
from corpus.imports.errors import (
    FileReplaced,
    ImportBusy,
    ImportHasErrors,
    ImportHasNoFiles,
    ImportTooLarge,
    TooManyFiles,
    UnknownOption,
    UnsafeFileName,
    WrongImportState,
)
from corpus.imports.models import Import, ImportedAnnotation, ImportFile, ImportPiece, ImportProblem
from corpus.imports.services.files import PIECE_BYTES, receive_file
from corpus.imports.services.imports import (
    change_import,
    discard_import,
    open_import,
    start_reading,
    take_import,
)
from jobs.execution import run_job
from jobs.models import Job
from jobs.services import cancel_job, claim_job, fail_job
from tests.corpus.imports.conftest import problems_of


def run(job: Job) -> None:
    run_job(job_id=job.pk, worker="host:1")


def discard(imported: Import, actor) -> Import:
    run(discard_import(imported=imported, actor=actor))
    imported.refresh_from_db()
    return imported


# --- Receiving --------------------------------------------------------------------------------


def test_a_file_is_kept_in_pieces_of_a_megabyte(receive, corpus):
    imported = receive({})
    content = bytes(range(256)) * 9000
    chunks = [content[at : at + 70_001] for at in range(0, len(content), 70_001)]
    file = receive_file(imported=imported, name="lettres/a.bin", chunks=chunks)
    pieces = [bytes(piece.content) for piece in file.pieces.all()]
    assert [len(piece) for piece in pieces] == [
        PIECE_BYTES,
        PIECE_BYTES,
        2_304_000 - 2 * PIECE_BYTES,
    ]
    assert b"".join(pieces) == content
    file.refresh_from_db()
    assert (file.name, file.size) == ("lettres/a.bin", 2_304_000)


def test_the_same_name_replaces_the_file(receive):
    imported = receive({"a.txt": "un"})
    receive_file(imported=imported, name="./a.txt", chunks=[b"deux"])
    assert [bytes(piece.content) for piece in ImportPiece.objects.all()] == [b"deux"]
    assert ImportFile.objects.get().size == 4


def test_an_empty_file_is_a_file(receive):
    receive({"a.txt": ""})
    assert ImportFile.objects.get().size == 0


@pytest.mark.parametrize("name", ["../a.txt", "/etc/passwd", "C:\\a.txt", "", "a\0.txt", "x" * 256])
def test_a_name_that_leads_elsewhere_is_refused(receive, name):
    with pytest.raises(UnsafeFileName):
        receive({name: "x"})
    assert not ImportFile.objects.exists()


def test_too_many_bytes_are_refused(receive, settings):
    settings.IMPORT_MAX_MB = 1
    imported = receive({"a.txt": b"x" * 600_000})
    with pytest.raises(ImportTooLarge):
        receive_file(imported=imported, name="b.txt", chunks=[b"x" * 600_000])
    with pytest.raises(ImportTooLarge):
        receive_file(imported=imported, name="c.txt", chunks=[b"x" * 100_000] * 30)


def test_too_many_files_are_refused(receive, settings):
    settings.IMPORT_MAX_FILES = 2
    with pytest.raises(TooManyFiles):
        receive({"a.txt": "x", "b.txt": "x", "c.txt": "x"})


def interrupted(imported: Import, name: str, between) -> None:
    def chunks():
        yield b"x" * PIECE_BYTES * 2
        between()
        yield b"x" * PIECE_BYTES

    receive_file(imported=imported, name=name, chunks=chunks())


class ConnectionCut(Exception):
    pass


def cut() -> None:
    raise ConnectionCut


def test_a_file_that_was_cut_off_is_an_error_and_not_half_a_document(receive, actor):
    imported = receive({"b.txt": "entier"})
    with pytest.raises(ConnectionCut):
        interrupted(imported, "a.txt", cut)
    run(start_reading(imported=imported, actor=actor))
    assert problems_of(imported) == [("a.txt", None, "file_incomplete")]
    assert Document.objects.get().source == "entier"


def test_files_that_were_cut_off_count_and_one_that_is_too_large_leaves_nothing(receive, settings):
    settings.IMPORT_MAX_MB = 3
    imported = receive({})
    with pytest.raises(ConnectionCut):
        interrupted(imported, "a.txt", cut)
    with pytest.raises(ImportTooLarge):
        interrupted(imported, "b.txt", lambda: None)
    assert [file.name for file in imported.files.all()] == ["a.txt"]
    receive_file(imported=imported, name="c.txt", chunks=[b"x" * PIECE_BYTES])


def test_a_file_sent_again_meanwhile_ends_the_first_sending(receive):
    imported = receive({})

    def send_again():
        receive_file(imported=imported, name="a.txt", chunks=[b"whole"])

    with pytest.raises(FileReplaced):
        interrupted(imported, "a.txt", send_again)
    assert ImportFile.objects.get().size == 5


def test_nothing_is_received_once_reading_began(receive, actor):
    imported = receive({"a.txt": "un"})
    start_reading(imported=imported, actor=actor)
    with pytest.raises(WrongImportState):
        receive_file(imported=imported, name="b.txt", chunks=[b"deux"])


# --- Choices ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "choices",
    [
        {"format": "pdf"},
        {"purpose": "training"},
        {"options": {"encoding": "utf-7"}},
        {"options": {"colour": "red"}},
        {"options": {"annotator": "x" * 121}},
    ],
)
def test_unknown_choices_are_refused(receive, choices):
    with pytest.raises(UnknownOption):
        receive({}, **choices)


def test_a_corpus_has_one_import_under_way(receive, corpus, actor):
    imported = receive({})
    with pytest.raises(ImportUnderWay):
        open_import(corpus=corpus, actor=actor)
    discard(imported, actor)
    receive({})


def test_choices_may_change_after_a_look_and_the_files_are_read_again(read, actor):
    files = {"a.txt": "été".encode("cp1252"), "b.txt": "Bonjour"}
    imported = read(files, options={"encoding": "utf-8"})
    assert imported.errors == 1
    options = {"encoding": "cp1252"}
    change_import(imported=imported, actor=actor, format="text", purpose="", options=options)
    imported.refresh_from_db()
    assert imported.state == "receiving"
    run(start_reading(imported=imported, actor=actor))
    imported.refresh_from_db()
    assert (imported.state, imported.errors, imported.documents_read) == ("checked", 0, 2)
    assert sorted(Document.objects.values_list("source", flat=True)) == ["Bonjour", "été"]
    assert not ImportProblem.objects.exists()


def test_choices_do_not_change_while_files_are_read(receive, actor):
    imported = receive({"a.txt": "un"})
    start_reading(imported=imported, actor=actor)
    with pytest.raises(WrongImportState):
        change_import(imported=imported, actor=actor, format="text", purpose="", options={})


# --- Reading ----------------------------------------------------------------------------------


def test_nothing_to_read_is_refused(receive, actor):
    with pytest.raises(ImportHasNoFiles):
        start_reading(imported=receive({}), actor=actor)


def test_starting_twice_is_one_job(receive, actor):
    imported = receive({"a.txt": "un"})
    first = start_reading(imported=imported, actor=actor)
    assert start_reading(imported=imported, actor=actor) == first
    assert Job.objects.count() == 1


def test_a_cancelled_reading_can_begin_again(receive, actor):
    imported = receive({"a.txt": "un"})
    cancel_job(job=start_reading(imported=imported, actor=actor), actor=actor)
    imported.refresh_from_db()
    assert (imported.state, imported.has_stopped) == ("reading", True)
    run(start_reading(imported=imported, actor=actor))
    imported.refresh_from_db()
    assert (imported.state, imported.documents_read, imported.has_stopped) == ("checked", 1, False)


def test_a_reading_that_is_still_stopping_is_not_begun_again(receive, actor):
    imported = receive({"a.txt": "un"})
    job = start_reading(imported=imported, actor=actor)
    claim_job(job_id=job.pk, worker="host:1")
    cancel_job(job=job, actor=actor)
    with pytest.raises(ImportBusy):
        start_reading(imported=imported, actor=actor)


def test_a_failed_reading_can_be_discarded(receive, actor):
    imported = receive({"a.txt": "un"})
    job = start_reading(imported=imported, actor=actor)
    claimed = claim_job(job_id=job.pk, worker="host:1")
    fail_job(job_id=job.pk, lease=claimed.lease, error="broken")
    assert discard(imported, actor).state == "discarded"


def test_a_reading_whose_import_was_discarded_writes_nothing(receive, actor, monkeypatch):
    imported = receive({"a.txt": "un"})
    job = start_reading(imported=imported, actor=actor)
    Import.objects.update(state="discarding")
    run(job)
    job.refresh_from_db()
    assert (job.state, Document.objects.count()) == ("cancelled", 0)


# --- Taking and discarding --------------------------------------------------------------------


def test_documents_belong_to_the_corpus_once_taken(read, actor):
    imported = read({"a.txt": "un\ndeux"})
    assert Document.objects.count() == 1
    assert not Document.objects.taken().exists()
    job = take_import(imported=imported, valid_only=False, actor=actor)
    imported.refresh_from_db()
    assert (imported.state, imported.taken_at is not None) == ("taken", True)
    assert Document.objects.taken().count() == 1
    run(job)
    assert (ImportPiece.objects.count(), ImportFile.objects.count()) == (0, 1)


def test_errors_need_a_word_from_the_manager(read, actor):
    imported = read({"a.xml": "<a>", "b.txt": "Bonjour"})
    assert (imported.errors, imported.documents_read) == (1, 1)
    with pytest.raises(ImportHasErrors):
        take_import(imported=imported, valid_only=False, actor=actor)
    assert not Document.objects.taken().exists()
    take_import(imported=imported, valid_only=True, actor=actor)
    assert Document.objects.taken().count() == 1


def test_warnings_need_none(read, actor):
    imported = read({"a.pdf": "x", "b.txt": "Bonjour"})
    assert (imported.errors, imported.warnings) == (0, 1)
    take_import(imported=imported, valid_only=False, actor=actor)


def test_taking_twice_changes_nothing(read, actor):
    imported = read({"a.txt": "un"})
    take_import(imported=imported, valid_only=False, actor=actor)
    assert take_import(imported=imported, valid_only=False, actor=actor) is None
    taken = AuditEvent.objects.filter(object_type="import", details__change="taken")
    assert [event.details["documents"] for event in taken] == [1]


def test_only_what_was_looked_at_is_taken(receive, actor):
    imported = receive({"a.txt": "un"})
    with pytest.raises(WrongImportState):
        take_import(imported=imported, valid_only=True, actor=actor)
    start_reading(imported=imported, actor=actor)
    with pytest.raises(WrongImportState):
        take_import(imported=imported, valid_only=True, actor=actor)
    discard_import(imported=imported, actor=actor)
    with pytest.raises(WrongImportState):
        take_import(imported=imported, valid_only=True, actor=actor)


def test_what_was_taken_is_not_discarded(read, actor):
    imported = read({"a.txt": "un"})
    take_import(imported=imported, valid_only=False, actor=actor)
    with pytest.raises(WrongImportState):
        discard_import(imported=imported, actor=actor)


def test_discarding_leaves_nothing_but_a_trace(read, actor):
    jsonl = '{"text": "Vu par Durand", "spans": [{"start": 7, "end": 13, "label": "NOM"}]}'
    imported = read({"a.jsonl": jsonl, "b.xml": "<a>"}, purpose="gold")
    assert ImportedAnnotation.objects.count() == 1
    imported = discard(imported, actor)
    assert imported.state == "discarded"
    for model in (Document, Chunk, ImportedAnnotation, ImportFile, ImportPiece, ImportProblem):
        assert not model.objects.exists(), model
    changes = AuditEvent.objects.filter(object_type="import").order_by("id")
    assert [event.details.get("change") for event in changes] == [None, "reading", "discarding"]
    assert discard_import(imported=imported, actor=actor) is None


def test_discarding_while_it_is_read_stops_the_reading(receive, actor):
    imported = receive({"a.txt": "un"})
    reading = start_reading(imported=imported, actor=actor)
    imported.refresh_from_db()
    assert discard(imported, actor).state == "discarded"
    reading.refresh_from_db()
    assert reading.state == "cancelled"


def test_discarding_twice_is_one_job(receive, actor):
    imported = receive({"a.txt": "un"})
    first = discard_import(imported=imported, actor=actor)
    assert discard_import(imported=imported, actor=actor) == first


def test_a_discarding_that_failed_can_begin_again(receive, actor):
    imported = receive({"a.txt": "un"})
    job = discard_import(imported=imported, actor=actor)
    claimed = claim_job(job_id=job.pk, worker="host:1")
    fail_job(job_id=job.pk, lease=claimed.lease, error="broken")
    assert discard(imported, actor).state == "discarded"


def test_an_import_that_brings_nothing_new_is_harmless(read, actor):
    take_import(imported=read({"a.txt": "un"}), valid_only=False, actor=actor)
    again = read({"a.txt": "un"})
    assert (again.documents_read, again.documents_known, again.errors) == (0, 1, 0)
    take_import(imported=again, valid_only=False, actor=actor)
    discarded = discard(read({"a.txt": "un"}), actor)
    assert discarded.state == "discarded"
    assert Document.objects.taken().count() == 1
