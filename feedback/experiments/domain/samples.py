"""The tables of an experiment, and the two samples that a measure gives for a pair of teams."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field

import numpy as np
import pandas as pd

from agreement.references.domain.voting import LONGEST_TASK_MS
from contests.teams.domain import TeamDesign

# What is compared, in the order of the reports. Of each of them less is better.
DURATION, SEGMENT, CATEGORY = MEASURES = ("duration", "segment", "category")
# Why a row does not count.
CHANGED_TEAM, UNKNOWN, BREAK = "changed-team", "unknown", "break"

# One row per task: how long one person of a team took for one input; nothing where that is unknown.
DURATIONS = {"team": "str", "annotator": "int64", "input": "int64", "seconds": "float64"}
# One row per annotator and unitary alignment: 1 is a penalty; nothing where there is no reference.
PENALTIES = {
    "team": "str", "annotator": "int64", "input": "int64", "place": "int64",
    SEGMENT: "Int64", CATEGORY: "Int64",
}  # fmt: skip
_DESIGN = ["group", "team", "arm", "retention", "perturbation"]


@dataclass(frozen=True, eq=False)
class Observations:
    """All that is known of a contest's experiments: its teams, DURATIONS and PENALTIES."""

    teams: tuple[TeamDesign, ...]
    tasks: pd.DataFrame
    alignments: pd.DataFrame
    # People who have worked in more than one team: which arm they speak for nobody can tell.
    moved: Mapping[str, frozenset[int]] = field(default_factory=dict)
    in_sequence: bool = True

    @property
    def durations(self) -> pd.DataFrame:
        """Return the tasks with the design of their team, those that do not count with the reason."""
        table, seconds = self._designed(self.tasks, DURATIONS), self.tasks["seconds"]
        reasons = [self._has_moved(table), seconds.isna(), seconds * 1000 > LONGEST_TASK_MS]
        left_out = np.select(reasons, [CHANGED_TEAM, UNKNOWN, BREAK], "")
        return table.assign(counts=(left_out == "").astype(int), left_out=left_out)

    @property
    def penalties(self) -> pd.DataFrame:
        """Return the penalties with the design of their team; those that do not count with the reason."""
        table = self._designed(self.alignments, PENALTIES)
        return table.assign(left_out=np.where(self._has_moved(table), CHANGED_TEAM, ""))

    def _designed(self, table: pd.DataFrame, columns: Collection[str]) -> pd.DataFrame:
        names = ["name", *(name for name in _DESIGN if name != "team")]
        designs = pd.DataFrame([asdict(team) for team in self.teams], columns=names)
        designs = designs.rename(columns={"name": "team"})
        found = table[list(columns)].merge(designs, on="team", how="left")
        return found[_DESIGN + [name for name in columns if name != "team"]]

    def _has_moved(self, table: pd.DataFrame) -> pd.Series:
        return table["annotator"].isin(frozenset().union(*self.moved.values()))


# A mean of one person's penalties says little of a team.
LEAST_IN_TEAM = 2
# Nobody reads and answers faster; a slip of the clock would weigh without end in a logarithm.
SHORTEST_SECONDS = 0.1


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


def durations(tasks: pd.DataFrame) -> Sample:
    """Return the seconds of a team's tasks, breaks and unknown ones out."""
    known = tasks[tasks["left_out"] == ""]
    seconds = known["seconds"]
    logarithms = np.log(seconds.clip(lower=SHORTEST_SECONDS))
    people = [each.groupby(known["annotator"]).mean() for each in (seconds, logarithms)]
    return Sample(*(tuple(each.tolist()) for each in (seconds, *people)))


def penalties(table: pd.DataFrame, first: str, second: str, measure: str) -> tuple[Sample, Sample]:
    """Return each team's mean penalty at every unitary alignment where the two can be compared.

    That is where both have the same number of annotators, at least two, and there is a reference.
    """
    judged = table[table["team"].isin([first, second])].dropna(subset=[measure])
    at = judged.groupby(["input", "place", "team"])[measure]
    teams = [first, second]
    sizes = at.size().unstack("team").reindex(columns=teams).fillna(0)
    means = at.mean().unstack("team").reindex(columns=teams)
    comparable = (sizes[first] == sizes[second]) & (sizes[first] >= LEAST_IN_TEAM)
    places = judged.set_index(["input", "place"]).index
    counted = judged[places.isin(means.index[comparable])]
    samples = []
    for team in teams:
        people = counted[counted["team"] == team].groupby("annotator")[measure].mean()
        of_people = tuple(people.tolist())
        samples.append(Sample(tuple(means.loc[comparable, team].tolist()), of_people, of_people))
    return samples[0], samples[1]
