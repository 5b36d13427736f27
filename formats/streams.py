"""Open files for commands: `-` is standard input or output, and files are written completely or not at all."""

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO

STANDARD_STREAM = "-"


def source(name: str) -> AbstractContextManager[BinaryIO]:
    """Open a file, or standard input, for reading."""
    return nullcontext(sys.stdin.buffer) if name == STANDARD_STREAM else Path(name).open("rb")


@contextmanager
def target(name: str) -> Iterator[BinaryIO]:
    """Open a file, a pipe or standard output for writing; a file appears at the end, complete or not at all."""
    if is_stream(name):
        with stream(name) as file:
            yield file
            file.flush()
        return
    with replacing(Path(name).resolve()) as part, part.open("xb") as file:
        yield file


def is_stream(name: str) -> bool:
    """Return whether the path is a stream, which cannot be replaced at the end."""
    path = Path(name)
    return name == STANDARD_STREAM or (path.exists() and not path.is_file() and not path.is_dir())


def stream(name: str) -> AbstractContextManager[BinaryIO]:
    """Open standard output, a pipe or a device for writing."""
    return nullcontext(sys.stdout.buffer) if name == STANDARD_STREAM else Path(name).open("wb")


@contextmanager
def replacing(path: Path, *, is_wanted: Callable[[], bool] = lambda: True) -> Iterator[Path]:
    """Yield a temporary path beside `path`, and move it to `path` if nothing is raised."""
    part = path.with_name(f".{path.name}.{token_hex(4)}.part")
    try:
        yield part
        if is_wanted():
            part.replace(path)
    finally:
        _remove(part)


def _remove(part: Path) -> None:
    if part.is_dir():
        shutil.rmtree(part)
    else:
        part.unlink(missing_ok=True)
