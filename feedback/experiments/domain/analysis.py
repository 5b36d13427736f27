"""The tables of an experiment: means per team, and tests per measure and pair of teams.

Conclusions come from the test over people. The t-test over tasks is reported for comparison with the thesis.

Hypotheses. Retention: annotators with pre-annotations are faster and make fewer errors than the control.
Perturbation: annotators with erroneous pre-annotations are slower and make more errors.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import exp
from statistics import fmean

import numpy as np
import pandas as pd
from scipy import stats

from contests.teams.domain import (
    ALIKE,
    CONTROL,
    EXPERIMENTAL,
    RETENTION,
    GroupDesign,
    TeamDesign,
    group_designs,
)
from feedback.experiments.domain.permutation import PeopleTest, compare_people
from feedback.experiments.domain.samples import (
    BREAK,
    CATEGORY,
    CHANGED_TEAM,
    DURATION,
    MEASURES,
    SEGMENT,
    UNKNOWN,
    Observations,
    Sample,
    durations,
    penalties,
)
from feedback.experiments.domain.welch import (
    GREATER,
    LEAST_VALUES,
    LESS,
    Comparison,
    Interval,
    compare,
    holm,
    mean_interval,
)

# About a whole report.
NOT_IN_SEQUENCE = "not-in-sequence"
# About a pair of teams.
DIFFERENT_INPUTS = "different-inputs"
MUCH_LEFT_OUT = "much-left-out"
TOO_FEW_PEOPLE = "too-few-people"
# About one test.
NO_VALUES = "no-values"
TOO_FEW = "too-few"
FEW_VALUES = "few-values"
FEW_PEOPLE = "few-people"
SKEWED = "skewed"
NO_SPREAD = "no-spread"
ONE_WITHOUT_SPREAD = "one-without-spread"
BY_PERSON_DIFFERS = "by-person-differs"

ENOUGH_VALUES = 30
ENOUGH_PEOPLE = 5
SHARED_INPUTS = 0.8
LEFT_OUT = 0.1
SIGNIFICANT = 0.05
# The outcomes of a test.
SUPPORTED, OPPOSITE, NOT_SHOWN = "supported", "opposite", "not-shown"


@dataclass(frozen=True)
class Caution:
    """A code with the numbers and names for its message."""

    code: str
    details: dict[str, object] = field(default_factory=dict)


def about_samples(first: Sample, second: Sample) -> Iterator[Caution]:
    """Yield the cautions about a comparison of two samples."""
    least = min(first.n, second.n)
    if least < LEAST_VALUES:
        yield Caution(NO_VALUES if least == 0 else TOO_FEW, {"n": least, "least": LEAST_VALUES})
        return
    if least < ENOUGH_VALUES:
        yield Caution(FEW_VALUES, {"n": least, "enough": ENOUGH_VALUES})
    if (people := min(first.people, second.people)) < ENOUGH_PEOPLE:
        yield Caution(FEW_PEOPLE, {"people": people})
    without = sum(len(set(sample.values)) == 1 for sample in (first, second))
    if without:
        yield Caution(NO_SPREAD if without == 2 else ONE_WITHOUT_SPREAD)
    if _is_too_skewed(first.values) or _is_too_skewed(second.values):
        yield Caution(SKEWED)


def _is_too_skewed(values: Sequence[float]) -> bool:
    """Whether a sample is too small for its skewness (Cochran's rule: n above 25 times its square)."""
    if len(values) < 3 or len(set(values)) == 1:
        return False
    skewness = float(stats.skew(np.asarray(values), bias=False))
    return len(values) <= 25 * skewness**2


@dataclass(frozen=True)
class Average:
    """The mean of a team in one measure; None without values."""

    n: int
    people: int
    mean: float | None
    # The mean of the people's means, with its interval.
    mean_of_people: float | None
    interval: Interval | None

    @classmethod
    def of(cls, sample: Sample) -> "Average":
        of_people = fmean(sample.by_person) if sample.by_person else None
        interval = mean_interval(sample.by_person)
        return cls(sample.n, sample.people, sample.mean, of_people, interval)


@dataclass(frozen=True)
class TeamResult:
    """One row of the table of averages."""

    design: TeamDesign
    duration: Average
    segment: Average
    category: Average
    breaks: int
    unknown: int

    @property
    def per_minute(self) -> float | None:
        """Tasks per minute."""
        mean = self.duration.mean
        return 60 / mean if mean else None

    def of(self, measure: str) -> Average:
        return {DURATION: self.duration, SEGMENT: self.segment, CATEGORY: self.category}[measure]


@dataclass(frozen=True)
class TestResult:
    """One measure of two teams, compared over people and over tasks."""

    measure: str
    direction: str
    experimental_n: int
    control_n: int
    experimental_people: int
    control_people: int
    people: PeopleTest | None
    # The p of `people`, corrected for all tests of the report.
    corrected_p: float | None
    # The one-tailed t-test of the thesis. It wrongly treats tasks as independent, so no outcome uses it.
    comparison: Comparison | None
    cautions: tuple[Caution, ...]

    @property
    def outcome(self) -> str:
        """The outcome of the test over people, after the correction."""
        if self.people is None or self.corrected_p is None or self.corrected_p >= SIGNIFICANT:
            return NOT_SHOWN
        is_less = self.people.difference < 0
        return SUPPORTED if is_less == (self.direction == LESS) else OPPOSITE

    @property
    def estimate(self) -> float | None:
        """The ratio of times (experimental to control), or the difference of penalties."""
        return None if self.people is None else self._written(self.people.difference)

    @property
    def estimate_interval(self) -> Interval | None:
        if self.people is None or self.people.interval is None:
            return None
        found = self.people.interval
        return Interval(self._written(found.low), self._written(found.high))

    def _written(self, difference: float) -> float:
        return exp(difference) if self.measure == DURATION else difference


@dataclass(frozen=True)
class PairResult:
    """An experimental team against a control team of its group."""

    group: int
    kind: str
    experimental: TeamResult
    control: TeamResult
    tests: tuple[TestResult, ...]
    cautions: tuple[Caution, ...]

    @property
    def teams(self) -> tuple[TeamResult, TeamResult]:
        return self.experimental, self.control


@dataclass(frozen=True)
class Report:
    """The results of all pairs of teams in a contest."""

    pairs: tuple[PairResult, ...]
    cautions: tuple[Caution, ...] = ()

    @property
    def tests_done(self) -> int:
        return sum(test.people is not None for pair in self.pairs for test in pair.tests)


def analyse(observed: Observations) -> Report:
    """Compare each experimental team with each control team of its group."""
    tasks, alignments = observed.durations, observed.penalties
    tasks = tasks[tasks["left_out"] != CHANGED_TEAM]
    alignments = alignments[alignments["left_out"] != CHANGED_TEAM]
    pairs = []
    for group in group_designs(observed.teams):
        for teams in pairs_of(group):
            found = _pair(group, teams, tasks, alignments)
            about_pair = (*_about_moved(teams, observed), *_about_tasks(teams, tasks))
            pairs.append(replace(found, cautions=(*found.cautions, *about_pair)))
    wrong_order = bool(pairs) and not observed.in_sequence
    about = (Caution(NOT_IN_SEQUENCE),) if wrong_order else ()
    return Report(tuple(_corrected(pairs)), about)


def pairs_of(group: GroupDesign) -> list[tuple[TeamDesign, TeamDesign]]:
    """Return the pairs of teams to compare in a group; none if its teams see the same."""
    if group.kind == ALIKE:
        return []
    arms = {
        arm: [team for team in group.teams if team.arm == arm] for arm in (EXPERIMENTAL, CONTROL)
    }
    return [(first, second) for first in arms[EXPERIMENTAL] for second in arms[CONTROL]]


def _pair(
    group: GroupDesign,
    teams: tuple[TeamDesign, TeamDesign],
    tasks: pd.DataFrame,
    alignments: pd.DataFrame,
) -> PairResult:
    first, second = teams
    own = [tasks[tasks["team"] == team.name] for team in teams]
    samples: dict[str, tuple[Sample, Sample]] = {DURATION: (durations(own[0]), durations(own[1]))}
    for measure in (SEGMENT, CATEGORY):
        samples[measure] = penalties(alignments, first.name, second.name, measure)
    direction = LESS if group.kind == RETENTION else GREATER
    tests = [_test(measure, direction, *samples[measure]) for measure in MEASURES]
    # Report a caution once per pair if it concerns all its tests.
    shared = [each for each in tests[0].cautions if all(each in test.cautions for test in tests)]
    return PairResult(
        group=group.number,
        kind=group.kind,
        experimental=_team(first, own[0], samples, 0),
        control=_team(second, own[1], samples, 1),
        tests=tuple(_without_shared(test, shared) for test in tests),
        cautions=tuple(shared),
    )


def _without_shared(test: TestResult, shared: Collection[Caution]) -> TestResult:
    return replace(test, cautions=tuple(each for each in test.cautions if each not in shared))


def _team(
    design: TeamDesign,
    tasks: pd.DataFrame,
    samples: dict[str, tuple[Sample, Sample]],
    side: int,
) -> TeamResult:
    return TeamResult(
        design=design,
        duration=Average.of(samples[DURATION][side]),
        segment=Average.of(samples[SEGMENT][side]),
        category=Average.of(samples[CATEGORY][side]),
        breaks=int((tasks["left_out"] == BREAK).sum()),
        unknown=int((tasks["left_out"] == UNKNOWN).sum()),
    )


def _test(measure: str, direction: str, first: Sample, second: Sample) -> TestResult:
    comparison = compare(first.values, second.values, direction=direction)
    people = compare_people(first.compared, second.compared)
    found = list(about_samples(first, second))
    if comparison and people and comparison.p < SIGNIFICANT <= people.p:
        found.append(Caution(BY_PERSON_DIFFERS))
    return TestResult(
        measure=measure,
        direction=direction,
        experimental_n=first.n,
        control_n=second.n,
        experimental_people=first.people,
        control_people=second.people,
        people=people,
        corrected_p=None,
        comparison=comparison,
        cautions=tuple(found),
    )


def _about_moved(teams: tuple[TeamDesign, TeamDesign], observed: Observations) -> Iterator[Caution]:
    moved = frozenset().union(*(observed.moved.get(team.name, ()) for team in teams))
    if moved:
        yield Caution(CHANGED_TEAM, {"people": len(moved)})


def _about_tasks(teams: tuple[TeamDesign, TeamDesign], tasks: pd.DataFrame) -> Iterator[Caution]:
    own = [tasks[tasks["team"] == team.name] for team in teams]
    met = [set(each["input"]) for each in own]
    shared, either = len(met[0] & met[1]), len(met[0] | met[1])
    if all(met) and shared < SHARED_INPUTS * either:
        yield Caution(DIFFERENT_INPUTS, {"shared": shared, "all": either})
    for team, each in zip(teams, own, strict=True):
        out = len(each) - int(each["counts"].sum())
        if out > LEFT_OUT * len(each):
            details: dict[str, object] = {"team": team.name, "out": out, "all": len(each)}
            yield Caution(MUCH_LEFT_OUT, details)


def _corrected(pairs: Sequence[PairResult]) -> Iterator[PairResult]:
    """Yield the pairs with Holm's correction over all tests over people."""
    raw = [test.people.p for pair in pairs for test in pair.tests if test.people]
    corrected = iter(holm(raw))
    for pair in pairs:
        tests = (
            replace(test, corrected_p=next(corrected)) if test.people else test
            for test in pair.tests
        )
        cautions = (*pair.cautions, *_about_people(pair, len(raw)))
        yield replace(pair, tests=tuple(tests), cautions=cautions)


def _about_people(pair: PairResult, tests: int) -> Iterator[Caution]:
    """Yield a caution if a pair has too few people for any significant difference."""
    found = [test for test in pair.tests if test.people]
    least = min((test.people.least_p for test in found if test.people), default=0.0)
    if least * tests < SIGNIFICANT:
        return
    first = max(test.experimental_people for test in found)
    second = max(test.control_people for test in found)
    yield Caution(TOO_FEW_PEOPLE, {"first": first, "second": second})
