"""A reading that dies goes on where it was: nothing is lost and nothing is there twice."""

import itertools
import json
from contextlib import contextmanager
from functools import partial

import pytest

from corpus.documents.models import Chunk, Document
from corpus.imports import tasks as reading
from corpus.imports.models import Import, ImportedAnnotation
from corpus.imports.services import forgetting, storing
from corpus.imports.services.imports import discard_import, start_reading
from jobs.execution import run_job
from jobs.runs import JobRun
from jobs.services import release_running_jobs
from tests.corpus.imports.conftest import problems_of, zipped


class PowerCut(BaseException):
    """The process ends: no handler of errors sees it."""


def texts(name: str, count: int) -> dict[str, str]:
    return {
        f"{name}{number}.txt": f"Texte {name} {number}\nfin {number}" for number in range(count)
    }


def files() -> dict[str, bytes | str]:
    """Return files of every kind, with problems and texts that come twice among them."""
    records = [{"id": f"r{n}", "text": f"Note {n}", "spans": []} for n in range(7)]
    lines = [json.dumps(record) for record in records]
    lines.insert(3, "broken")
    return {
        "a.txt": "Premier",
        "b.zip": zipped(texts("b", 6) | {"x.xml": "<a>", "twice.txt": "Premier"}),
        "c.jsonl": "\n".join(lines),
        "d.zip": zipped(texts("d", 3)),
        "e.pdf": "x",
    }


def contents(imported: Import) -> dict[str, object]:
    documents = Document.objects.order_by("id").values_list("external_id", "source")
    counters = ("documents_read", "lines_read", "documents_known", "annotations_read")
    return {
        "documents": list(documents),
        "lines": sorted(Chunk.objects.values_list("text", flat=True)),
        "annotations": ImportedAnnotation.objects.count(),
        "problems": problems_of(imported),
    } | {name: getattr(imported, name) for name in (*counters, "errors", "warnings", "state")}


def die_in(monkeypatch, function: str, *, after: int) -> None:
    """Let the process end in this function of the reading, once it was called so often."""
    original, calls = getattr(reading, function), itertools.count(1)

    def call(*arguments, **named):
        result = original(*arguments, **named)
        if next(calls) > after:
            raise PowerCut
        return result

    monkeypatch.setattr(reading, function, call)


# Between two steps, and in the middle of one, whose work is then undone.
@pytest.mark.parametrize(
    ("function", "rows"),
    [("plan_batch", 5000), ("store_piece", 5000), ("store_piece", 1), ("store_outcome", 1)],
)
def test_a_death_in_any_step_costs_nothing(read, receive, actor, monkeypatch, function, rows):
    monkeypatch.setattr(reading, "MOST_ITEMS", 2)
    for module in (forgetting, storing):
        monkeypatch.setattr(module, "ROWS_PER_STEP", rows)
    imported = read(files(), purpose="gold")
    undisturbed = contents(imported)
    assert (undisturbed["documents_read"], undisturbed["errors"]) == (17, 2)
    for step in range(11):
        run_job(job_id=discard_import(imported=imported, actor=actor).pk, worker="host:1")
        imported = receive(files(), purpose="gold")
        job = start_reading(imported=imported, actor=actor)
        with monkeypatch.context() as patch:
            die_in(patch, function, after=step)
            with pytest.raises(PowerCut):
                run_job(job_id=job.pk, worker="host:1")
        release_running_jobs(died=True)
        run_job(job_id=job.pk, worker="host:2")
        imported.refresh_from_db()
        assert contents(imported) == undisturbed, step


def test_a_death_while_an_earlier_reading_is_cleared_costs_nothing(read, actor, monkeypatch):
    monkeypatch.setattr("corpus.imports.services.forgetting.DOCUMENTS_PER_STEP", 3)
    imported = read(files(), purpose="gold")
    undisturbed = contents(imported) | {"documents": None}
    job = start_reading(imported=imported, actor=actor)
    with monkeypatch.context() as patch:
        die_in(patch, "forget_read", after=2)
        with pytest.raises(PowerCut):
            run_job(job_id=job.pk, worker="host:1")
    release_running_jobs(died=True)
    run_job(job_id=job.pk, worker="host:2")
    imported.refresh_from_db()
    assert contents(imported) | {"documents": None} == undisturbed


def most_rows_of_a_step(monkeypatch, work) -> int:
    """Return how many rows one transaction wrote or deleted at most while the work was done."""
    changes: list[int] = []
    original = JobRun.step

    def rows() -> int:
        return Chunk.objects.count() + ImportedAnnotation.objects.count()

    @contextmanager
    def step(run, **values):
        before = rows()
        with original(run, **values) as stored:
            yield stored
        changes.append(abs(rows() - before))

    with monkeypatch.context() as patch:
        patch.setattr(JobRun, "step", step)
        work()
    return max(changes)


def test_one_document_of_very_many_lines_is_stored_and_discarded_in_short_steps(
    receive, actor, monkeypatch
):
    text = "x\n" * 900
    record = json.dumps({"text": text, "spans": [{"start": 0, "end": 1, "label": "AUTRES"}]})
    imported = receive({"lines.jsonl": record}, purpose="gold")
    for module in (forgetting, storing):
        monkeypatch.setattr(module, "ROWS_PER_STEP", 100)
    job = start_reading(imported=imported, actor=actor)
    assert most_rows_of_a_step(monkeypatch, partial(run_job, job_id=job.pk, worker="host:1")) == 100
    imported.refresh_from_db()
    assert (imported.documents_read, imported.lines_read, imported.annotations_read) == (
        1,
        900,
        900,
    )
    job = discard_import(imported=imported, actor=actor)
    assert most_rows_of_a_step(monkeypatch, partial(run_job, job_id=job.pk, worker="host:1")) == 100
    imported.refresh_from_db()
    assert imported.state == "discarded"
    assert not Chunk.objects.exists()
