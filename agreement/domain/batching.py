"""Cutting the inputs of a run into batches that take about equally long."""

from collections.abc import Mapping
from dataclasses import dataclass

from agreement.domain.costs import cut_by_work, foretell_work

# In the unit of `foretell_work`, about a microsecond: a second of comparing, beside the writing.
MOST_WORK = 1_000_000
# To write the results of more would keep others waiting too long.
MOST_INPUTS = 200
# What every input costs beside its gamma: reading its answers, writing its result.
EACH_INPUT = 3_000


@dataclass(frozen=True)
class Share:
    """Some inputs, and how much work they are together."""

    inputs: tuple[int, ...]
    work: int


def work_of_input(*, annotators: int, units: int) -> int:
    """Return about how much work an input is."""
    return EACH_INPUT + round(foretell_work(annotators, units))


def shares(works: Mapping[int, int]) -> list[Share]:
    """Return all inputs in shares, the one with most work first.

    >>> [share.inputs for share in shares({3: 10, 1: 900_000, 2: 200_000})]
    [(1,), (2, 3)]
    """
    # So that no share has too many inputs, each is at least its part of the whole.
    least = MOST_WORK / MOST_INPUTS
    inputs = sorted(works)
    stretches = cut_by_work((max(works[pk], least) for pk in inputs), most=MOST_WORK)
    found = [tuple(inputs[place] for place in stretch) for stretch in stretches]
    cut = [Share(some, sum(works[pk] for pk in some)) for some in found]
    return sorted(cut, key=lambda share: (-share.work, share.inputs))
