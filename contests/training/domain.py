"""Training: what differs between an answer and the known one, place by place, and what it is worth."""

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
    """One place of a text: what is known there, what was given, and the credit for it."""

    outcome: str
    known: Span | None
    given: Span | None
    # 1 for a right answer; for wrong bounds with the right category, the share they have in common.
    credit: float

    @property
    def label(self) -> str:
        """Return the category to read about: the right one, or the one that was given for nothing."""
        span = self.known or self.given
        return span.label if span else ""

    @property
    def start(self) -> int:
        """Return where it stands: at the known unit, else at the given one."""
        span = self.known or self.given
        return span.start if span else 0


@dataclass(frozen=True)
class Difference:
    """All places of a text, in order."""

    places: tuple[Place, ...]
    # Whether the text was accepted at all: rejecting or ignoring it finds nothing.
    is_accepted: bool = True

    @property
    def score(self) -> float:
        """Return the mean credit of the places; a text with nothing to mark is right or wrong."""
        if not self.places:
            return float(self.is_accepted)
        return sum(place.credit for place in self.places) / len(self.places)

    @property
    def is_right(self) -> bool:
        return self.is_accepted and all(place.outcome == RIGHT for place in self.places)


def compare(
    *, known: Sequence[Span], given: Sequence[Span], is_accepted: bool = True
) -> Difference:
    """Return what differs between a known answer and the one that was given."""
    pairs = _pair(known, given)
    places = [_place(one, other) for one, other in pairs]
    found, used = {one for one, _ in pairs}, {other for _, other in pairs}
    places += [Place(MISSED, one, None, 0.0) for one in known if one not in found]
    places += [Place(SPURIOUS, None, other, 0.0) for other in given if other not in used]
    return Difference(tuple(sorted(places, key=lambda place: place.start)), is_accepted)


def _pair(known: Sequence[Span], given: Sequence[Span]) -> list[tuple[Span, Span]]:
    """Return which known unit each given one stands for: the best fitting pairs first, each once."""
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
    """How far a person is in a round of training, and how well it goes."""

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
        """Return the mean over what was answered so far."""
        return sum(self.scores) / len(self.scores) if self.scores else None

    @property
    def is_passed(self) -> bool:
        """Return whether everything was answered, well enough where a mark is set."""
        if not self.is_done:
            return False
        # Nothing is lost to rounding: a mean shown as 80 % passes a mark of 80 %.
        return self.pass_mark is None or round((self.score or 0) * 100) >= round(
            self.pass_mark * 100
        )


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
    error: Refusal


def read_tasks(
    written: str, *, labels: Collection[str]
) -> tuple[list[WrittenTask], list[TextProblem]]:
    """Return the tasks that were written, and what is wrong with the others."""
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
