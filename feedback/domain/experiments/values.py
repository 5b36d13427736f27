"""What an experiment is judged by: durations of tasks, and penalties at unitary alignments.

People are numbers that mean nothing outside one analysis; no text and no alias comes in here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from agreement.domain.quality import LONGEST_TASK_MS
from contests.domain.designs import TeamDesign

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
