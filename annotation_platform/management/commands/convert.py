"""`manage.py convert IN OUT --from F --to F`: texts with spans from one format to another."""

import shutil
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, BinaryIO

from django.core.management import BaseCommand, CommandError
from django.core.management.base import no_translations

from formats import FORMATS
from formats.format import Format
from formats.problems import ANNOTATIONS_WITHOUT_TEXT
from formats.records import (
    AUTO,
    ENCODINGS,
    ERROR,
    OFFSET_UNITS,
    Problem,
    ReadOptions,
    Record,
    WriteOptions,
)
from formats.streams import STANDARD_STREAM, is_stream, replacing, stream
from formats.streams import source as opened_source
from web.errors import explain


class Command(BaseCommand):
    help = (
        "Convert annotated texts from one format to another. What cannot be read or kept is named on "
        "standard error with its line; the rest is written, and the exit status is 1."
    )
    # Plain files in, plain files out: no database, broker or setting is looked at.
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        names = sorted(FORMATS)
        parser.add_argument("source", metavar="IN", help="a file, - or, for brat, a folder")
        parser.add_argument("target", metavar="OUT", help="a file, - or, for brat, a new folder")
        parser.add_argument("--from", dest="read_as", required=True, choices=names)
        parser.add_argument("--to", dest="write_as", required=True, choices=names)
        parser.add_argument("--strict", action="store_true", help="with any error, write nothing")
        parser.add_argument("--encoding", default="utf-8", choices=ENCODINGS, help="of IN")
        parser.add_argument(
            "--offsets",
            default=AUTO,
            choices=OFFSET_UNITS,
            help="what IN counts; auto: as its tool",
        )
        parser.add_argument("--layer", default="", help="the layer of a WebAnno file to read")
        parser.add_argument("--language", default="fr", help="of the tokens that are written")

    # In English, like the rest of the command line.
    @no_translations
    def handle(self, *, source: str, target: str, **options: Any) -> None:
        read_as, write_as = FORMATS[options["read_as"]], FORMATS[options["write_as"]]
        _require_usable(source, target, read_as, write_as)
        reading = ReadOptions(
            encoding=options["encoding"], offset_unit=options["offsets"], layer=options["layer"]
        )
        conversion = _Conversion(self, source, read_as, reading)
        try:
            with _output(target, write_as, conversion, is_strict=options["strict"]) as sink:
                conversion.write(sink, write_as, WriteOptions(language=options["language"]))
        except OSError as error:
            raise CommandError(f"{error.filename or source}: {error.strerror}") from error
        if conversion.errors:
            raise CommandError(conversion.summary(is_strict=options["strict"]))


def _require_usable(source: str, target: str, read_as: Format, write_as: Format) -> None:
    for name, format_ in ((source, read_as), (target, write_as)):
        if name == STANDARD_STREAM and format_.is_folder:
            raise CommandError(f"{format_.name} is a folder of files and cannot be {name}.")
    if source != STANDARD_STREAM and Path(source).is_dir() != read_as.is_folder:
        kind = "a folder" if read_as.is_folder else "a file"
        raise CommandError(f"{source}: {read_as.name} is {kind}.")
    if target == STANDARD_STREAM:
        return
    path = Path(target)
    if source != STANDARD_STREAM and path.resolve() == Path(source).resolve():
        raise CommandError("IN and OUT are the same.")
    if not path.resolve().parent.is_dir():
        raise CommandError(f"{target}: there is no folder to put it in.")
    if write_as.is_folder and path.exists() and not _is_empty_folder(path):
        raise CommandError(f"{target}: the folder is not empty; nothing is overwritten.")
    if not write_as.is_folder and path.is_dir():
        raise CommandError(f"{target}: {write_as.name} is a file, and this is a folder.")


def _is_empty_folder(path: Path) -> bool:
    return path.is_dir() and not any(path.iterdir())


class _Conversion:
    """Records on their way from one format to the other, and what is said about them."""

    def __init__(
        self, command: BaseCommand, source: str, format_: Format, options: ReadOptions
    ) -> None:
        self._command = command
        self._source = source
        self._format = format_
        self._options = options
        self._written = 0
        self.errors = 0

    def write(self, sink: "BinaryIO | Path", format_: Format, options: WriteOptions) -> None:
        records = self._records()
        if isinstance(sink, Path):
            problems = format_.write_folder(
                records, lambda n: (sink / n).open("xb"), options=options
            )
        else:
            problems = format_.write(records, sink, options=options)
        for problem in problems:
            self._tell(self._source, problem)

    def _records(self) -> Iterator[Record]:
        for name, found in self._found():
            if isinstance(found, Problem):
                self._tell(name, found)
            else:
                self._written += 1
                yield found

    def _found(self) -> Iterator[tuple[str, Record | Problem]]:
        if self._format.is_folder:
            yield from _found_in_folder(Path(self._source), self._format, self._options)
            return
        with opened_source(self._source) as file:
            for found in self._format.read(file, options=self._options):
                yield self._source, found

    def _tell(self, name: str, problem: Problem) -> None:
        self.errors += problem.severity == ERROR
        place = f"{name}:{problem.line}" if problem.line else name
        self._command.stderr.write(f"{place}: {problem.severity}: {explain(problem)}")

    def summary(self, *, is_strict: bool) -> str:
        errors = f"{self.errors} error{'' if self.errors == 1 else 's'}"
        if is_strict:
            return f"{errors}; nothing was written."
        return f"{errors}; {self._written} records were read and written as far as they can be."


def _found_in_folder(
    folder: Path, format_: Format, options: ReadOptions
) -> Iterator[tuple[str, Record | Problem]]:
    """Yield what a folder's files hold, in the order of their names, and their problems by file."""
    extension, beside = format_.extensions[0], format_.companion_extension
    for path in sorted(p for p in folder.rglob("*") if p.suffix in (extension, beside)):
        companion = path.with_suffix(beside)
        if path == companion:
            if not path.with_suffix(extension).exists():
                yield str(path), Problem(ANNOTATIONS_WITHOUT_TEXT)
            continue
        named = replace(options, name=path.relative_to(folder).with_suffix("").as_posix())
        with path.open("rb") as text, _opened(companion) as annotations:
            for found in format_.read(text, options=named, companion=annotations):
                is_beside = isinstance(found, Problem) and found.details.get("companion")
                yield str(companion if is_beside else path), found


def _opened(path: Path) -> "AbstractContextManager[BinaryIO | None]":
    return path.open("rb") if path.exists() else nullcontext(None)


@contextmanager
def _output(
    target: str, format_: Format, conversion: _Conversion, *, is_strict: bool
) -> Iterator[BinaryIO | Path]:
    """Give a place to write to; what is there appears at the target in one instant, or not at all."""
    if is_stream(target):
        yield from _stream(target, conversion, is_strict=is_strict)
        return

    def is_wanted() -> bool:
        return not (is_strict and conversion.errors)

    # Resolved, or a link would be replaced by a file.
    with replacing(Path(target).resolve(), is_wanted=is_wanted) as part:
        yield from _folder_or_file(part, format_)


def _stream(target: str, conversion: _Conversion, *, is_strict: bool) -> Iterator[BinaryIO]:
    """Give a pipe, a device or standard output; with `is_strict` a file that is copied there."""
    with stream(target) as sink:
        if not is_strict:
            yield sink
        else:
            with TemporaryFile() as spool:
                yield spool
                if not conversion.errors:
                    spool.seek(0)
                    shutil.copyfileobj(spool, sink)
        sink.flush()


def _folder_or_file(part: Path, format_: Format) -> Iterator[BinaryIO | Path]:
    if format_.is_folder:
        part.mkdir()
        yield part
    else:
        with part.open("xb") as file:
            yield file
