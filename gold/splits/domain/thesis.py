"""The stratified, quality-prioritised split as the thesis describes it, to the letter."""

from collections.abc import Sequence
from random import Random

import numpy as np

from gold.splits.domain.plan import Ints, Plan
from gold.splits.domain.samples import gamma_bin


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


def prioritise(plan: Plan, sizes: Sequence[int]) -> Ints:
    """Return the part of each unit: the best that fit, part after part; the last gets what remains.

    Groups that stay together count as one sample with the mean gamma and the mean number of annotators
    of their members, empty where all of these are.
    """
    last = len(plan.parts) - 1
    parts = np.full(len(plan.units), last, dtype=np.int64)
    is_empty = plan.counts[:, -2] == plan.counts[:, -1]
    best_first = sorted(range(len(plan.units)), key=lambda unit: _quality(plan, unit))
    pool = [unit for unit in best_first if not is_empty[unit]]
    empties = [unit for unit in best_first if is_empty[unit]]
    for part in range(last):
        taken = _fitting(plan, pool, part)
        taken += _filling(plan, empties, sizes[part] - int(plan.counts[taken, -1].sum()))
        parts[taken] = part
        chosen = set(taken)
        pool = [unit for unit in pool if unit not in chosen]
        empties = [unit for unit in empties if unit not in chosen]
    return parts


def _quality(plan: Plan, unit: int) -> tuple[float, float, int]:
    """Return a key that puts the best first: by bin of gamma, by annotators, then as they came."""
    gammas, annotated = int(plan.gammas[unit]), int(plan.annotated[unit])
    level = gamma_bin(float(plan.gamma[unit]) / gammas) if gammas else -np.inf
    if plan.counts[unit, -2] == plan.counts[unit, -1]:
        # Empty ones go by the number of annotators alone.
        level = -np.inf
    return -level, -(int(plan.annotators[unit]) / annotated if annotated else 0.0), unit


def _fitting(plan: Plan, pool: Sequence[int], part: int) -> list[int]:
    targets = plan.upper[part, :-2]
    counter = np.zeros_like(targets)
    taken = []
    for unit in pool:
        counts = plan.counts[unit, :-2]
        if (counter + counts <= targets).all():
            counter += counts
            taken.append(unit)
        if (counter >= targets).all():
            break
    return taken


def _filling(plan: Plan, empties: Sequence[int], room: int) -> list[int]:
    taken = []
    for unit in empties:
        if plan.counts[unit, -1] <= room:
            room -= int(plan.counts[unit, -1])
            taken.append(unit)
    return taken
