"""Training tasks as people write them: a line of inline markup each, and below it, after `>`, a note.

Empty lines, and lines that begin with `#`, are passed over.
"""

from collections.abc import Collection
from dataclasses import dataclass
from importlib.resources import files

from contests.domain.submission import check_units
from contests.exceptions import ContestError, TrainingTextEmpty, TrainingTextTooLong
from corpus.domain.markup import parse
from corpus.domain.spans import Span

LONGEST_TEXT = 2000
MOST_TASKS = 200


@dataclass(frozen=True)
class WrittenTask:
    """A text with its known answer, and what there is to learn from it."""

    text: str
    units: tuple[Span, ...]
    note: str = ""
    line: int = 0


@dataclass(frozen=True)
class TextProblem:
    """Why a line cannot be a training task."""

    line: int
    error: ContestError


def read_tasks(
    written: str, *, labels: Collection[str]
) -> tuple[list[WrittenTask], list[TextProblem]]:
    """Return the tasks that were written, and what is wrong with the others."""
    tasks: list[WrittenTask] = []
    problems: list[TextProblem] = []
    for line, marked, note in _pairs(written):
        try:
            tasks.append(read_task(marked, note=note, labels=labels, line=line))
        except ContestError as error:
            problems.append(TextProblem(line, error))
    return tasks, problems


def read_task(
    marked: str, *, labels: Collection[str], note: str = "", line: int = 0
) -> WrittenTask:
    """Return the task that a line of markup says, or raise what is wrong with it."""
    text, spans = parse(marked.strip())
    if not text.strip():
        raise TrainingTextEmpty
    if len(text) > LONGEST_TEXT:
        raise TrainingTextTooLong(most=LONGEST_TEXT)
    units = check_units(spans, text_length=len(text), labels=labels)
    return WrittenTask(text, tuple(units), note.strip(), line)


def _pairs(written: str) -> list[tuple[int, str, str]]:
    """Return the lines that are tasks, by number, each with the note below it."""
    pairs: list[tuple[int, str, str]] = []
    for number, raw in enumerate(written.splitlines(), start=1):
        line = raw.strip()
        if line.startswith(">") and pairs:
            first, marked, note = pairs[-1]
            pairs[-1] = (first, marked, f"{note} {line[1:].strip()}".strip())
        elif line and not line.startswith("#"):
            pairs.append((number, line, ""))
    return pairs


def default_tasks(name: str, language: str) -> str:
    """Return ready-made training tasks as they are written; empty where nobody has made any."""
    file = files("contests") / "training" / f"{name}.{language}.txt"
    return file.read_text(encoding="utf-8") if name and file.is_file() else ""
