"""How a simulated annotator answers one line."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from demo.annotators.habits import HABITS, find_distractions, joined, reshape
from demo.annotators.profiles import Effort, Profile, take_time
from text.spans import Span

Tokens = Sequence[tuple[int, int]]


@dataclass(frozen=True)
class SimulatedAnswer:
    """A verdict with its units, and the time it took: unknown to the page if not measured."""

    verdict: str
    units: tuple[Span, ...]
    seconds: float
    is_measured: bool = True

    @property
    def duration_ms(self) -> int | None:
        return round(self.seconds * 1000) if self.is_measured else None


@dataclass(frozen=True)
class _Marked:
    """A unit in an answer; its own if the person made it, not its own if it was shown and left."""

    unit: Span
    is_own: bool


def answer(
    profile: Profile,
    *,
    text: str,
    tokens: Tokens,
    gold: Sequence[Span],
    shown: Sequence[Span],
    labels: Collection[str],
    source: Random,
    experience: int = 0,
) -> SimulatedAnswer:
    """Return how this person answers a line of which `gold` is the truth and `shown` is on the page."""
    verdict = _verdict(profile, source)
    marked: list[_Marked] = []
    if verdict == "accept":
        left = [unit for unit in shown if _leaves(profile, unit, gold, source)]
        noticed = _notice(
            profile, [unit for unit in gold if unit.label in labels], shown, left, source
        )
        own = [_label(profile, unit, labels, source) for unit in noticed]
        marked = _settle(profile, text, left, own, source)
        marked = _distract(profile, text, marked, gold, labels, source)
    edits = sum(mark.is_own for mark in marked) + _removals(shown, marked)
    effort = Effort(len(tokens), len(shown), edits if verdict == "accept" else 0, experience)
    seconds = take_time(profile.tempo, effort, source)
    measured = source.random() >= profile.tempo.unmeasured_probability
    return SimulatedAnswer(verdict, tuple(mark.unit for mark in marked), seconds, measured)


def _verdict(profile: Profile, source: Random) -> str:
    draw = source.random()
    if draw < profile.reject:
        return "reject"
    return "ignore" if draw < profile.reject + profile.ignore else "accept"


def _leaves(profile: Profile, unit: Span, gold: Sequence[Span], source: Random) -> bool:
    """Tell whether a unit that is shown stays as it is: a right one nearly always."""
    is_right = unit in gold
    return source.random() >= (profile.undoing if is_right else profile.care)


def _notice(
    profile: Profile,
    gold: Sequence[Span],
    shown: Sequence[Span],
    left: Sequence[Span],
    source: Random,
) -> list[Span]:
    """Return the units that the person marks anew, where nothing that was left is in the way."""
    noticed = []
    for unit in gold:
        if unit in shown or any(_overlap(unit, other) for other in left):
            continue
        # Something wrong was shown here and is being corrected: no search is needed.
        is_pointed_at = any(_overlap(unit, other) for other in shown)
        if is_pointed_at or source.random() < profile.chance_to_see(unit.label):
            noticed.append(unit)
    return noticed


def _label(profile: Profile, unit: Span, labels: Collection[str], source: Random) -> Span:
    """Return the unit with the label that this person gives it."""
    draw, slip = source.random(), source.random()
    for confusion in profile.confusions:
        if confusion.label == unit.label and confusion.instead in labels:
            if draw < confusion.probability:
                return replace(unit, label=confusion.instead)
            draw -= confusion.probability
    if slip < profile.slip:
        return replace(unit, label=source.choice(sorted(set(labels) - {unit.label})))
    return unit


def _settle(
    profile: Profile, text: str, left: Sequence[Span], own: Sequence[Span], source: Random
) -> list[_Marked]:
    """Return all units in order of place and apart, the person's own with the bounds they draw."""
    plan = sorted(
        [_Marked(unit, False) for unit in left] + [_Marked(unit, True) for unit in own],
        key=lambda mark: mark.unit,
    )
    settled: list[_Marked] = []
    for index, mark in enumerate(plan):
        floor = settled[-1].unit.end if settled else 0
        ceiling = plan[index + 1].unit.start if index + 1 < len(plan) else len(text)
        if mark.unit.start < floor:
            continue
        if mark.is_own and settled and _join(profile, text, settled, mark, source):
            continue
        pieces = [mark.unit]
        if mark.is_own:
            pieces = _shape(profile, text, mark.unit, (floor, ceiling), source)
        settled += [_Marked(piece, mark.is_own) for piece in pieces]
    return settled


def _join(
    profile: Profile, text: str, settled: list[_Marked], mark: _Marked, source: Random
) -> bool:
    """Let the unit become one with the one before, if this person does so."""
    before = settled[-1]
    for given in profile.habits:
        habit = HABITS[given.habit]
        both = joined(before.unit, mark.unit, habit=habit, text=text)
        is_usual = before.is_own and habit.concerns(mark.unit.label)
        if both and is_usual and source.random() < given.probability:
            settled[-1] = _Marked(both, True)
            return True
    return False


def _shape(
    profile: Profile, text: str, unit: Span, room: tuple[int, int], source: Random
) -> list[Span]:
    """Return the unit as this person draws it: at most one habit shows at a time."""
    for given in profile.habits:
        habit = HABITS[given.habit]
        if habit.concerns(unit.label) and source.random() < given.probability:
            pieces = reshape(unit, habit=habit, text=text, room=room)
            if pieces != [unit]:
                return pieces
    return [unit]


def _distract(
    profile: Profile,
    text: str,
    marked: list[_Marked],
    gold: Sequence[Span],
    labels: Collection[str],
    source: Random,
) -> list[_Marked]:
    """Return the units and, where there is room, what this person takes for one."""
    taken = [mark.unit for mark in marked] + list(gold)
    found = []
    for unit in _tempting(profile, text, source):
        if unit.label in labels and not any(_overlap(unit, other) for other in taken):
            taken.append(unit)
            found.append(_Marked(unit, True))
    return sorted(marked + found, key=lambda mark: mark.unit)


def _tempting(profile: Profile, text: str, source: Random) -> Iterator[Span]:
    for distracted in profile.distractions:
        for unit in find_distractions(text, distracted.distraction):
            if source.random() < distracted.probability:
                yield unit


def _removals(shown: Sequence[Span], marked: Sequence[_Marked]) -> int:
    """Return how many shown units were taken away without another in their place."""
    return sum(not any(_overlap(unit, mark.unit) for mark in marked) for unit in shown)


def _overlap(first: Span, second: Span) -> bool:
    return first.start < second.end and second.start < first.end
