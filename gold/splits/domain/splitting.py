"""Splitting a corpus: samples and wishes in, the part of each sample out."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from types import MappingProxyType

from gold.splits.domain.plan import (
    Ints,
    Plan,
    Units,
    alone,
    half_up,
    link,
    make_plan,
    targets_of,
)
from gold.splits.domain.samples import DEFAULT, ITERATIVE, RANDOM, TEST, THESIS, Options, Sample
from gold.splits.domain.thesis import draw, prioritise, stratify
from gold.splits.errors import InvalidOption, SecondTestOfFolds

Positions = Mapping[str, tuple[int, ...]]


@dataclass(frozen=True, eq=False)
class Split:
    """The positions of the samples in each part: test, validation and train, or the test of each fold."""

    options: Options
    plan: Plan
    parts: Positions
    # The positions of a second test part that was drawn at random, if it was asked for.
    second: tuple[int, ...] = ()

    def train_of(self, fold: str) -> tuple[int, ...]:
        """Return the positions that a fold trains on: those of all other folds, in their order."""
        others = (where for name, where in self.parts.items() if name != fold)
        return tuple(sorted(position for where in others for position in where))


def split(
    samples: Sequence[Sample],
    *,
    ratios: tuple[float, float, float] = (70, 15, 15),
    method: str = DEFAULT,
    min_count: int = 20,
    folds: int | None = None,
    seed: int = 0,
    keeps_groups: bool = False,
    link_limit: int | None = None,
    second_test: bool = False,
) -> Split:
    """Return a split into test, validation and train, or into as many folds as are asked.

    Everything that can be refused is refused before the first computation, as a `SplitRefused`. With
    `keeps_groups`, samples that share a group, directly or through others, are in one part; a sample that
    stands in more than `link_limit` groups links nothing. With `second_test`, as many samples as test
    has are drawn at random first, and the others are split.

    >>> from gold.splits.domain.samples import Sample
    >>> from gold.splits.domain.splitting import split
    >>> samples = [Sample(str(n), {"NOM": 1}, gamma=n / 10, annotators=3) for n in range(10)]
    >>> found = split(samples, ratios=(60, 20, 20), min_count=1)
    >>> found.parts["test"], found.parts["validation"]
    ((8, 9), (6, 7))
    >>> found = split(samples, folds=5, min_count=1)
    >>> sorted(len(positions) for positions in found.parts.values())
    [2, 2, 2, 2, 2]
    """
    options = Options(ratios=ratios, method=method, min_count=min_count, folds=folds, seed=seed)
    if link_limit is not None and link_limit < 1:
        raise InvalidOption("A line links from 1 place on: the limit is 1 or more.")
    groups = [sample.groups for sample in samples]
    units = link(groups, link_limit=link_limit) if keeps_groups else alone(len(samples))
    if not second_test:
        return carry_out(make_plan(samples, units, options), options)
    second, rest = draw_second(units, options)
    found = carry_out(make_plan(samples, rest, options), options)
    return replace(found, second=tuple(sorted(position for unit in second for position in unit)))


def draw_second(units: Units, options: Options) -> tuple[Units, Units]:
    """Return units drawn at random for a second test part, and the others.

    Its share is that of test: of 70, 15 and 15 it gets 15 of 115.
    """
    if options.folds is not None:
        raise SecondTestOfFolds(
            "Folds have no second test part: each record is in one test already."
        )
    share = options.shares[TEST]
    size = half_up(sum(map(len, units)) * share / (1 + share))
    order = list(range(len(units)))
    # Another stream than that of the method `random`.
    Random(f"second test {options.seed}").shuffle(order)  # noqa: S311
    drawn: set[int] = set()
    room = max(size, 1)
    for unit in order:
        # At least one, however large: an empty part says nothing.
        if len(units[unit]) <= room or not drawn:
            drawn.add(unit)
            room -= len(units[unit])
    rest = tuple(unit for number, unit in enumerate(units) if number not in drawn)
    return tuple(units[number] for number in sorted(drawn)), rest


def carry_out(plan: Plan, options: Options) -> Split:
    """Return the split of a plan by the method that is asked."""
    return Split(options, plan, positions_of(plan, _METHODS[options.method](plan, options)))


def positions_of(plan: Plan, parts: Ints) -> Positions:
    """Return the positions of the samples of each part, in their order."""
    by_sample = plan.spread(parts)
    return MappingProxyType(
        {
            name: tuple(int(place) for place in (by_sample == part).nonzero()[0])
            for part, name in enumerate(plan.parts)
        }
    )


def _by_default(plan: Plan, options: Options) -> Ints:
    # Imported where needed: scipy's solver takes half a second to load.
    from gold.splits.domain.default import balance  # noqa: PLC0415

    return balance(plan, seed=options.seed)


def _by_thesis(plan: Plan, options: Options) -> Ints:
    # To the letter: a small corpus may leave a part empty here.
    return prioritise(plan, targets_of(int(plan.counts[:, -1].sum()), plan.shares))


def _by_chance(plan: Plan, options: Options) -> Ints:
    return draw(plan, seed=options.seed)


def _by_iteration(plan: Plan, options: Options) -> Ints:
    return stratify(plan, seed=options.seed)


_METHODS: Mapping[str, Callable[[Plan, Options], Ints]] = {
    DEFAULT: _by_default,
    THESIS: _by_thesis,
    RANDOM: _by_chance,
    ITERATIVE: _by_iteration,
}
