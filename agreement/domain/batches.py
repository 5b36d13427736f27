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

    def compute(some: Sequence[Continuum]) -> list[GammaResult]:
        return [compute_gamma(continuum, **options) for continuum in some]

    count = threads or os.cpu_count() or 1
    if count == 1 or len(continua) < 2:
        return compute(continua)
    # A few at a time: handing over one line takes as long as a small one itself.
    at_once = max(1, min(16, len(continua) // (4 * count)))
    chunks = [continua[place : place + at_once] for place in range(0, len(continua), at_once)]
    with ThreadPoolExecutor(count) as pool:
        return [result for results in pool.map(compute, chunks) for result in results]
