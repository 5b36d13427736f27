"""What compiled code is given: plain arrays with names. Nothing here needs the compiler."""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Words = npt.NDArray[np.uint64]


class Measure(NamedTuple):
    """Dissimilarity of two units: alpha times place plus beta times category, squared or tabled.

    The fee is what a unitary alignment without any pair costs, one for each pair of annotators.
    """

    alpha: float
    beta: float
    categories: Floats
    annotators: int
    fee: float


class Units(NamedTuple):
    """Units in parallel arrays, ordered by annotator."""

    starts: Floats
    ends: Floats
    categories: Ints
    annotators: Ints


class Batch(NamedTuple):
    """Many continua one after the other; the c-th has the units from `bounds[c]` on."""

    units: Units
    bounds: Ints
