"""Who stands out among the people of a contest, by rules that a page can say in one sentence."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median

LOW_QUALITY, LOW_AGREEMENT, FAST, SLOW, MANY_REJECTS = (
    "low-quality", "low-agreement", "fast", "slow", "many-rejects",
)  # fmt: skip
# Of fewer answers nothing can be said, and among fewer people nobody stands out.
ENOUGH_ANSWERS = 20
ENOUGH_PEOPLE = 3
# Shares below the median that are noticed, and rejects above it.
FAR = 0.1
# How many times as fast or as slow as the median.
TIMES = 2.0


@dataclass(frozen=True)
class Work:
    """What one person has done; shares from 0 to 1, None where nothing is known."""

    answered: int
    per_minute: float | None
    quality: float | None
    agreement: float | None
    rejects: float | None


def standing_out(everyone: Sequence[Work]) -> list[tuple[str, ...]]:
    """Return, for each person, in what they are far from the median of those with enough answers.

    >>> alike, apart = Work(50, 6.0, 0.92, 0.9, 0.0), Work(50, 14.0, 0.78, 0.9, 0.0)
    >>> standing_out([alike, alike, alike, apart])[3]
    ('low-quality', 'fast')
    """
    judged = [one for one in everyone if one.answered >= ENOUGH_ANSWERS]
    quality = _middle(judged, lambda one: one.quality)
    agreement = _middle(judged, lambda one: one.agreement)
    pace = _middle(judged, lambda one: one.per_minute)
    rejects = _middle(judged, lambda one: one.rejects)

    def codes(one: Work) -> tuple[str, ...]:
        if one not in judged:
            return ()
        holds = {
            LOW_QUALITY: _is_below(one.quality, quality, FAR),
            LOW_AGREEMENT: _is_below(one.agreement, agreement, FAR),
            FAST: _is_above(one.per_minute, pace, (TIMES - 1) * (pace or 0)),
            SLOW: _is_below(one.per_minute, pace, (1 - 1 / TIMES) * (pace or 0)),
            MANY_REJECTS: _is_above(one.rejects, rejects, FAR),
        }
        return tuple(code for code, stands in holds.items() if stands)

    return [codes(one) for one in everyone]


def _middle(people: Sequence[Work], value: Callable[[Work], float | None]) -> float | None:
    known = [found for one in people if (found := value(one)) is not None]
    return median(known) if len(known) >= ENOUGH_PEOPLE else None


def _is_below(value: float | None, middle: float | None, by: float) -> bool:
    return value is not None and middle is not None and value < middle - by


def _is_above(value: float | None, middle: float | None, by: float) -> bool:
    return value is not None and middle is not None and value > middle + by
