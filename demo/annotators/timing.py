"""How long a simulated annotator takes for a line."""

from dataclasses import dataclass
from math import exp
from random import Random

from demo.annotators.profiles import Tempo

BREAK_SECONDS = (320, 1500)


@dataclass(frozen=True)
class Effort:
    """What there was to do about one line."""

    tokens: int
    shown: int
    edits: int
    # Tasks this person has done before.
    experience: int = 0


def take_time(tempo: Tempo, effort: Effort, source: Random) -> float:
    """Return the seconds that this effort takes, a break in front of the open page included."""
    reading = effort.tokens * tempo.per_token * (tempo.skimming if effort.shown else 1)
    work = effort.shown * tempo.per_check + effort.edits * tempo.per_edit
    slowness = 1 + tempo.learning * exp(-effort.experience / tempo.familiar_after)
    seconds = (tempo.per_task + reading + work) * slowness * source.lognormvariate(0, tempo.noise)
    if source.random() < tempo.break_probability:
        seconds += source.uniform(*BREAK_SECONDS)
    return seconds
