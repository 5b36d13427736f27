"""The two samples that a measure gives for a pair of teams."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from feedback.domain.experiments.values import AlignmentValue, Penalty, TaskValue

# A mean of one person's penalties says little of a team.
LEAST_IN_TEAM = 2


@dataclass(frozen=True)
class Sample:
    """The values of one team, and what each of its people has on average."""

    values: tuple[float, ...]
    by_person: tuple[float, ...]

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


def durations(tasks: Iterable[TaskValue]) -> Sample:
    """Return the seconds of a team's tasks, breaks and unknown ones out."""
    known = [(task.annotator, task.seconds) for task in tasks if task.counts]
    pairs = [(person, seconds) for person, seconds in known if seconds is not None]
    return Sample(tuple(seconds for _person, seconds in pairs), _person_means(pairs))


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
    return Sample(values, _person_means(each for pair in pairs for each in pair[side]))
