"""Units that are alike in everything, counted: what an integer program chooses from."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from gold.domain.splitting.plan import Floats, Ints, Plan


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
