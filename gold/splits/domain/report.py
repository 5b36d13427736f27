"""What came of a split: targets, what was got, quality, and the same of its peers."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean

from gold.splits.domain.plan import BESIDE, Plan
from gold.splits.domain.samples import (
    DEFAULT,
    ITERATIVE,
    RANDOM,
    TEST_RANDOM,
    THESIS,
    Options,
    Sample,
)
from gold.splits.domain.splitting import Positions, Split, positions_of
from gold.splits.domain.thesis import draw, stratify

Numbers = Mapping[str, int]


@dataclass(frozen=True)
class CategoryRow:
    """One category: how many there are, should be and are in each subset, and by the peers."""

    name: str
    total: int
    # None for a category that is left out of the strata.
    target: Mapping[str, float] | None
    got: Numbers
    # How many are outside their bounds, over all subsets.
    deviation: int | None
    random: Numbers
    iterative: Numbers


@dataclass(frozen=True)
class SubsetRow:
    """One subset: its size and its quality, each mean None where nothing is known."""

    name: str
    target: float
    size: int
    empty: int
    mean_gamma: float | None
    # The same with the empty samples of two annotators or more counted as 1.
    mean_gamma_with_empty: float | None
    mean_annotators: float | None


@dataclass(frozen=True)
class Outcome:
    """How one method did: the deviation of all categories, and its subsets."""

    method: str
    deviation: int
    subsets: tuple[SubsetRow, ...]


@dataclass(frozen=True)
class Report:
    """A split and, beside it, a random one and one by iterative stratification of the same seed."""

    options: Options
    samples: int
    # How many groups stay together; as many as samples where nothing is grouped.
    groups: int
    left_out: tuple[str, ...]
    categories: tuple[CategoryRow, ...]
    outcome: Outcome
    random: Outcome
    iterative: Outcome
    notes: tuple[str, ...]
    # The second test part, drawn at random; its target is the size of test.
    second: SubsetRow | None = None

    def as_json(self) -> dict[str, object]:
        """Return everything as values that JSON can hold, under the names of docs/split.md."""
        options = asdict(self.options)
        ratios = dict(zip(("train", "validation", "test"), self.options.ratios, strict=True))
        return {
            **options,
            "ratios": None if self.options.folds else ratios,
            "samples": self.samples,
            "groups": self.groups,
            "left_out": list(self.left_out),
            "deviation": self.outcome.deviation,
            "subsets": [
                asdict(row) for row in (*self.outcome.subsets, self.second) if row is not None
            ],
            "categories": [asdict(row) for row in self.categories],
            "peers": {
                peer.method: {
                    "deviation": peer.deviation,
                    "subsets": [asdict(row) for row in peer.subsets],
                }
                for peer in (self.random, self.iterative)
            },
            "notes": list(self.notes),
        }

    def chart(self) -> dict[str, object]:
        """Return the series of a chart with a logarithmic axis: None where there is no example.

        One panel for each subset; the categories of the strata, the most frequent first.
        """
        rows = sorted(
            (row for row in self.categories if row.target is not None),
            key=lambda row: (-row.total, row.name),
        )
        return {
            "categories": [row.name for row in rows],
            "panels": {
                subset.name: {
                    "target": [(row.target or {})[subset.name] or None for row in rows],
                    "got": [row.got[subset.name] or None for row in rows],
                    RANDOM: [row.random[subset.name] or None for row in rows],
                    ITERATIVE: [row.iterative[subset.name] or None for row in rows],
                }
                for subset in self.outcome.subsets
            },
        }


def report_on(found: Split) -> Report:
    """Return the report of a split, with its peers.

    >>> from gold.splits.domain.report import report_on
    >>> from gold.splits.domain.samples import Sample
    >>> from gold.splits.domain.splitting import split
    >>> samples = [Sample(str(n), {"NOM": 1}, gamma=n / 10, annotators=3) for n in range(10)]
    >>> report = report_on(split(samples, ratios=(60, 20, 20), min_count=1))
    >>> report.categories[0].target == {"test": 2, "validation": 2, "train": 6}
    True
    >>> report.outcome.deviation, round(report.outcome.subsets[0].mean_gamma, 2)
    (0, 0.85)
    """
    plan, seed = found.plan, found.options.seed
    peers = {
        RANDOM: positions_of(plan, draw(plan, seed=seed)),
        ITERATIVE: positions_of(plan, stratify(plan, seed=seed)),
    }
    ours = _Outcome(plan, found.parts)
    others = {name: _Outcome(plan, positions) for name, positions in peers.items()}
    return Report(
        options=found.options,
        samples=len(plan.samples),
        groups=len(plan.units),
        left_out=plan.left_out,
        categories=tuple(_categories(plan, ours, others)),
        outcome=ours.row(found.options.method),
        random=others[RANDOM].row(RANDOM),
        iterative=others[ITERATIVE].row(ITERATIVE),
        notes=tuple(_notes(plan, ours, found.options)),
        second=_second(found),
    )


def _second(found: Split) -> SubsetRow | None:
    if not found.second:
        return None
    samples = [found.plan.samples[position] for position in found.second]
    return _subset(TEST_RANDOM, _target(found.plan, 0, -1), samples)


class _Outcome:
    """The counts of one split of a plan."""

    def __init__(self, plan: Plan, positions: Positions) -> None:
        self.plan = plan
        self.positions = positions
        self.got = [_totals(plan.samples, where) for where in positions.values()]

    def of(self, category: str) -> dict[str, int]:
        pairs = zip(self.positions, self.got, strict=True)
        return {name: totals.get(category, 0) for name, totals in pairs}

    def deviation(self, column: int) -> int:
        """Return how many examples of a stratum are outside the bounds of their part."""
        name = self.plan.strata[column]
        return sum(
            max(int(self.plan.lower[part, column]) - totals.get(name, 0), 0)
            + max(totals.get(name, 0) - int(self.plan.upper[part, column]), 0)
            for part, totals in enumerate(self.got)
        )

    def row(self, method: str) -> Outcome:
        deviation = sum(self.deviation(column) for column in range(len(self.plan.strata)))
        subsets = (
            _subset(name, _target(self.plan, part, -1), [self.plan.samples[i] for i in where])
            for part, (name, where) in enumerate(self.positions.items())
        )
        return Outcome(method, deviation, tuple(subsets))


def _totals(samples: Sequence[Sample], where: Sequence[int]) -> dict[str, int]:
    totals: dict[str, int] = {}
    for position in where:
        for name, count in samples[position].categories.items():
            totals[name] = totals.get(name, 0) + count
    return totals


def _target(plan: Plan, part: int, column: int) -> float:
    """Return a part's target: a whole number, or an equal share in folds."""
    if not plan.is_folds:
        return int(plan.upper[part, column])
    return round(float(int(plan.counts[:, column].sum()) * plan.shares[part]), 4)


def _subset(name: str, target: float, samples: Sequence[Sample]) -> SubsetRow:
    gammas = [sample.gamma for sample in samples if sample.gamma is not None]
    agreed = [1.0 for sample in samples if _is_agreed(sample)]
    annotators = [sample.annotators for sample in samples if sample.annotators is not None]
    return SubsetRow(
        name=name,
        target=target,
        size=len(samples),
        empty=sum(sample.is_empty for sample in samples),
        mean_gamma=fmean(gammas) if gammas else None,
        mean_gamma_with_empty=fmean([*gammas, *agreed]) if gammas or agreed else None,
        mean_annotators=fmean(annotators) if annotators else None,
    )


def _is_agreed(sample: Sample) -> bool:
    return sample.is_empty and sample.gamma is None and (sample.annotators or 0) > 1


def _categories(
    plan: Plan, ours: _Outcome, others: Mapping[str, _Outcome]
) -> Sequence[CategoryRow]:
    columns = {name: column for column, name in enumerate(plan.strata)}
    return [
        CategoryRow(
            name=name,
            total=sum(ours.of(name).values()),
            target=None
            if (column := columns.get(name)) is None
            else {part: _target(plan, index, column) for index, part in enumerate(plan.parts)},
            got=ours.of(name),
            deviation=None if column is None else ours.deviation(column),
            random=others[RANDOM].of(name),
            iterative=others[ITERATIVE].of(name),
        )
        for name in sorted((*plan.strata, *plan.left_out))
    ]


def _notes(plan: Plan, ours: _Outcome, options: Options) -> Sequence[str]:
    """Return what a reader should know of an unusual corpus."""
    samples = plan.samples
    empties = sum(sample.is_empty for sample in samples)
    facts = {
        "no_strata": plan.counts.shape[1] == BESIDE,
        "no_gamma": all(sample.gamma is None for sample in samples),
        "no_annotators": all(sample.annotators is None for sample in samples),
        "all_empty": empties == len(samples),
        "none_empty": empties == 0,
        "empty_subset": any(not where for where in ours.positions.values()),
        # Test has the surest samples, on which people agreed: it is easier than the corpus.
        "easier_test": options.folds is None and options.method in (DEFAULT, THESIS),
    }
    return [name for name, is_true in facts.items() if is_true]
