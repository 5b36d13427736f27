"""Formats on bytes in memory: what a file holds, and what becomes of records in one."""

import io
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from formats import FORMATS
from formats.format import Format
from formats.records import Problem, ReadOptions, Record

ONE_FILE = sorted(name for name, each in FORMATS.items() if not each.is_folder)


class Folder(dict[str, bytes]):
    """Files by their names, as a folder writer makes them."""

    @contextmanager
    def create(self, name: str) -> Iterator[io.BytesIO]:
        assert name not in self
        file = io.BytesIO()
        yield file
        self[name] = file.getvalue()


def read(name: str, content: str | bytes, /, **options) -> list[Record | Problem]:
    raw = content.encode() if isinstance(content, str) else content
    return list(FORMATS[name].read(io.BytesIO(raw), options=ReadOptions(**options)))


def read_one(name: str, content: str | bytes, /, **options) -> Record:
    (record,) = read(name, content, **options)
    assert isinstance(record, Record), record
    return record


def read_problems(name: str, content: str | bytes, /, **options) -> list[tuple[str, int]]:
    """Return the codes and lines of what is wrong."""
    found = read(name, content, **options)
    return [(each.code, each.line) for each in found if isinstance(each, Problem)]


def write(name: str, records: Iterable[Record]) -> tuple[bytes, list[Problem]]:
    file = io.BytesIO()
    problems = list(FORMATS[name].write(records, file))
    return file.getvalue(), problems


def pass_through(name: str, records: list[Record]) -> tuple[list[Record | Problem], list[Problem]]:
    """Return the records as they are read again after writing, and what was not kept."""
    if FORMATS[name].is_folder:
        return _pass_through_folder(FORMATS[name], records)
    content, problems = write(name, records)
    return read(name, content), problems


def _pass_through_folder(format: Format, records: list[Record]):
    folder = Folder()
    problems = list(format.write_folder(records, folder.create))
    found: list[Record | Problem] = []
    for name in (name for name in folder if name.endswith(format.extensions[0])):
        stem = name.removesuffix(format.extensions[0])
        beside = folder.get(stem + format.companion_extension)
        companion = None if beside is None else io.BytesIO(beside)
        options = ReadOptions(name=stem)
        found += format.read(io.BytesIO(folder[name]), options=options, companion=companion)
    return found, problems
