"""What is planted in a simulated annotator, to be found again in the answers."""

from dataclasses import dataclass

from contests.domain.arms import supercategory

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
