"""The two samples that a measure gives for a pair of teams."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from math import log

from agreement.references.domain.voting import LONGEST_TASK_MS
from contests.teams.domain import TeamDesign

# What is compared, in the order of the tables. Of each of them less is better.
DURATION, SEGMENT, CATEGORY = MEASURES = ("duration", "segment", "category")


@dataclass(frozen=True)
class TaskValue:
    """How long one person of a team took for one input; None where it could not be measured."""

    team: str
    annotator: int
    input: int
    seconds: float | None

    @property
    def is_break(self) -> bool:
        return self.seconds is not None and self.seconds * 1000 > LONGEST_TASK_MS

    @property
    def counts(self) -> bool:
        return self.seconds is not None and not self.is_break


@dataclass(frozen=True)
class Penalty:
    """Whether one person disagrees with a reference; None where there is no reference."""

    annotator: int
    segment: bool | None
    category: bool | None

    def of(self, measure: str) -> bool | None:
        return self.segment if measure == SEGMENT else self.category


@dataclass(frozen=True)
class AlignmentValue:
    """One unitary alignment with the penalties of its annotators, by the name of their team."""

    place: int
    input: int
    penalties: Mapping[str, tuple[Penalty, ...]]


@dataclass(frozen=True)
class Observations:
    """All that is known of a contest's experiments."""

    teams: tuple[TeamDesign, ...]
    tasks: tuple[TaskValue, ...] = ()
    alignments: tuple[AlignmentValue, ...] = ()
    # People who have worked in more than one team: which arm they speak for nobody can tell.
    moved: Mapping[str, frozenset[int]] = field(default_factory=dict)
    in_sequence: bool = True


Cells = dict[str, object]
_TEAM = ("group", "team", "arm", "retention", "perturbation")
DURATION_FIELDS = (*_TEAM, "annotator", "input", "seconds", "counts", "left_out")
PENALTY_FIELDS = (*_TEAM, "annotator", "input", "place", "segment", "category", "left_out")


def duration_rows(observed: Observations) -> Iterator[Cells]:
    """Yield one row per task, those that do not count with the reason."""
    teams = {team.name: team for team in observed.teams}
    for task in observed.tasks:
        reason = _reason(task, observed)
        yield {
            **_team(teams[task.team]),
            "annotator": task.annotator,
            "input": task.input,
            "seconds": task.seconds,
            "counts": int(not reason),
            "left_out": reason,
        }


def _reason(task: TaskValue, observed: Observations) -> str:
    if _has_moved(task.annotator, observed):
        return "changed-team"
    if task.seconds is None:
        return "unknown"
    return "break" if task.is_break else ""


def _has_moved(annotator: int, observed: Observations) -> bool:
    return any(annotator in people for people in observed.moved.values())


def penalty_rows(observed: Observations) -> Iterator[Cells]:
    """Yield one row per annotator and unitary alignment; 1 is a penalty, None no reference."""
    teams = {team.name: team for team in observed.teams}
    for alignment in observed.alignments:
        for name, penalties in alignment.penalties.items():
            for penalty in penalties:
                yield {
                    **_team(teams[name]),
                    "annotator": penalty.annotator,
                    "input": alignment.input,
                    "place": alignment.place,
                    "segment": _number(penalty.segment),
                    "category": _number(penalty.category),
                    "left_out": "changed-team" if _has_moved(penalty.annotator, observed) else "",
                }


def _number(value: bool | None) -> int | None:
    return None if value is None else int(value)


def _team(team: TeamDesign) -> Cells:
    return {
        "group": team.group,
        "team": team.name,
        "arm": team.arm,
        "retention": team.retention,
        "perturbation": team.perturbation,
    }


# A mean of one person's penalties says little of a team.
LEAST_IN_TEAM = 2


@dataclass(frozen=True)
class Sample:
    """The values of one team, and what each of its people has on average."""

    values: tuple[float, ...]
    by_person: tuple[float, ...]
    # The same as people are compared: of durations the mean logarithm.
    compared: tuple[float, ...]

    @property
    def n(self) -> int:
        return len(self.values)

    @property
    def mean(self) -> float | None:
        return sum(self.values) / len(self.values) if self.values else None

    @property
    def people(self) -> int:
        return len(self.by_person)


def _person_means(observed: Iterable[tuple[int, float]]) -> tuple[float, ...]:
    values: defaultdict[int, list[float]] = defaultdict(list)
    for person, value in observed:
        values[person].append(value)
    return tuple(sum(each) / len(each) for _person, each in sorted(values.items()))


# Nobody reads and answers faster; a slip of the clock would weigh without end in a logarithm.
SHORTEST_SECONDS = 0.1


def durations(tasks: Iterable[TaskValue]) -> Sample:
    """Return the seconds of a team's tasks, breaks and unknown ones out."""
    known = [(task.annotator, task.seconds) for task in tasks if task.counts]
    pairs = [(person, seconds) for person, seconds in known if seconds is not None]
    logarithms = [(person, log(max(seconds, SHORTEST_SECONDS))) for person, seconds in pairs]
    return Sample(
        tuple(seconds for _person, seconds in pairs),
        _person_means(pairs),
        _person_means(logarithms),
    )


def penalties(
    alignments: Iterable[AlignmentValue], first: str, second: str, measure: str
) -> tuple[Sample, Sample]:
    """Return each team's mean penalty at every unitary alignment where the two can be compared.

    That is where both have the same number of annotators, at least two, and there is a reference.
    """
    pairs = list(_comparable(alignments, first, second, measure))
    return _mean_penalties(pairs, 0), _mean_penalties(pairs, 1)


Judged = list[tuple[int, float]]


def _comparable(
    alignments: Iterable[AlignmentValue], first: str, second: str, measure: str
) -> Iterator[tuple[Judged, Judged]]:
    for alignment in alignments:
        one = _judged(alignment.penalties.get(first, ()), measure)
        two = _judged(alignment.penalties.get(second, ()), measure)
        if len(one) == len(two) >= LEAST_IN_TEAM:
            yield one, two


def _judged(penalties: Iterable[Penalty], measure: str) -> Judged:
    found = ((penalty.annotator, penalty.of(measure)) for penalty in penalties)
    return [(person, float(value)) for person, value in found if value is not None]


def _mean_penalties(pairs: list[tuple[Judged, Judged]], side: int) -> Sample:
    values = tuple(sum(value for _, value in pair[side]) / len(pair[side]) for pair in pairs)
    by_person = _person_means(each for pair in pairs for each in pair[side])
    return Sample(values, by_person, by_person)
