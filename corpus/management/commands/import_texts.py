"""`manage.py import_texts CORPUS PATH…`: import files, folders and archives from the server."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser
from django.utils.translation import override

from accounts.audit import Actor
from accounts.models import User
from corpus.corpora.services import create_corpus, delete_corpus
from corpus.documents.models import Corpus
from corpus.imports.domain.archives import is_passed_over, safe_name
from corpus.imports.models import Import
from corpus.imports.services.files import PIECE_BYTES, receive_file
from corpus.imports.services.imports import (
    ENCODINGS,
    OPTIONS,
    discard_import,
    open_import,
    start_reading,
    take_import,
)
from formats.kinds import IMPORT_CHOICES
from formats.records import OFFSET_UNITS
from jobs.execution import run_job
from jobs.models import Job
from text.errors import Refusal
from web.errors import explain

PURPOSES = [value for value in Import.Purpose.values if value]


class Command(BaseCommand):
    help = "Import files, folders or zip archives into a corpus; with any error nothing changes."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("corpus", help="name of the corpus")
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument(
            "--user", required=True, metavar="EMAIL", help="the account that imports"
        )
        parser.add_argument("--create", action="store_true", help="create the corpus if it is new")
        parser.add_argument("--format", choices=IMPORT_CHOICES, default="auto")
        parser.add_argument(
            "--purpose", choices=PURPOSES, default="", help="of annotations (default: left out)"
        )
        parser.add_argument("--valid-only", action="store_true", help="import what is valid")
        parser.add_argument("--yes", action="store_true", help="do not ask before importing")
        parser.add_argument("--encoding", choices=ENCODINGS)
        parser.add_argument("--offsets", choices=OFFSET_UNITS, dest="offset_unit")
        parser.add_argument(
            "--type", dest="document_type", help="of documents that do not state their type"
        )
        parser.add_argument("--annotator", help="author of the answers, if the files name none")
        for field in ("text", "type", "id", "patient"):
            parser.add_argument(f"--{field}-field", metavar="NAME", help="column or key")

    def handle(self, *, user: str, paths: list[Path], **options: Any) -> None:
        person = User.objects.filter(email=User.objects.normalize_email(user), is_active=True)
        if not person:
            raise CommandError("No account has this address.")
        files = _named_files(paths)
        # Commands are in English, whatever the language of the platform.
        with override("en"):
            try:
                self._import(person[0], files, options)
            except Refusal as error:
                raise CommandError(explain(error)) from error

    def _import(self, user: User, files: Mapping[str, Path], options: dict[str, Any]) -> None:
        actor = Actor(user)
        with _corpus(options["corpus"], user, actor, create=options["create"]) as corpus:
            imported = open_import(
                corpus=corpus,
                actor=actor,
                format=options["format"],
                purpose=options["purpose"],
                options={name: options[name] for name in OPTIONS if options[name]},
            )
            with _discarded_unless_taken(imported, actor):
                self._read(imported, files, actor)
                self._take(imported, actor, options)

    def _read(self, imported: Import, files: Mapping[str, Path], actor: Actor) -> None:
        for name, path in files.items():
            with path.open("rb") as file:
                chunks = iter(partial(file.read, PIECE_BYTES), b"")
                receive_file(imported=imported, name=name, chunks=chunks)
        _run(start_reading(imported=imported, actor=actor))
        imported.refresh_from_db()
        for problem in imported.problems.all():
            place = f"{problem.file}:{problem.line}" if problem.line else problem.file
            self.stdout.write(f"{place}: {problem.severity}: {explain(problem)}")
        if imported.spans_left_out:
            self.stdout.write(f"{imported.spans_left_out} spans in the files are left out.")
        self.stdout.write(
            f"{imported.documents_read} new documents with {imported.lines_read} lines and"
            f" {imported.annotations_read} annotated lines, {imported.documents_known} known;"
            f" {imported.errors} errors, {imported.warnings} warnings."
        )

    def _take(self, imported: Import, actor: Actor, options: dict[str, Any]) -> None:
        if imported.errors and not options["valid_only"]:
            raise CommandError("Nothing was imported. Use --valid-only to import the valid data.")
        must_ask = sys.stdin.isatty() and not options["yes"]
        if must_ask and input("Import this? [y/N] ").strip().lower() != "y":
            raise CommandError("Nothing was imported.")
        _run(take_import(imported=imported, valid_only=options["valid_only"], actor=actor))
        self.stdout.write("Imported.")


@contextmanager
def _corpus(name: str, user: User, actor: Actor, *, create: bool) -> Iterator[Corpus]:
    """Yield the corpus; delete a new one if its first import fails."""
    corpus = Corpus.objects.visible_to(user).filter(name=name).first()
    is_new = corpus is None and create
    if corpus is None:
        if not create:
            raise CommandError("This person has no corpus of this name; use --create to create it.")
        corpus = create_corpus(owner=user, actor=actor, name=name)
    try:
        yield corpus
    except (CommandError, Refusal):
        if is_new:
            delete_corpus(corpus=corpus, actor=actor)
        raise


@contextmanager
def _discarded_unless_taken(imported: Import, actor: Actor) -> Iterator[None]:
    try:
        yield
    finally:
        imported.refresh_from_db()
        if imported.state != Import.State.TAKEN:
            _run(discard_import(imported=imported, actor=actor))


def _run(job: Job | None) -> None:
    """Run the job in this process instead of leaving it to a worker."""
    if job is None:
        return
    run_job(job_id=job.pk, worker="import_texts")
    job.refresh_from_db()
    if job.state != Job.State.SUCCEEDED:
        raise CommandError(f"{job.title}: {job.get_state_display()}. {job.last_error}")


def _named_files(paths: Iterable[Path]) -> dict[str, Path]:
    """Return the files by their path in the import, which starts with the folder's name."""
    files: dict[str, Path] = {}
    for path in paths:
        if not path.exists():
            raise CommandError(f"There is no {path}.")
        for name, file in _files(path):
            if safe_name(name) is None:
                raise CommandError(f"{name!a}: this file name is not allowed.")
            if name in files:
                raise CommandError(f"Two files are called {name}: import their folder.")
            files[name] = file
    return files


def _files(path: Path) -> Iterator[tuple[str, Path]]:
    if path.is_file():
        yield path.name, path
        return
    for file in sorted(path.rglob("*")):
        name = file.relative_to(path).as_posix()
        if file.is_file() and not is_passed_over(name):
            # The folder's author may not be allowed to read other files of the server.
            if not file.resolve().is_relative_to(path.resolve()):
                raise CommandError(f"{file} is a link to a file outside the folder.")
            yield f"{path.resolve().name}/{name}", file
