"""Integer programs that choose units for parts, solved by HiGHS with the same outcome every time.

There is no limit of time, only of nodes, so that a slower machine finds the same. A large program is first
solved as a linear one: its solution has few fractional units, and only those near the margin are decided
as whole numbers; the others stay where the linear program puts them.
"""

from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, linprog, milp
from scipy.sparse import csr_array, vstack

from gold.splits.domain.plan import Floats

MOST_NODES = 200
# Programs up to this size are solved as they are.
SMALL = 1200
# How many units near the margin are decided as whole numbers; more where that is not enough.
MARGINS = (300, 1200)


@dataclass(frozen=True, eq=False)
class Program:
    """The least cost of whole numbers from 0 to `most` under rows of bounds."""

    cost: Floats
    most: Floats
    matrix: csr_array
    lower: Floats
    upper: Floats

    def with_row(self, coefficients: Floats, lower: float, upper: float) -> "Program":
        """Return the program with one more bound."""
        return replace(
            self,
            matrix=csr_array(vstack([self.matrix, csr_array(coefficients[None, :])])),
            lower=np.append(self.lower, lower),
            upper=np.append(self.upper, upper),
        )


def solve(program: Program, *, nodes: int) -> Floats | None:
    """Return the best values found, whole ones whole, or None where none were."""
    if len(program.cost) <= SMALL:
        return _whole(program, np.zeros_like(program.most), program.most, nodes)
    relaxed = _relax(program)
    if relaxed is None:
        return None
    for margin in MARGINS:
        lower, upper = _fixed_outside(program, *relaxed, margin=margin)
        found = _whole(program, lower, upper, nodes)
        if found is not None:
            return found
    return None


def relax(program: Program) -> Floats | None:
    """Return the best values of any kind, few of them not whole, or None where there are none."""
    relaxed = _relax(program)
    return None if relaxed is None else relaxed[0]


def _relax(program: Program) -> tuple[Floats, Floats] | None:
    """Return a vertex of the linear program and how far each variable is from mattering."""
    is_equal = program.lower == program.upper
    below, above = np.isfinite(program.upper) & ~is_equal, np.isfinite(program.lower) & ~is_equal
    matrix = program.matrix
    found = linprog(
        program.cost,
        A_ub=vstack([matrix[below], -matrix[above]]) if (below | above).any() else None,
        b_ub=np.concatenate([program.upper[below], -program.lower[above]])
        if (below | above).any()
        else None,
        A_eq=matrix[is_equal] if is_equal.any() else None,
        b_eq=program.lower[is_equal] if is_equal.any() else None,
        bounds=np.column_stack([np.zeros_like(program.most), program.most]),
        method="highs-ds",
    )
    if found.x is None:
        return None
    return found.x, np.abs(found.lower.marginals + found.upper.marginals)


def _fixed_outside(
    program: Program, values: Floats, distances: Floats, *, margin: int
) -> tuple[Floats, Floats]:
    """Return bounds that leave free what is fractional or near the margin."""
    lower, upper = np.zeros_like(program.most), program.most.copy()
    rounded = np.round(values)
    is_whole = np.abs(values - rounded) < 1e-6
    # Equal distances in the order of the samples.
    nearest = np.argsort(np.where(is_whole, distances, -1.0), kind="stable")
    fixed = nearest[margin:]
    fixed = fixed[is_whole[fixed]]
    lower[fixed] = upper[fixed] = rounded[fixed]
    return lower, upper


def _whole(program: Program, lower: Floats, upper: Floats, nodes: int) -> Floats | None:
    found = milp(
        program.cost,
        integrality=np.ones(len(program.cost)),
        bounds=Bounds(lower, upper),
        constraints=LinearConstraint(program.matrix, program.lower, program.upper),
        options={"node_limit": nodes, "mip_rel_gap": 1e-4},
    )
    return None if found.x is None else np.round(found.x)
