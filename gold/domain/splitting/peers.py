"""What a split is compared with: chance, and iterative stratification (Sechidis et al. 2011)."""

from collections.abc import Sequence
from random import Random

import numpy as np

from gold.domain.splitting.plan import Ints, Plan


def draw(plan: Plan, *, seed: int) -> Ints:
    """Return the part of each unit by chance: parts of the right size, and nothing else looked at."""
    order = list(range(len(plan.units)))
    Random(seed).shuffle(order)  # noqa: S311
    last = len(plan.parts) - 1
    parts = np.full(len(plan.units), last, dtype=np.int64)
    for part in range(last):
        taken = _filled(plan, order, part)
        parts[taken] = part
        chosen = set(taken)
        order = [unit for unit in order if unit not in chosen]
    return parts


def _filled(plan: Plan, order: Sequence[int], part: int) -> list[int]:
    """Return the first units that fit into a part, leaving one for each later part."""
    room, most = int(plan.upper[part, -1]), len(order) - (len(plan.parts) - 1 - part)
    taken: list[int] = []
    for unit in order:
        if len(plan.units[unit]) <= room and len(taken) < most:
            room -= len(plan.units[unit])
            taken.append(unit)
    # Where every group is too large, the smallest is the least harm.
    return taken or [min(order, key=lambda unit: len(plan.units[unit]))]


def stratify(plan: Plan, *, seed: int) -> Ints:
    """Return the part of each unit by iterative stratification on the presence of each category."""
    # Imported where needed: scikit-learn behind it takes seconds to load.
    from iterstrat.ml_stratifiers import IterativeStratification  # noqa: PLC0415

    found = IterativeStratification(
        labels=plan.counts[:, :-2] > 0,
        r=np.array([float(share) for share in plan.shares]),
        # The generator whose stream numpy has promised not to change.
        random_state=np.random.RandomState(seed),
    )
    return np.asarray(found, dtype=np.int64)
