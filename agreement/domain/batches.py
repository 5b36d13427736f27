"""Gamma of many continua at once, on all cores or on one."""

import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from agreement.domain.continuum import Continuum
from agreement.domain.costs import cut_by_work, work_of
from agreement.domain.engines import engine_named
from agreement.domain.gamma import GammaResult
from agreement.exceptions import InvalidMeasure

# Stretches of a batch for each thread: the last one to end keeps the others waiting for little.
STRETCHES_EACH = 8


def compute_gammas(
    continua: Iterable[Continuum],
    *,
    threads: int | None = None,
    engine: str = "exact",
    **options: Any,
) -> list[GammaResult]:
    """Return the gamma of each, in their order; the options are those of `compute_gamma`.

    Without a number of threads there is one for each processor that this process may use. Compiled code
    runs without Python's lock, and every continuum has its own source of random numbers: a result depends
    neither on the threads nor on what else is in the batch. pygamma knows one thread only.

    >>> from corpus.domain.spans import Span
    >>> same = Continuum.of({"ana": [Span(0, 4, "DATE")], "bob": [Span(0, 4, "DATE")]})
    >>> alone = Continuum.of({"ana": [Span(0, 4, "DATE")]})
    >>> [result.gamma for result in compute_gammas([same, alone], threads=1, samples=5)]
    [1.0, None]
    """
    compute, batch = engine_named(engine), list(continua)
    count = _threads(threads) if engine == "exact" else 1
    if not isinstance(options.get("sampler", ""), str):
        raise InvalidMeasure(
            "A batch needs a sampler's name: one that draws belongs to one continuum."
        )

    def compute_stretch(stretch: range) -> list[GammaResult]:
        return [compute(batch[place], **options) for place in stretch]

    if count == 1 or len(batch) < 2:
        return compute_stretch(range(len(batch)))
    works = [work_of(continuum) for continuum in batch]
    # Several at a time: handing over one line takes as long as a small one itself.
    stretches = cut_by_work(works, most=sum(works) / (STRETCHES_EACH * count))
    with ThreadPoolExecutor(min(count, len(stretches))) as pool:
        return [result for results in pool.map(compute_stretch, stretches) for result in results]


def _threads(asked: int | None) -> int:
    if asked is None:
        return _processors()
    if asked < 1:
        raise InvalidMeasure(f"At least one thread is needed, not {asked}.")
    return asked


def _processors() -> int:
    """Return how many processors this process may use, which may be fewer than there are."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
