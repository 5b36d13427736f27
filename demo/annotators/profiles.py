"""What is planted in a simulated annotator, to be found again in the answers."""

import hashlib
from dataclasses import dataclass
from math import exp
from random import Random

from text.labels import supercategory

# How often a unit of a family is overlooked, compared with an ordinary one.
DIFFICULTY = {
    "CONTACT": 0.4,
    "ID": 0.6,
    "TEMPORAL": 0.7,
    "NOM": 0.8,
    "EMPLACEMENT": 1.0,
    "DÉMOGRAPHIE": 1.2,
    "PERSONNES": 1.4,
    "ORGANISATION": 1.5,
    "CHUV": 1.8,
}


@dataclass(frozen=True)
class Confusion:
    """A label that is given instead of the right one."""

    label: str
    instead: str
    probability: float


@dataclass(frozen=True)
class Given:
    """A habit, by its name, and how often it shows."""

    habit: str
    probability: float


@dataclass(frozen=True)
class Distracted:
    """A distraction, by its name, and how often it works."""

    distraction: str
    probability: float


@dataclass(frozen=True)
class Tempo:
    """How long things take, in seconds, and how regularly."""

    per_task: float = 1.3
    per_token: float = 0.19
    # Looking at a unit that is shown, against finding and marking or changing one.
    per_check: float = 0.9
    per_edit: float = 2.6
    # A line with units shown is skimmed: this share of its reading time remains.
    skimming: float = 0.4
    noise: float = 0.35
    # The first task takes this much longer; a third of it is left after `familiar_after` tasks.
    learning: float = 0.6
    familiar_after: float = 40
    # Someone walks away from the open page; the clock cannot be read.
    break_probability: float = 0.004
    unmeasured_probability: float = 0.01


@dataclass(frozen=True)
class Profile:
    """One annotator: `skill` sees what is there, `care` corrects what is shown wrongly."""

    skill: float
    care: float
    tempo: Tempo = Tempo()
    confusions: tuple[Confusion, ...] = ()
    habits: tuple[Given, ...] = ()
    distractions: tuple[Distracted, ...] = ()
    # A wrong key: any other label.
    slip: float = 0.003
    # A right unit that is shown is doubted by nobody but the absent-minded.
    undoing: float = 0.004
    reject: float = 0.004
    ignore: float = 0.012
    # Asking a manager to look at a line.
    doubt: float = 0.004
    # Going back to answer again, and how much of a goal is reached compared with others.
    second_thoughts: float = 0.01
    diligence: float = 1.0

    def chance_to_see(self, label: str) -> float:
        """Return the probability of noticing a unit that is not shown."""
        return max(0.0, 1 - (1 - self.skill) * DIFFICULTY.get(supercategory(label), 1.0))


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


def source_of(*parts: object) -> Random:
    """Return the generator of these parts, the same in every process and on every machine."""
    key = "|".join(str(part) for part in parts)
    return Random(int.from_bytes(hashlib.sha256(key.encode()).digest(), "big"))
