"""Gamma of many continua at once, on all cores."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from agreement.domain.continuum import Continuum
from agreement.domain.gamma import GammaResult, compute_gamma


def compute_gammas(
    continua: Sequence[Continuum], *, threads: int | None = None, **options: Any
) -> list[GammaResult]:
    """Return the gamma of each, in their order; the options are those of `compute_gamma`.

    Compiled code runs without Python's lock, and every continuum has its own source of random numbers:
    the results do not depend on the number of threads.
    """

    def compute(continuum: Continuum) -> GammaResult:
        return compute_gamma(continuum, **options)

    if threads == 1 or len(continua) < 2:
        return [compute(continuum) for continuum in continua]
    with ThreadPoolExecutor(threads or os.cpu_count()) as pool:
        return list(pool.map(compute, continua))
