"""Other ways to the same figures: pygamma, an integer program over all columns, and trying all."""

import contextlib
import io
from itertools import product

import numpy as np
from scipy.optimize import LinearConstraint, milp
from scipy.sparse import csc_matrix

from gamma.continuum import Continuum
from gamma.dissimilarity import Dissimilarity
from gamma.native.problem import Batch, Units
from gamma.native.sampling import Habits
from gamma.native.sampling import habits_of as compiled_habits
from gamma.pygamma import to_pygamma


def habits_of(continuum: Continuum) -> Habits:
    """Return how the annotators of a continuum annotate."""
    annotators, kinds = len(continuum.annotators), len(continuum.categories)
    return compiled_habits(continuum.batch.units, annotators, kinds, float(continuum.left))


class ReplaySampler:
    """Draws what pygamma's default sampler draws from the same source of random numbers."""

    def __init__(self, continuum: Continuum, source: np.random.RandomState) -> None:
        self._habits, self._source = habits_of(continuum), source

    def draw(self, samples: int) -> Batch:
        drawn = [self._one() for _ in range(samples)]
        columns = np.array([unit for units in drawn for unit in units]).T
        bounds = np.cumsum([0, *(len(units) for units in drawn)])
        starts, ends = np.ascontiguousarray(columns[0]), np.ascontiguousarray(columns[1])
        return Batch(
            Units(starts, ends, columns[2].astype(np.int64), columns[3].astype(np.int64)), bounds
        )

    def _one(self) -> list[tuple[float, float, int, int]]:
        habits, normal = self._habits, self._source.normal
        units: list[tuple[float, float, int, int]] = []
        for annotator in range(habits.annotators):
            count = abs(int(normal(*habits.counts)))
            point = 0.0
            for _ in range(count if units else max(1, count)):
                start = point + normal(*habits.gaps)
                end = start + abs(normal(*habits.lengths))
                while end - start < 1e-6:
                    end = start + abs(normal(*habits.lengths))
                draw = self._source.random_sample()
                category = int(habits.cumulated.searchsorted(draw, side="right"))
                if (start, end, category, annotator) not in units:
                    units.append((start, end, category, annotator))
                point = end
        return units


def pygamma_disorder(continuum: Continuum, *, alpha: float = 1, beta: float = 1) -> float:
    """Return the least disorder as pygamma finds it."""
    with contextlib.redirect_stdout(io.StringIO()):
        return float(
            to_pygamma(continuum).get_best_alignment(pygamma_measure(alpha, beta)).disorder
        )


_measures: dict[tuple[float, float], object] = {}


def pygamma_measure(alpha: float = 1, beta: float = 1):
    """Return pygamma's dissimilarity; compiled once, which takes seconds."""
    from pygamma_agreement import CombinedCategoricalDissimilarity

    if (alpha, beta) not in _measures:
        _measures[alpha, beta] = CombinedCategoricalDissimilarity(alpha=alpha, beta=beta)
    return _measures[alpha, beta]


def pygamma_gamma(continuum: Continuum, *, seed: int, samples: int = 30):
    """Return pygamma's result, its draws starting from this seed."""
    np.random.seed(seed)
    with contextlib.redirect_stdout(io.StringIO()):
        return to_pygamma(continuum).compute_gamma(pygamma_measure(), n_samples=samples)


def columns_of(continuum: Continuum, dissimilarity: Dissimilarity):
    """Return every unitary alignment that singletons would not beat, with its cost."""
    fee = len(continuum.annotators) * (len(continuum.annotators) - 1) / 2
    columns: list[tuple[tuple[int, ...], float]] = [((), fee)]
    units = list(continuum)
    apart = {
        (i, j): dissimilarity.between(units[i][1], units[j][1]) / dissimilarity.delta_empty
        for i, j in product(range(len(units)), repeat=2)
        if i > j and units[i][0] != units[j][0]
    }
    for name in continuum.annotators:
        mine = [i for i, (annotator, _) in enumerate(units) if annotator == name]
        columns += [
            ((*column, i), cost - sum(1 - apart[i, j] for j in column))
            for column, cost in columns
            for i in mine
        ]
    return [(column, cost) for column, cost in columns[1:] if cost <= len(column) * fee + 1e-9]


def least_cost(continuum: Continuum, dissimilarity: Dissimilarity) -> float:
    """Return the cost of the best alignment by one integer program over all columns."""
    columns = columns_of(continuum, dissimilarity)
    rows = [unit for column, _ in columns for unit in column]
    places = [place for place, (column, _) in enumerate(columns) for _ in column]
    matrix = csc_matrix((np.ones(len(rows)), (rows, places)), shape=(continuum.size, len(columns)))
    found = milp(
        [cost for _, cost in columns],
        constraints=LinearConstraint(matrix, 1, 1),
        integrality=np.ones(len(columns)),
        bounds=(0, 1),
        options={"mip_rel_gap": 0.0},
    )
    assert found.status == 0, found.message
    return float(found.fun)


def all_alignments(continuum: Continuum, dissimilarity: Dissimilarity):
    """Yield every alignment of a tiny continuum: its columns and its cost."""
    columns = columns_of(continuum, dissimilarity)

    def cover(left, taken, cost):
        if not left:
            yield taken, cost
            return
        first = min(left)
        for column, more in columns:
            if first in column and left.issuperset(column):
                yield from cover(left - set(column), [*taken, column], cost + more)

    yield from cover(frozenset(range(continuum.size)), [], 0.0)
