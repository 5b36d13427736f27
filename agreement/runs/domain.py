"""A contest in figures: the steps of the thesis's section 3.2.2, and agreement over all inputs.

Everything is a sum of whole numbers over inputs, so that adding what changed and taking away what it
replaces gives exactly what counting anew would give.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agreement.references.domain.references import COMPARED, InputOutcome
from gamma.gamma import cut_by_work, foretell_work

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


# Numbers with fractions are kept as whole numbers of this.
FINENESS = 10**9
BINS_PER_UNIT = 20

Sums = Counter[str]


@dataclass(frozen=True)
class AnswerFacts:
    """What is counted of one person's live answer."""

    verdict: str
    versions: int
    duration_ms: int | None


def answer_sums(answers: Iterable[AnswerFacts]) -> Sums:
    """Return what the answers to one input add to the contest's figures."""
    sums: Sums = Counter()
    for answer in answers:
        sums["answers"] += 1
        sums[f"answers:{answer.verdict}"] += 1
        sums["duplicates"] += answer.versions - 1
        sums["unknown_durations"] += answer.duration_ms is None
    return _without_zeros(sums)


def only_answer_sums(sums: Mapping[str, int]) -> Sums:
    """Return the part of an input's sums that `answer_sums` gave."""
    names = ("answers", "duplicates", "unknown_durations")
    return Counter({name: n for name, n in sums.items() if name.split(":")[0] in names})


def outcome_sums(outcome: InputOutcome) -> Sums:
    """Return what the outcome of one input adds to the contest's figures."""
    measured, sums = outcome.measured, Counter[str]()
    sums["inputs"] = 1
    sums[f"kind:{outcome.kind}"] = 1
    sums["units"] = measured.units
    sums[f"annotators:{len(measured.annotators)}"] = 1
    sums["complete"] = int(outcome.is_complete)
    for place in outcome.places:
        sums[f"places:{place.state}"] += 1
        sums["detached"] += place.is_detached
        sums["corrected"] += place.ruling is not None
        sums["differing"] += place.differs
    for unit in outcome.gold_units:
        sums[f"gold:{unit.label}"] += 1
    if outcome.kind == COMPARED:
        sums.update(_agreement_sums(outcome))
    return _without_zeros(sums)


def _without_zeros(sums: Sums) -> Sums:
    return Counter({name: count for name, count in sorted(sums.items()) if count})


def _agreement_sums(outcome: InputOutcome) -> Sums:
    measured, sums = outcome.measured, Counter[str]()
    sums["undefined_gamma"] = int(measured.gamma is None)
    _add(sums, "gamma", measured.gamma)
    _add(sums, "gamma_cat", measured.gamma_cat)
    _add(sums, "observed", measured.observed)
    _add(sums, "expected", measured.expected)
    for label, gamma in measured.gamma_k.items():
        _add(sums, f"gamma_k:{label}", gamma)
    if measured.gamma is not None:
        sums[f"gamma_bin:{round(measured.gamma * BINS_PER_UNIT)}"] = 1
    return sums


def _add(sums: Sums, name: str, value: float | None) -> None:
    if value is not None:
        sums[f"{name}:n"] += 1
        sums[f"{name}:sum"] += round(value * FINENESS)


def added(sums: Mapping[str, int], more: Mapping[str, int], *, times: int = 1) -> Sums:
    """Return the sums with others added, or taken away with `times=-1`."""
    total = Counter(sums)
    for name, count in more.items():
        total[name] += times * count
    return _without_zeros(total)


def counts(sums: Mapping[str, int]) -> dict[str, int]:
    """Return the counts of a run, step by step as the thesis lists them."""
    names = {
        "answers": "answers",
        "rejected": "answers:reject",
        "ignored": "answers:ignore",
        "accepted": "answers:accept",
        "unknown_durations": "unknown_durations",
        "duplicates": "duplicates",
        "inputs": "inputs",
        "compared": "kind:compared",
        "empty": "kind:empty",
        "single": "kind:single",
        "none": "kind:none",
        "undefined_gamma": "undefined_gamma",
        "units": "units",
        "complete": "complete",
        "gold": "places:gold",
        "nothing": "places:nothing",
        "undecided": "places:undecided",
        "inconsistent": "places:inconsistent",
        "detached": "detached",
        "corrected": "corrected",
        "differing": "differing",
    }
    return {name: sums.get(key, 0) for name, key in names.items()}


def figures(sums: Mapping[str, int]) -> dict[str, Any]:
    """Return means, pooled gamma and distributions of a contest."""
    empty = sums.get("kind:empty", 0)
    return {
        "gamma": _mean(sums, "gamma"),
        "gamma_with_empty": _mean(sums, "gamma", ones=empty),
        "gamma_cat": _mean(sums, "gamma_cat"),
        "gamma_k": {
            label: _mean(sums, f"gamma_k:{label}") for label in _of(sums, "gamma_k:", ":n")
        },
        "pooled_gamma": _pooled(sums),
        "observed": _mean(sums, "observed"),
        "expected": _mean(sums, "expected"),
        "annotators": _distribution(sums, "annotators:"),
        # By the lower end of a twentieth, rounded to the nearest.
        "gamma_bins": {
            f"{int(name) / BINS_PER_UNIT:.2f}": count
            for name, count in sorted(
                _distribution(sums, "gamma_bin:").items(), key=lambda pair: int(pair[0])
            )
        },
        "gold_units": _distribution(sums, "gold:"),
    }


def _mean(sums: Mapping[str, int], name: str, *, ones: int = 0) -> float | None:
    number = sums.get(f"{name}:n", 0) + ones
    total = sums.get(f"{name}:sum", 0) + ones * FINENESS
    return total / FINENESS / number if number else None


def _pooled(sums: Mapping[str, int]) -> float | None:
    """Return 1 - Σ observed / Σ expected."""
    observed, expected = sums.get("observed:sum", 0), sums.get("expected:sum", 0)
    if expected:
        return 1 - observed / expected
    return 1.0 if sums.get("observed:n", 0) and not observed else None


def _of(sums: Mapping[str, int], prefix: str, suffix: str) -> list[str]:
    return sorted(
        name[len(prefix) : -len(suffix)]
        for name in sums
        if name.startswith(prefix) and name.endswith(suffix)
    )


def _distribution(sums: Mapping[str, int], prefix: str) -> dict[str, int]:
    return {
        name[len(prefix) :]: count
        for name, count in sorted(sums.items())
        if name.startswith(prefix)
    }


ROWS_AT_ONCE = 1000


def portions(ids: Sequence[int]) -> Iterator[Sequence[int]]:
    """Yield a few ids at a time: a statement takes only so many."""
    for first in range(0, len(ids), ROWS_AT_ONCE):
        yield ids[first : first + ROWS_AT_ONCE]
