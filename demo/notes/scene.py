"""What one document is about: its patient, its staff, its dates and its habits."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random
from typing import TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with a name; surnames carry their particle."""

    first_names: tuple[str, ...]
    surnames: tuple[str, ...]
    is_female: bool


@dataclass(slots=True)
class Scene:
    """One document in the making."""

    rng: Random
    patient: Person
    staff: Sequence[Person]
    birth: date
    today: date
    date_style: str
    time_style: str
    home: str
    ipp: str
    stay_number: str
    said: set[str] = field(default_factory=set)
    said_in_phrase: set[str] = field(default_factory=set)
    strength_mg: int = 10
    day_of_phrase: date | None = None
    minute_of_phrase: int | None = None

    @property
    def is_female(self) -> bool:
        """Whether words agree in the feminine."""
        return self.patient.is_female

    @property
    def age_days(self) -> int:
        """How old the patient is."""
        return (self.today - self.birth).days

    @property
    def is_child(self) -> bool:
        """Whether the patient is called by first name."""
        return self.age_days < 16 * 365

    @property
    def age_years(self) -> int:
        """How old the patient is, in whole years."""
        return self.age_days // 365

    def suits(self, condition: str) -> bool:
        """Return whether a phrase under this condition fits the patient."""
        return {
            "F": self.is_female,
            "G": self.is_female and 18 <= self.age_years < 44,
            "A": self.age_years >= 22,
            "Y": self.age_years < 55,
            "B": self.age_days < 365,
            "K": self.age_years >= 2,
        }[condition]

    def begin_phrase(self) -> None:
        """Forget clock and words: within a phrase, moments follow and words do not return."""
        self.day_of_phrase = self.minute_of_phrase = None
        self.said_in_phrase.clear()

    def following_day(self, most_days: int) -> date:
        """Return a past day, not before one that the phrase has named."""
        day = self.past_day(most_days)
        if self.day_of_phrase and day <= self.day_of_phrase:
            day = self.day_of_phrase + timedelta(days=self.rng.randint(1, 5))
        self.day_of_phrase = day
        return day

    def following_minute(self, first_hour: int = 0, last_hour: int = 23) -> int:
        """Return a minute of the day, most often by daylight, after one that the phrase has named."""
        hour = self.rng.choice((self.rng.randint(7, 17), self.rng.randint(first_hour, last_hour)))
        minute = hour * 60 + self.rng.choice((0, 0, 15, 30, 45, self.rng.randint(0, 59)))
        if self.minute_of_phrase is not None:
            minute = (self.minute_of_phrase + 5 * self.rng.randint(3, 36)) % (24 * 60)
        self.minute_of_phrase = minute
        return minute

    def past_day(self, most_days: int) -> date:
        """Return a day before today, but never before birth."""
        return self.today - timedelta(
            days=self.rng.randint(0, max(0, min(most_days, self.age_days)))
        )

    def future_day(self, most_days: int) -> date:
        """Return a day after today."""
        return self.today + timedelta(days=self.rng.randint(1, most_days))


def weighted(rng: Random, options: Sequence[tuple[T, float]]) -> T:
    """Return one option, the heavier the likelier."""
    return rng.choices([option for option, _ in options], [weight for _, weight in options])[0]
