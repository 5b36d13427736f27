"""A split as integer programs: meet every bound with the best units, or miss bounds by the least."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import block_diag, csr_array, eye_array, hstack, vstack

from gold.splits.domain.bar import Bar
from gold.splits.domain.plan import BESIDE, Floats, Ints, Plan
from gold.splits.domain.program import MOST_NODES, Program, relax, solve


@dataclass(frozen=True, eq=False)
class Stock:
    """The kinds of units of a plan, in the order of their first ones."""

    plan: Plan
    # The units of each kind in their order, and one that stands for them.
    members: tuple[Ints, ...]
    first: Ints
    sizes: Ints

    @classmethod
    def of(cls, plan: Plan) -> "Stock":
        """Return the stock of a plan."""
        rows = np.column_stack(
            [plan.counts, plan.value, plan.gamma, plan.gammas, plan.annotators, plan.annotated]
        )
        _, first, kinds = np.unique(rows, axis=0, return_index=True, return_inverse=True)
        order = np.argsort(first, kind="stable")
        rank = np.empty_like(order)
        rank[order] = np.arange(len(order))
        kind_of = rank[kinds.reshape(-1)]
        by_kind = np.argsort(kind_of, kind="stable")
        sizes = np.bincount(kind_of)
        members = tuple(np.split(by_kind, np.cumsum(sizes)[:-1]))
        return cls(plan, members, first[order], sizes.astype(np.int64))

    @property
    def counts(self) -> Ints:
        return self.plan.counts[self.first]

    @property
    def value(self) -> Floats:
        return self.plan.value[self.first]

    def parts(self, chosen: Sequence[Ints]) -> Ints:
        """Return the part of each unit, given how many of each kind each part takes, in turn."""
        parts = np.full(len(self.plan.units), len(self.plan.parts) - 1, dtype=np.int64)
        taken = np.zeros_like(self.sizes)
        for part, numbers in enumerate(chosen):
            for kind in np.flatnonzero(numbers):
                start = taken[kind]
                parts[self.members[kind][start : start + numbers[kind]]] = part
            taken += numbers
        return parts

    def in_order(self, parts: Ints) -> Ints:
        """Return an equally good assignment: of units that are alike, the first go to the first part."""
        last = len(self.plan.parts) - 1
        kind_of = np.empty(len(parts), dtype=np.int64)
        for kind, members in enumerate(self.members):
            kind_of[members] = kind
        return self.parts(
            [np.bincount(kind_of[parts == part], minlength=len(self.sizes)) for part in range(last)]
        )


def choose_exactly(stock: Stock, *, bar: Bar | None = None) -> Ints | None:
    """Return the part of each unit with every bound kept, part after part from the best; or None."""
    # Single samples meet their bounds at once or nearly; whether groups ever can may take for ever.
    nodes = MOST_NODES if (stock.plan.counts[:, -1] == 1).all() else 1
    left = stock.sizes.copy()
    chosen: list[Ints] = []
    for part in range(len(stock.plan.parts) - 1):
        program = _exact_program(stock, left, part, bar if part == 0 else None)
        values = None if program is None else solve(program, nodes=nodes)
        if values is None:
            return None
        chosen.append(values.astype(np.int64))
        left -= chosen[-1]
    return stock.parts(chosen)


def _exact_program(stock: Stock, left: Ints, part: int, bar: Bar | None) -> Program | None:
    plan = stock.plan
    rest = left @ stock.counts
    # The later parts need what they need.
    lower = np.maximum(plan.lower[part], rest - plan.upper[part + 1 :].sum(axis=0))
    upper = np.minimum(plan.upper[part], rest - plan.lower[part + 1 :].sum(axis=0))
    if (lower > upper).any():
        return None
    program = Program(
        cost=np.zeros(len(left)) if plan.is_folds else -_scaled(stock.value),
        most=left.astype(float),
        wholes=len(left),
        matrix=csr_array(stock.counts.T.astype(float)),
        lower=lower.astype(float),
        upper=upper.astype(float),
    )
    if plan.is_folds:
        return _evenly(program, stock)
    return _above(program, stock, bar, len(left))


def _evenly(program: Program, stock: Stock) -> Program:
    """Return the program with the mean gamma and the mean number of annotators near those of all."""
    plan = stock.plan
    for total, number in ((plan.gamma, plan.gammas), (plan.annotators, plan.annotated)):
        above = (total - number * (total.sum() / max(number.sum(), 1)))[stock.first]
        # To a quarter of one sample is near enough.
        program = program.with_row(_scaled(above), -0.25, 0.25)
    return program


def _scaled(value: Floats) -> Floats:
    return value / (float(np.abs(value).max()) or 1.0)


def _above(program: Program, stock: Stock, bar: Bar | None, first_part: int) -> Program:
    """Return the program with the means of its first part kept above the bar."""
    for row, least in bar.rows(stock.plan) if bar else []:
        coefficients = np.zeros(len(program.cost))
        coefficients[:first_part] = row[stock.first]
        # A little above: the solver's own tolerance is wider than ours.
        program = program.with_row(coefficients, least, np.inf)
    return program


def choose_nearly(stock: Stock, *, bar: Bar | None = None, nodes: int) -> Ints | None:
    """Return the part of each unit with the least deviation found, all parts at once; or None."""
    last = len(stock.plan.parts) - 1
    kinds = len(stock.sizes)
    program = _above(_bounded(_joint_program(stock), stock.plan), stock, bar, kinds)
    if bar:
        program = _within(program, stock.plan, bar)
    values = solve(program, nodes=nodes)
    if values is None:
        return None
    better = None if stock.plan.is_folds else _best_of_equals(stock, program, values, nodes)
    values = values if better is None else better
    chosen = values[: last * kinds].reshape(last, kinds).astype(np.int64)
    return stock.parts(list(chosen))


def _best_of_equals(stock: Stock, program: Program, values: Floats, nodes: int) -> Floats | None:
    """Return the best units that deviate by no more than these values."""
    deviation = float(np.round(program.cost @ values))
    bounded = program.with_row(program.cost, 0.0, deviation + 0.5)
    return solve(bounded.costing(-_gain(stock, program)), nodes=nodes)


def _gain(stock: Stock, program: Program) -> Floats:
    """Return what each variable adds to quality: test counts, validation decides between equals."""
    kinds = len(stock.sizes)
    gain = np.zeros(len(program.cost))
    gain[:kinds] = _scaled(stock.value)
    if len(stock.plan.parts) > 2:
        gain[kinds : 2 * kinds] = _scaled(stock.value) / 100
    return gain


def _joint_program(stock: Stock) -> Program:
    """Return the program of all parts at once, with what is missing or too much as its cost."""
    plan = stock.plan
    last, kinds = len(plan.parts) - 1, len(stock.sizes)
    counts = csr_array(stock.counts.T.astype(float))
    soft = vstack([block_diag([counts] * last), hstack([counts] * last)])
    rows = soft.shape[0]
    total = plan.counts.sum(axis=0)
    lower = [*plan.lower[:last].ravel(), *(total - plan.upper[last])]
    upper = [*plan.upper[:last].ravel(), *(total - plan.lower[last])]
    within = hstack([eye_array(kinds)] * last)
    each = block_diag([np.ones((1, kinds))] * last)
    hard = vstack([within, each, np.ones((1, last * kinds))])
    slack = eye_array(rows)
    missing = csr_array((hard.shape[0], 2 * rows))
    return Program(
        cost=np.concatenate([np.zeros(last * kinds), np.tile(plan.weights, 2 * len(plan.parts))]),
        most=np.concatenate([np.tile(stock.sizes, last).astype(float), np.full(2 * rows, np.inf)]),
        wholes=last * kinds,
        matrix=csr_array(vstack([hstack([soft, slack, -slack]), hstack([hard, missing])])),
        # No part stays empty, the last neither.
        lower=np.array([*lower, *[0.0] * kinds, *[1.0] * last, 0.0]),
        upper=np.array([*upper, *stock.sizes, *[np.inf] * last, stock.sizes.sum() - 1.0]),
    )


def _bounded(program: Program, plan: Plan) -> Program:
    """Return the program with bounds on its slacks: HiGHS has crashed on whole numbers beside unbounded ones."""
    # No more than there is can be missing or too much.
    slacks = np.tile(plan.counts.sum(axis=0), 2 * len(plan.parts)).astype(float)
    return replace(program, most=np.concatenate([program.most[: program.wholes], slacks]))


def _within(program: Program, plan: Plan, bar: Bar) -> Program:
    """Return the program with deviations that are no larger than the bar's."""
    columns, parts = plan.counts.shape[1], len(plan.parts)
    # The slacks: what is missing in each part and column, then what is too much.
    is_category = np.tile(np.arange(columns) < columns - BESIDE, 2 * parts)
    is_last = np.tile(np.repeat(np.arange(parts) == parts - 1, columns), 2)
    limits = [(is_category, bar.deviation)]
    if not plan.is_folds:
        limits.append((is_category & ~is_last, bar.chosen_deviation))
    if bar.raised:
        # Never bought by a smaller test.
        limits.append((~is_category, bar.beside_deviation))
    for slacks, most in limits:
        row = np.concatenate([np.zeros(program.wholes), slacks.astype(float)])
        program = program.with_row(row, 0.0, most)
    return program


def choose_roughly(stock: Stock) -> Ints | None:
    """Return the part of each unit by the linear program alone, rounded: good, but off its bounds."""
    plan = stock.plan
    program = _joint_program(stock)
    kinds, last = len(stock.sizes), len(plan.parts) - 1
    if not plan.is_folds:
        program = _missing_nothing(program).costing(-_gain(stock, program))
    values = relax(program)
    if values is None:
        return None
    left = stock.sizes.copy()
    chosen = []
    for part in range(last):
        rounded = np.round(values[part * kinds : (part + 1) * kinds]).astype(np.int64)
        chosen.append(np.minimum(rounded, left))
        left -= chosen[-1]
    parts = stock.parts(chosen)
    return parts if len(np.unique(parts)) == len(plan.parts) else None


def _missing_nothing(program: Program) -> Program:
    return program.with_row(program.cost, 0.0, 0.0)
