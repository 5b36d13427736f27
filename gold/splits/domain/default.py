"""The default method: every target met with the best samples in test, then in validation."""

from dataclasses import dataclass

import numpy as np
from scipy.sparse import block_diag, csr_array, eye_array, hstack, vstack

from gold.splits.domain.descent import descend
from gold.splits.domain.plan import BESIDE, Floats, Ints, Plan
from gold.splits.domain.program import MOST_NODES, Program, relax, solve
from gold.splits.domain.thesis import draw, stratify


def balance(plan: Plan, *, seed: int) -> Ints:
    """Return the part of each unit; no part is empty.

    Where nothing is grouped, the deviation is at most that of iterative stratification of the same seed,
    unless that leaves a part empty.
    """
    stock = Stock.of(plan)
    found = choose_exactly(stock)
    if found is not None:
        return found
    start = choose_roughly(stock)
    found = descend(plan, draw(plan, seed=seed) if start is None else start)
    if not plan.has_groups:
        found = _less_deviating(plan, found, stratify(plan, seed=seed))
    return stock.in_order(found)


def _less_deviating(plan: Plan, found: Ints, peer: Ints) -> Ints:
    """Return the found split, or the peer where it deviates less and leaves no part empty."""
    if len(np.unique(peer)) < len(plan.parts):
        return found
    return min(found, peer, key=lambda parts: int(plan.deviations(parts)[:, :-BESIDE].sum()))


@dataclass(frozen=True, eq=False)
class Stock:
    """The kinds of units of a plan, in the order of their first ones: alike units are interchangeable."""

    plan: Plan
    # The units of each kind, in their order.
    members: tuple[Ints, ...]
    sizes: Ints
    # One unit that stands for each kind.
    first: Ints

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
        sizes = np.bincount(kind_of).astype(np.int64)
        members = np.split(np.argsort(kind_of, kind="stable"), np.cumsum(sizes)[:-1])
        return cls(plan, tuple(members), sizes, first[order])

    @property
    def counts(self) -> Ints:
        """What a unit of each kind has."""
        return self.plan.counts[self.first]

    @property
    def value(self) -> Floats:
        """The quality of a unit of each kind."""
        return self.plan.value[self.first]

    def parts(self, chosen: Ints) -> Ints:
        """Return the part of each unit, given how many of each kind each part but the last takes."""
        parts = np.full(len(self.plan.units), len(self.plan.parts) - 1, dtype=np.int64)
        for kind, members in enumerate(self.members):
            taken = np.repeat(np.arange(len(chosen)), chosen[:, kind])
            parts[members[: len(taken)]] = taken
        return parts

    def in_order(self, parts: Ints) -> Ints:
        """Return an equally good split: of alike units, the first go to the first part."""
        found = parts.copy()
        for members in self.members:
            found[members] = np.sort(parts[members])
        return found


def choose_exactly(stock: Stock) -> Ints | None:
    """Return the part of each unit with every bound kept, part after part from the best; or None."""
    # Single samples meet their bounds at once or nearly; whether groups ever can may take for ever.
    nodes = 1 if stock.plan.has_groups else MOST_NODES
    left = stock.sizes.copy()
    chosen: list[Ints] = []
    for part in range(len(stock.plan.parts) - 1):
        program = _exact_program(stock, left, part)
        values = None if program is None else solve(program, nodes=nodes)
        if values is None:
            return None
        chosen.append(values.astype(np.int64))
        left -= chosen[-1]
    return stock.parts(np.array(chosen))


def _exact_program(stock: Stock, left: Ints, part: int) -> Program | None:
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
        matrix=csr_array(stock.counts.T.astype(float)),
        lower=lower.astype(float),
        upper=upper.astype(float),
    )
    return _evenly(program, stock) if plan.is_folds else program


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


def choose_roughly(stock: Stock) -> Ints | None:
    """Return the part of each unit by one linear program, rounded: good, but off its bounds; or None."""
    values = relax(_joint_program(stock))
    if values is None:
        return None
    chosen = np.round(values).astype(np.int64).reshape(-1, len(stock.sizes))
    left = stock.sizes.copy()
    for numbers in chosen:
        np.minimum(numbers, left, out=numbers)
        left -= numbers
    parts = stock.parts(chosen)
    return parts if len(np.unique(parts)) == len(stock.plan.parts) else None


def _joint_program(stock: Stock) -> Program:
    """Return the program of all parts at once: how many of each kind each part but the last takes."""
    plan, kinds, last = stock.plan, len(stock.sizes), len(stock.plan.parts) - 1
    counts = csr_array(stock.counts.T.astype(float))
    total = plan.counts.sum(axis=0)
    # Test counts, validation decides between equals; folds are to be equally good.
    gains = np.zeros(last) if plan.is_folds else np.array([1, 0.01])[:last]
    rows = [
        # What each part has, what all leave to the last one, and how many of each kind are taken.
        (block_diag([counts] * last), plan.lower[:last].ravel(), plan.upper[:last].ravel()),
        (hstack([counts] * last), total - plan.upper[last], total - plan.lower[last]),
        (hstack([eye_array(kinds)] * last), np.zeros(kinds), stock.sizes),
    ]
    matrices, lower, upper = zip(*rows, strict=True)
    return Program(
        cost=-np.outer(gains, _scaled(stock.value)).ravel(),
        most=np.tile(stock.sizes, last).astype(float),
        matrix=csr_array(vstack(matrices)),
        lower=np.concatenate(lower).astype(float),
        upper=np.concatenate(upper).astype(float),
    )
