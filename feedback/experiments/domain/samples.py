"""The tables of an experiment, and the samples of a pair of teams in each measure."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field

import numpy as np
import pandas as pd

from agreement.references.domain.voting import LONGEST_TASK_MS
from contests.teams.domain import TeamDesign

# The measures in the order of the reports; less is better in each.
DURATION, SEGMENT, CATEGORY = MEASURES = ("duration", "segment", "category")
# The reasons why a row does not count.
CHANGED_TEAM, UNKNOWN, BREAK = "changed-team", "unknown", "break"

# One row per task, with missing seconds if its duration is unknown.
DURATIONS = {"team": "str", "annotator": "int64", "input": "int64", "seconds": "float64"}
# One row per annotator and unitary alignment: 1 is a penalty; missing without a reference.
PENALTIES = {
    "team": "str", "annotator": "int64", "input": "int64", "place": "int64",
    SEGMENT: "Int64", CATEGORY: "Int64",
}  # fmt: skip
_DESIGN = ["group", "team", "arm", "retention", "perturbation"]


@dataclass(frozen=True, eq=False)
class Observations:
    """The data of a contest's experiments: teams, DURATIONS and PENALTIES."""

    teams: tuple[TeamDesign, ...]
    tasks: pd.DataFrame
    alignments: pd.DataFrame
    # People who worked in more than one team, by team: they belong to no single arm.
    moved: Mapping[str, frozenset[int]] = field(default_factory=dict)
    in_sequence: bool = True

    @property
    def durations(self) -> pd.DataFrame:
        """Return all tasks with the design of their team, and the reason if one does not count."""
        table, seconds = self._designed(self.tasks, DURATIONS), self.tasks["seconds"]
        reasons = [self._has_moved(table), seconds.isna(), seconds * 1000 > LONGEST_TASK_MS]
        left_out = np.select(reasons, [CHANGED_TEAM, UNKNOWN, BREAK], "")
        return table.assign(counts=(left_out == "").astype(int), left_out=left_out)

    @property
    def penalties(self) -> pd.DataFrame:
        """Return all penalties with the design of their team, and the reason if one does not count."""
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


# The penalties of one person do not represent a team.
LEAST_IN_TEAM = 2
# Nobody answers faster; a clock error near 0 would dominate the mean logarithm.
SHORTEST_SECONDS = 0.1


@dataclass(frozen=True)
class Sample:
    """The values of one team, and the mean of each of its people."""

    values: tuple[float, ...]
    by_person: tuple[float, ...]
    # The values of people that tests compare; for durations, mean logarithms.
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
    """Return the seconds of a team's tasks, without breaks and unknown durations."""
    known = tasks[tasks["left_out"] == ""]
    seconds = known["seconds"]
    logarithms = np.log(seconds.clip(lower=SHORTEST_SECONDS))
    people = [each.groupby(known["annotator"]).mean() for each in (seconds, logarithms)]
    return Sample(*(tuple(each.tolist()) for each in (seconds, *people)))


def penalties(table: pd.DataFrame, first: str, second: str, measure: str) -> tuple[Sample, Sample]:
    """Return each team's mean penalty at each comparable unitary alignment.

    There, both teams have the same number of annotators, at least two, and there is a reference.
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
