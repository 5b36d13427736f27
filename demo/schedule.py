"""When simulated annotators work: on working days, at office hours, each with their own diligence."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from math import exp

from demo.annotators.profiles import source_of

# Hours at which people sit down to annotate, with their weights.
_HOURS = {8: 3, 9: 5, 10: 4, 11: 2, 13: 5, 14: 4, 15: 3, 16: 2}
_ABSENCE = 0.15


@dataclass(frozen=True)
class Worker:
    """Someone who will do about so many tasks in all."""

    alias: str
    tasks: int


@dataclass(frozen=True)
class Session:
    """One sitting: who (a place in the list of workers), from when, how many tasks."""

    worker: int
    starts_at: datetime
    tasks: int


def working_days(*, last: date, count: int) -> list[date]:
    """Return `count` days from Monday to Friday, the last one on or before `last`."""
    days: list[date] = []
    day = last
    while len(days) < count:
        if day.weekday() < 5:
            days.append(day)
        day -= timedelta(days=1)
    return days[::-1]


def share_out(diligences: Sequence[float], *, total: int, most: int) -> list[int]:
    """Return how many tasks each does of about `total`, by diligence, at least 1 and at most `most`."""
    whole = sum(diligences)
    return [max(1, min(most, round(total * diligence / whole))) for diligence in diligences]


def plan_sessions(
    workers: Sequence[Worker], *, days: Sequence[date], seed: int, zone: tzinfo
) -> list[Session]:
    """Return everyone's sessions in order of time; draws depend on seed, person and day alone."""
    sessions = [
        session
        for number, worker in enumerate(workers)
        for session in _sessions_of(number, worker, days, seed, zone)
    ]
    return sorted(sessions, key=lambda session: (session.starts_at, session.worker))


def _sessions_of(
    number: int, worker: Worker, days: Sequence[date], seed: int, zone: tzinfo
) -> list[Session]:
    weights = [_weight(worker, day, index, seed) for index, day in enumerate(days)]
    counts = _apportion(worker.tasks, weights if any(weights) else [1.0] * len(days))
    return [
        Session(number, _sit_down(worker, day, seed, zone), count)
        for day, count in zip(days, counts, strict=True)
        if count
    ]


def _weight(worker: Worker, day: date, index: int, seed: int) -> float:
    """Return how much of their work someone does that day: nothing if absent, more at first."""
    source = source_of(seed, worker.alias, day, "weight")
    eagerness = 1 + 0.6 * exp(-index / 3)
    weight = source.lognormvariate(0, 0.5) * eagerness
    return 0.0 if source.random() < _ABSENCE else weight


def _sit_down(worker: Worker, day: date, seed: int, zone: tzinfo) -> datetime:
    source = source_of(seed, worker.alias, day, "hour")
    hour = source.choices(list(_HOURS), weights=list(_HOURS.values()))[0]
    moment = time(hour, source.randrange(60), source.randrange(60))
    return datetime.combine(day, moment, tzinfo=zone)


def _apportion(total: int, weights: Sequence[float]) -> list[int]:
    """Return whole numbers that add up to `total`, as close to the weights as possible."""
    whole = sum(weights)
    exact = [total * weight / whole for weight in weights]
    counts = [int(value) for value in exact]
    by_rest = sorted(range(len(exact)), key=lambda index: counts[index] - exact[index])
    for index in by_rest[: total - sum(counts)]:
        counts[index] += 1
    return counts
