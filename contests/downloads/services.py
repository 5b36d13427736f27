"""Creating, writing and erasing answer files."""

from collections.abc import Iterator, Mapping, Sequence
from typing import BinaryIO

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import ngettext

from accounts.audit import EXPORTED, Actor, record
from contests.contest.models import Contest
from contests.downloads.domain import Cells, write_answers
from contests.downloads.errors import NothingToDownload
from contests.downloads.models import AnswerFile
from contests.downloads.selectors import BATCH_SIZE, answered_tasks, rows_of
from contests.inputs.models import ContestInput, InputPlace
from corpus.documents.models import Chunk
from jobs.erasing import erase_some
from jobs.files import Progress
from jobs.models import Job
from jobs.services import start_job

KIND = "contests.answer_file"
# The files contain clinical text, so older ones are deleted.
KEPT = 10


@transaction.atomic
def start_answer_file(
    *, contest: Contest, choice: str, all_versions: bool, with_names: bool, actor: Actor
) -> tuple[AnswerFile, Job]:
    """Create a file and the job that writes it, and delete the oldest files; the caller enqueues the job."""
    if not answered_tasks(contest, all_versions=all_versions):
        raise NothingToDownload
    file = AnswerFile.objects.create(
        contest=contest,
        choice=choice,
        all_versions=all_versions,
        with_names=with_names,
        created_by=actor.user,
    )
    job = start_job(KIND, {"file": file.pk}, actor=actor, contest_id=contest.pk)
    file.job_id = job.pk
    file.save(update_fields=["job_id"])
    kept = list(contest.answer_files.values_list("pk", flat=True)[:KEPT])
    contest.answer_files.filter(finished_at__isnull=False).exclude(pk__in=kept).delete()
    note_answer_file(file=file, change="asked", actor=actor)
    return file, job


def note_answer_file(*, file: AnswerFile, change: str, actor: Actor) -> None:
    """Record in the audit log that answers leave the platform."""
    record(
        actor,
        EXPORTED,
        "answers",
        file.pk,
        contest_id=file.contest_id,
        format=file.choice,
        names=file.with_names,
        change=change,
    )


def write_answer_file(file: AnswerFile, sink: BinaryIO, on_progress: Progress) -> Mapping[str, int]:
    """Write the current answers to `sink`; return their number."""
    task_ids = answered_tasks(file.contest, all_versions=file.all_versions)
    count = 0

    def rows() -> Iterator[Cells]:
        nonlocal count
        for start in range(0, len(task_ids), BATCH_SIZE):
            batch = task_ids[start : start + BATCH_SIZE]
            found = rows_of(
                file.contest, batch, all_versions=file.all_versions, with_names=file.with_names
            )
            count += len(found)
            yield from found
            on_progress(start + len(batch), len(task_ids))

    write_answers(rows(), sink, choice=file.choice, with_names=file.with_names)
    return {"answers": count}


def erase_files_of(lines: Sequence[int], _actor: Actor) -> int:
    """Delete some files of contests with inputs on these lines; return the number deleted."""
    # Two queries: in a single one, SQLite would check every input of every contest for each line.
    here = InputPlace.objects.filter(chunk__in=lines).values_list("input", flat=True)
    contests = ContestInput.objects.filter(pk__in=list(here)).values("contest")
    # Few at a time, because the pieces are large.
    return erase_some(AnswerFile.objects.filter(contest__in=contests), size=16)


def told_of_files(lines: QuerySet[Chunk]) -> list[str]:
    """Return the number of answer files that are erased with these lines, in words."""
    contests = InputPlace.objects.filter(chunk__in=lines.order_by().values("pk"))
    files = AnswerFile.objects.filter(contest__in=contests.values("input__contest")).count()
    words = ngettext("%(n)s file of answers.", "%(n)s files of answers.", files)
    return [words % {"n": files}] if files else []
