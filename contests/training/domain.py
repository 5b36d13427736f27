"""Comparing training answers with the known ones, progress, and reading written tasks."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from importlib.resources import files

from contests.annotating.domain import check_units
from contests.training.errors import TrainingTextEmpty, TrainingTextTooLong
from text.errors import Refusal
from text.markup import parse
from text.spans import Span

RIGHT, BOUNDS, CATEGORY, BOTH, MISSED, SPURIOUS = OUTCOMES = (
    "right",
    "bounds",
    "category",
    "both",
    "missed",
    "spurious",
)


@dataclass(frozen=True)
class Place:
    """A known span and the given span it is compared with, either of which may be missing."""

    outcome: str
    known: Span | None
    given: Span | None
    # 1 if right; for the right category with wrong bounds, the shared part of both spans.
    credit: float

    @property
    def label(self) -> str:
        """Return the label of the known span, or of a spurious one."""
        span = self.known or self.given
        return span.label if span else ""

    @property
    def start(self) -> int:
        """Return the start of the known span, or of a spurious one."""
        span = self.known or self.given
        return span.start if span else 0


@dataclass(frozen=True)
class Difference:
    """All places of a text, in order."""

    places: tuple[Place, ...]
    # Whether the text was accepted; a rejected or ignored text has no spans.
    is_accepted: bool = True

    @property
    def score(self) -> float:
        """Return the mean credit of the places; without places, 1 if accepted and 0 otherwise."""
        if not self.places:
            return float(self.is_accepted)
        return sum(place.credit for place in self.places) / len(self.places)

    @property
    def is_right(self) -> bool:
        return self.is_accepted and all(place.outcome == RIGHT for place in self.places)


def compare(
    *, known: Sequence[Span], given: Sequence[Span], is_accepted: bool = True
) -> Difference:
    """Compare a given answer with the known one."""
    pairs = _pair(known, given)
    places = [_place(one, other) for one, other in pairs]
    found, used = {one for one, _ in pairs}, {other for _, other in pairs}
    places += [Place(MISSED, one, None, 0.0) for one in known if one not in found]
    places += [Place(SPURIOUS, None, other, 0.0) for other in given if other not in used]
    return Difference(tuple(sorted(places, key=lambda place: place.start)), is_accepted)


def _pair(known: Sequence[Span], given: Sequence[Span]) -> list[tuple[Span, Span]]:
    """Pair known with given units, best matches first, each unit at most once."""
    candidates = [
        (one == other, one.label == other.label, _shared(one, other), -one.start, one, other)
        for one in known
        for other in given
        if _shared(one, other)
    ]
    candidates.sort(key=lambda found: found[:4], reverse=True)
    pairs: dict[Span, Span] = {}
    for *_, one, other in candidates:
        if one not in pairs and other not in pairs.values():
            pairs[one] = other
    return list(pairs.items())


def _shared(one: Span, other: Span) -> int:
    return max(0, min(one.end, other.end) - max(one.start, other.start))


def _place(known: Span, given: Span) -> Place:
    has_bounds = (known.start, known.end) == (given.start, given.end)
    if known.label != given.label:
        return Place(CATEGORY if has_bounds else BOTH, known, given, 0.0)
    if has_bounds:
        return Place(RIGHT, known, given, 1.0)
    whole = max(known.end, given.end) - min(known.start, given.start)
    return Place(BOUNDS, known, given, _shared(known, given) / whole)


@dataclass(frozen=True)
class TrainingProgress:
    """A person's scores in a round of training."""

    scores: tuple[float, ...]
    total: int
    pass_mark: float | None = None

    @property
    def done(self) -> int:
        return len(self.scores)

    @property
    def is_done(self) -> bool:
        return self.done >= self.total

    @property
    def score(self) -> float | None:
        """Return the mean score of the answers so far."""
        return sum(self.scores) / len(self.scores) if self.scores else None

    @property
    def is_passed(self) -> bool:
        """Return whether all tasks are answered and the pass mark, if any, is reached."""
        if not self.is_done:
            return False
        # Compare rounded percentages: a mean displayed as 80 % passes a mark of 80 %.
        return self.pass_mark is None or round((self.score or 0) * 100) >= round(
            self.pass_mark * 100
        )


LONGEST_TEXT = 2000
MOST_TASKS = 200


@dataclass(frozen=True)
class WrittenTask:
    """A text with its known answer and a note."""

    text: str
    units: tuple[Span, ...]
    note: str = ""
    line: int = 0


@dataclass(frozen=True)
class TextProblem:
    """The reason why a line is not a valid training task."""

    line: int
    error: Refusal


def read_tasks(
    written: str, *, labels: Collection[str]
) -> tuple[list[WrittenTask], list[TextProblem]]:
    """Return the valid tasks and the problems of the other lines."""
    tasks: list[WrittenTask] = []
    problems: list[TextProblem] = []
    for line, marked, note in _pairs(written):
        try:
            tasks.append(read_task(marked, note=note, labels=labels, line=line))
        except Refusal as error:
            problems.append(TextProblem(line, error))
    return tasks, problems


def read_task(
    marked: str, *, labels: Collection[str], note: str = "", line: int = 0
) -> WrittenTask:
    """Return the task written in a line of markup; raise a Refusal if it is invalid."""
    text, spans = parse(marked.strip())
    if not text.strip():
        raise TrainingTextEmpty
    if len(text) > LONGEST_TEXT:
        raise TrainingTextTooLong(most=LONGEST_TEXT)
    units = check_units(spans, text_length=len(text), labels=labels)
    return WrittenTask(text, tuple(units), note.strip(), line)


def _pairs(written: str) -> list[tuple[int, str, str]]:
    """Return the number, markup and note of each task."""
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
    """Return the source text of the ready-made tasks, empty if there are none."""
    file = files("contests") / "training" / f"{name}.{language}.txt"
    return file.read_text(encoding="utf-8") if name and file.is_file() else ""
