"""The slower exact method: linear and integer programs by HiGHS, for parts the compiled solver leaves.

Those are long parts, and the rare ones in which its search was given up. The relaxation is solved over
columns found around each unit. Where it mixes halves, the units split into *groups* that the mixture
does not connect; each group is solved for itself, and its *gap* is what its best alignment costs beyond
the prices of its units.

That is the optimum of the whole part as soon as no column across groups has a reduced cost below the sum
of the gaps of the groups it touches. For suppose a better alignment. Its columns join groups into larger
sets; in one of them the reduced costs sum up to less than the gaps. That set is not a single group, which
was solved to the end. Every group in it is touched by some column across, so the columns across have
reduced costs of at least the sum of its gaps: a contradiction. Groups that such a column does touch are
joined and solved again.
"""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import LinearConstraint, linprog, milp
from scipy.sparse import csc_matrix
from scipy.sparse.csgraph import connected_components

from gamma.errors import NotProven
from gamma.native.nearby import columns_nearby
from gamma.native.pricing import OFFENCE
from gamma.native.problem import Floats, Ints, Measure, Units

MOST_ROUNDS = 1000
EACH = 6
# Columns that cost a little more than the prices one starts from may well be needed.
HINTED = 0.01
ROOM = 1 << 14
MOST_COLUMNS = 1 << 24
WHOLE = 1e-6


@dataclass(frozen=True)
class Proven:
    """Cluster and price of each unit of a part, what the alignment costs, and the bound."""

    cluster: Ints
    prices: Floats
    cost: float
    bound: float


@dataclass(frozen=True)
class Table:
    """Columns as rows of unit numbers, filled up with -1, and their costs."""

    units: Ints
    costs: Floats

    def of(self, chosen: Ints) -> "Table":
        return Table(self.units[chosen], self.costs[chosen])

    def and_also(self, other: "Table") -> "Table":
        return Table(
            np.concatenate([self.units, other.units]), np.concatenate([self.costs, other.costs])
        )

    def matrix(self, size: int) -> csc_matrix:
        """Return units by columns, 1 where a unit is in a column."""
        columns, places = np.nonzero(self.units >= 0)
        rows = self.units[columns, places]
        return csc_matrix((np.ones(len(rows)), (rows, columns)), shape=(size, len(self.costs)))

    def reduced(self, prices: Floats) -> Floats:
        """Return what each column costs beyond the prices of its units."""
        padded = np.append(prices, 0.0)
        return np.asarray(self.costs - padded[self.units].sum(axis=1))

    def groups(self, group: Ints) -> Ints:
        """Return the group of each place; that of the first unit where a column has none."""
        labels = np.append(group, -1)[self.units]
        first = labels[np.arange(len(labels)), (self.units >= 0).argmax(axis=1)]
        return np.where(self.units >= 0, labels, first[:, None])


def prove_part(units: Units, measure: Measure, hints: Floats) -> Proven:
    """Return the best alignment of a part with its proof.

    Hints are prices from which to start; all 0 if there are none.
    """
    table, levels, prices = _relax(units, measure, hints)
    state = _State.of(table, levels, prices)
    for number in state.mixed():
        state.solve(table, number)
    is_complete = False
    while gaps := [gap for gap in state.gaps.values() if gap > OFFENCE]:
        slack = min(sum(gaps), max(gaps) * table.units.shape[1])
        table = _all_columns(units, measure, prices, slack + OFFENCE)
        joined = state.join(table)
        numbers = joined if is_complete else sorted(state.gaps)
        if not numbers:
            break
        for number in numbers:
            state.solve(table, number)
        is_complete = True
    return Proven(state.cluster, prices, state.cost, float(prices.sum()))


def _relax(units: Units, measure: Measure, hints: Floats) -> tuple[Table, Floats, Floats]:
    """Solve the relaxation; return its columns, their levels and the prices."""
    size, width = len(units.starts), int(units.annotators.max()) + 1
    alone = np.full((size, width), -1, np.int64)
    alone[:, 0] = np.arange(size)
    table = Table(alone, np.full(size, measure.fee))
    if hints.any():
        table = table.and_also(_all_columns(units, measure, hints, HINTED * measure.fee))
    for _ in range(MOST_ROUNDS):
        solved = linprog(table.costs, A_eq=table.matrix(size), b_eq=np.ones(size), method="highs")
        if solved.status != 0:
            raise NotProven(f"The relaxation of {size} units ended: {solved.message}")
        prices = np.asarray(solved.eqlin.marginals)
        found, _ = columns_nearby(units, measure, prices, -OFFENCE, size * EACH, EACH)
        count = found.used[0]
        if count == 0:
            return table, solved.x, prices
        table = table.and_also(Table(found.units[:count], found.costs[:count]))
    raise NotProven(f"The relaxation of {size} units did not end.")


def _all_columns(units: Units, measure: Measure, prices: Floats, slack: float) -> Table:
    """Return every column that costs at most its prices plus `slack`."""
    room = ROOM
    while True:
        found, is_complete = columns_nearby(units, measure, prices, slack, room, 0)
        count = found.used[0]
        if is_complete:
            return Table(found.units[:count], found.costs[:count])
        if room >= MOST_COLUMNS:
            raise NotProven(f"More than {MOST_COLUMNS} unitary alignments could be the best.")
        room *= 4


@dataclass
class _State:
    """Prices, group and cluster of each unit; the gap of each group that was mixed."""

    prices: Floats
    group: Ints
    cluster: Ints
    cost: float
    gaps: dict[int, float]

    @classmethod
    def of(cls, table: Table, levels: Floats, prices: Floats) -> "_State":
        """Group the units as the mixture connects them, and align those that it does not mix."""
        matrix = table.of(np.flatnonzero(levels > WHOLE)).matrix(len(prices))
        _, group = connected_components(matrix @ matrix.T, directed=False)
        state = cls(prices, group.astype(np.int64), np.full(len(prices), -1, np.int64), 0.0, {})
        state.take(table.of(np.flatnonzero(levels > 1 - WHOLE)))
        return state

    def mixed(self) -> list[int]:
        """Return the groups with units that are not aligned yet."""
        return [int(number) for number in np.unique(self.group[self.cluster < 0])]

    def take(self, chosen: Table) -> None:
        """Align these columns."""
        for row in chosen.units:
            members = row[row >= 0]
            self.cluster[members] = members.min()
        self.cost += float(chosen.costs.sum())

    def solve(self, table: Table, number: int) -> None:
        """Find the best alignment within a group, in place of the one before."""
        members = np.flatnonzero(self.group == number)
        before = self.gaps.get(number)
        if before is not None:
            self.cost -= before + float(self.prices[members].sum())
        inside = table.of(np.flatnonzero((table.groups(self.group) == number).all(axis=1)))
        place = np.full(len(self.group) + 1, -1)
        place[members] = np.arange(len(members))
        matrix = Table(place[inside.units], inside.costs).matrix(len(members))
        found = milp(
            inside.costs,
            constraints=LinearConstraint(matrix, 1, 1),
            integrality=np.ones(len(inside.costs)),
            bounds=(0, 1),
            options={"mip_rel_gap": 0.0},
        )
        if found.status != 0:
            raise NotProven(f"The program of {len(members)} units ended: {found.message}")
        chosen = inside.of(np.flatnonzero(found.x > 0.5))
        self.take(chosen)
        self.gaps[number] = float(chosen.costs.sum() - self.prices[members].sum())

    def join(self, table: Table) -> list[int]:
        """Join the groups that a cheap column touches; return the new ones."""
        labels, reduced = table.groups(self.group), table.reduced(self.prices)
        across = np.flatnonzero((labels != labels[:, :1]).any(axis=1))
        joined: set[int] = set()
        for column in across[np.argsort(reduced[across], kind="stable")]:
            touched = {
                int(number) for number in self.group[table.units[column][table.units[column] >= 0]]
            }
            gap = sum(self.gaps.get(number, 0.0) for number in touched)
            if len(touched) > 1 and reduced[column] < gap - OFFENCE:
                kept = min(touched)
                self.group[np.isin(self.group, list(touched))] = kept
                self.gaps[kept] = gap
                for number in touched - {kept}:
                    self.gaps.pop(number, None)
                joined = (joined - touched) | {kept}
        return sorted(joined)
