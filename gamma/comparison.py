"""Who agrees with whom, and who lowers the agreement.

Over several continua gammas are pooled, ``1 - sum of observed / sum of expected``, each disorder weighted by
the mean number of units of its annotators: a line with one unit says less than a line with ten.
"""

import os
from collections.abc import Hashable, Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import combinations, compress, islice
from typing import Any, TypeVar

from gamma.continuum import Continuum
from gamma.engines import engine_named
from gamma.errors import InvalidMeasure, UnknownAnnotator
from gamma.gamma import GammaResult, work_of
from gamma.work import cut_by_work

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

    >>> from text.spans import Span
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


Key = TypeVar("Key", bound=Hashable)


@dataclass(frozen=True)
class Agreement:
    """The pooled gamma of some continua; None if none of them can be compared."""

    gamma: float | None
    observed: float
    expected: float
    # Continua that count, and the units in them.
    continua: int
    units: int


@dataclass(frozen=True)
class LeftOut:
    """The agreement of the others: `change` is what the annotator's absence adds to gamma."""

    agreement: Agreement
    change: float | None


def pooled_agreement(continua: Sequence[Continuum], **options: Any) -> Agreement:
    """Return the agreement of all annotators over these continua.

    >>> from text.spans import Span
    >>> same = Continuum.of({"ana": [Span(0, 4, "DATE")], "bob": [Span(0, 4, "DATE")]})
    >>> pooled_agreement([same, same]).gamma
    1.0
    """
    return _pool(continua, compute_gammas(continua, **options))


def pairwise_agreement(
    continua: Sequence[Continuum], **options: Any
) -> dict[tuple[str, str], Agreement]:
    """Return the agreement of every two annotators who share a continuum, by their names in order.

    >>> from text.spans import Span
    >>> same = Continuum.of({name: [Span(0, 4, "DATE")] for name in ("ana", "bob", "carl")})
    >>> {pair: found.gamma for pair, found in pairwise_agreement([same]).items()}
    {('ana', 'bob'): 1.0, ('ana', 'carl'): 1.0, ('bob', 'carl'): 1.0}
    """
    pairs = sorted({pair for one in continua for pair in combinations(one.annotators, 2)})
    shared = {
        pair: [one.only(pair) for one in continua if set(pair) <= set(one.annotators)]
        for pair in pairs
    }
    return _pool_each(shared, **options)


def weighted_agreement(continua: Sequence[Continuum], annotator: str, **options: Any) -> Agreement:
    """Return the agreement of one annotator with each of the others, weighted by what they marked.

    >>> from text.spans import Span
    >>> line = Continuum.of({
    ...     "ana": [Span(0, 4, "DATE"), Span(9, 12, "AGE")],
    ...     "bob": [Span(0, 4, "DATE"), Span(9, 12, "AGE")],
    ...     "eve": [Span(30, 34, "AGE")],
    ... })
    >>> weighted_agreement([line], "ana").gamma > weighted_agreement([line], "eve").gamma
    True
    """
    shared = _seen_by(continua, annotator)
    pairs = [
        one.only((annotator, other))
        for one in shared
        for other in one.annotators
        if other != annotator
    ]
    return pooled_agreement(pairs, **options)


def leave_one_out(continua: Sequence[Continuum], **options: Any) -> dict[str, LeftOut]:
    """Return for each annotator the agreement of the others; a positive change: they agree better.

    >>> from text.spans import Span
    >>> careful = {name: [Span(0, 4, "DATE")] for name in ("ana", "bob", "carl")}
    >>> found = leave_one_out([Continuum.of({**careful, "eve": [Span(30, 34, "AGE")]})])
    >>> found["eve"].agreement.gamma, found["eve"].change > 0 > found["ana"].change
    (1.0, True)
    """
    annotators = sorted({name for one in continua for name in one.annotators})
    results = compute_gammas(continua, **options)
    without = {name: [one.without(name) for one in _seen_by(continua, name)] for name in annotators}
    left_out = {}
    for name, after in _pool_each(without, **options).items():
        seen = [name in one.annotators for one in continua]
        before = _pool(compress(continua, seen), compress(results, seen))
        left_out[name] = LeftOut(after, _difference(after.gamma, before.gamma))
    return left_out


def _seen_by(continua: Sequence[Continuum], annotator: str) -> list[Continuum]:
    seen = [one for one in continua if annotator in one.annotators]
    if not seen:
        raise UnknownAnnotator(f"{annotator} has no part in these continua.")
    return seen


def _difference(after: float | None, before: float | None) -> float | None:
    return None if after is None or before is None else after - before


def _pool_each(
    continua_of: Mapping[Key, Sequence[Continuum]], **options: Any
) -> dict[Key, Agreement]:
    """Pool each list for itself; all of them are computed as one batch."""
    flat = [one for continua in continua_of.values() for one in continua]
    results = iter(compute_gammas(flat, **options))
    return {
        key: _pool(continua, list(islice(results, len(continua))))
        for key, continua in continua_of.items()
    }


def _pool(continua: Iterable[Continuum], results: Iterable[GammaResult]) -> Agreement:
    observed = expected = 0.0
    count = units = 0
    for continuum, result in zip(continua, results, strict=True):
        if result.observed is None or result.expected is None:
            continue
        weight = continuum.size / len(continuum.annotators)
        observed += weight * result.observed
        expected += weight * result.expected
        count, units = count + 1, units + continuum.size
    gamma = 1 - observed / expected if expected > 0 else (1.0 if count and not observed else None)
    return Agreement(gamma, observed, expected, count, units)
