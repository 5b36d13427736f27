"""Cutting the inputs of a run into batches that take about equally long."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

# So much is compared in about a second; more inputs than that would be one long transaction.
MOST_COST = 20_000
MOST_INPUTS = 200


@dataclass(frozen=True)
class Share:
    """Some inputs, and what comparing them may cost together."""

    inputs: tuple[int, ...]
    cost: int


def cost_of(*, annotators: int, units: int) -> int:
    """Return about how long comparing an input takes, in no particular unit."""
    return 10 + units * annotators


def shares(costs: Mapping[int, int]) -> list[Share]:
    """Return all inputs in shares, the most expensive share first."""
    return sorted(_cut(costs.items()), key=lambda share: (-share.cost, share.inputs))


def _cut(costs: Iterable[tuple[int, int]]) -> Iterator[Share]:
    inputs: list[int] = []
    total = 0
    for one, cost in sorted(costs):
        if inputs and (total + cost > MOST_COST or len(inputs) == MOST_INPUTS):
            yield Share(tuple(inputs), total)
            inputs, total = [], 0
        inputs.append(one)
        total += cost
    if inputs:
        yield Share(tuple(inputs), total)
