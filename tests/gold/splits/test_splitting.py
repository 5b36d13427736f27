"""Splits: every sample in one part, targets met, the best samples in test, the same every time."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from gold.splits.domain.report import report_on
from gold.splits.domain.samples import METHODS, Sample
from gold.splits.domain.splitting import split
from gold.splits.errors import (
    InvalidFolds,
    InvalidOption,
    InvalidRatios,
    InvalidSample,
    NoSamples,
    SplitRefused,
    TooFewGroups,
    TooFewSamples,
    UnknownMethod,
)
from tests.gold.splits.corpora import corpus

ROOT = Path(__file__).resolve().parents[3]
each_method = pytest.mark.parametrize("method", METHODS)


def sizes(found):
    return {name: len(positions) for name, positions in found.parts.items()}


def totals(samples, positions):
    return sum((Counter(samples[position].categories) for position in positions), Counter())


@each_method
@pytest.mark.parametrize("documents", [None, 40])
@pytest.mark.parametrize("folds", [None, 4])
def test_every_sample_is_in_exactly_one_part(method, documents, folds):
    samples = corpus(200, documents=documents)
    found = split(samples, method=method, folds=folds, keeps_groups=documents is not None)
    positions = sorted(place for where in found.parts.values() for place in where)
    assert positions == list(range(200))
    assert len(found.parts) == (folds or 3)


@each_method
def test_the_same_samples_and_seed_give_the_same_split(method):
    samples = corpus(60, seed=3, documents=15)
    first, again = (split(samples, method=method, seed=5, keeps_groups=True) for _ in range(2))
    assert first.parts == again.parts


def test_a_process_of_its_own_finds_the_same_split():
    program = (
        "from gold.splits.domain.splitting import split; from tests.gold.splits.corpora import corpus; "
        "print(split(corpus(40, documents=10), keeps_groups=True).parts['test'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    here = split(corpus(40, documents=10), keeps_groups=True).parts["test"]
    assert done.stdout.strip() == str(here)


def test_the_default_meets_every_target_and_the_size():
    samples = corpus(800, seed=1)
    report = report_on(split(samples))
    assert report.outcome.deviation == 0
    assert [(row.name, row.size) for row in report.outcome.subsets] == [
        ("test", 120), ("validation", 120), ("train", 560),
    ]  # fmt: skip
    assert report.iterative.deviation > 0


def test_the_default_puts_the_best_into_test_and_the_next_into_validation():
    report = report_on(split(corpus(800, seed=1)))
    test, validation, train = (row.mean_gamma for row in report.outcome.subsets)
    assert test > validation > train
    theirs = report.iterative.subsets[0]
    assert test > theirs.mean_gamma
    assert report.outcome.subsets[0].mean_annotators > theirs.mean_annotators


@pytest.mark.parametrize(
    "options",
    [
        {"size": 12, "categories": 2},
        {"size": 16, "categories": 25},
        {"size": 40, "categories": 25},
        {"size": 60, "empty": 0.9},
        {"size": 60, "missing": 0.9},
        {"size": 200, "missing": 1.0},
    ],
    ids=str,
)
@pytest.mark.parametrize("folds", [None, 3])
@pytest.mark.parametrize("seed", range(4))
def test_the_default_deviates_no_more_than_iterative_stratification(options, folds, seed):
    samples = corpus(seed=seed, **options)
    report = report_on(split(samples, min_count=1, seed=seed, folds=folds))
    leaves_a_part_empty = any(not row.size for row in report.iterative.subsets)
    assert leaves_a_part_empty or report.outcome.deviation <= report.iterative.deviation


def test_where_the_default_finds_nothing_as_near_it_takes_the_iterative_split():
    samples = corpus(16, seed=56, categories=2, missing=0.5, empty=0.1)
    options = {"min_count": 1, "seed": 56}
    found, peer = split(samples, **options), split(samples, method="iterative", **options)
    assert report_on(found).outcome.deviation == report_on(peer).outcome.deviation == 2


@pytest.mark.parametrize("seed", range(3))
def test_groups_deviate_less_than_by_iterative_stratification_with_a_better_test(seed):
    samples = corpus(600, seed=seed, documents=80)
    report = report_on(split(samples, seed=seed, keeps_groups=True))
    ours, theirs = report.outcome, report.iterative
    assert ours.deviation < theirs.deviation / 2
    assert ours.subsets[0].mean_gamma > theirs.subsets[0].mean_gamma
    assert ours.subsets[0].mean_annotators > theirs.subsets[0].mean_annotators


def test_a_high_gamma_is_not_bought_with_samples_that_have_none():
    samples = [
        Sample(str(n), {"NOM": 1}, gamma=0.2 if n % 2 else None, annotators=1 + n % 2)
        for n in range(40)
    ]
    test = split(samples).parts["test"]
    assert [samples[place].gamma for place in test] == [0.2] * 6


def test_equal_samples_go_in_their_order():
    samples = [Sample(str(n), {"NOM": 1}, gamma=0.9, annotators=3) for n in range(20)]
    found = split(samples)
    assert found.parts["test"] == (0, 1, 2)
    assert found.parts["validation"] == (3, 4, 5)


@each_method
def test_groups_stay_on_one_side(method):
    samples = corpus(200, seed=2, documents=40)
    found = split(samples, method=method, keeps_groups=True)
    sides = {name: {samples[p].groups for p in where} for name, where in found.parts.items()}
    assert not sides["test"] & sides["train"]
    assert not sides["test"] & sides["validation"]
    assert not sides["validation"] & sides["train"]


def test_folds_have_their_share_of_everything():
    samples = corpus(403, seed=4)
    found = split(samples, folds=5, min_count=10)
    everything = totals(samples, range(403))
    for positions in found.parts.values():
        assert len(positions) in {80, 81}
        got = totals(samples, positions)
        for name, total in everything.items():
            assert total < 10 or got[name] in {total // 5, -(-total // 5)}
    assert report_on(found).outcome.deviation == 0


def test_a_fold_trains_on_all_others():
    found = split(corpus(50), folds=3)
    train = found.train_of("fold-2")
    assert sorted((*train, *found.parts["fold-2"])) == list(range(50))


def test_folds_are_equally_good():
    rows = report_on(split(corpus(600, seed=6), folds=4)).outcome.subsets
    gammas = [row.mean_gamma for row in rows]
    annotators = [row.mean_annotators for row in rows]
    assert max(gammas) - min(gammas) < 0.05
    assert max(annotators) - min(annotators) < 0.2


def test_ratios_are_free_and_validation_may_be_none():
    samples = corpus(100)
    assert sizes(split(samples, ratios=(3, 0, 1))) == {"test": 25, "train": 75}
    assert sizes(split(samples, ratios=(0.5, 0.2, 0.3))) == {
        "test": 30, "validation": 20, "train": 50,
    }  # fmt: skip


def test_rare_categories_are_left_out_of_the_strata():
    samples = [Sample(str(n), {"NOM": 1, **({"RARE": 1} if n < 5 else {})}) for n in range(40)]
    report = report_on(split(samples))
    assert report.left_out == ("RARE",)
    assert {row.name: row.deviation for row in report.categories} == {"NOM": 0, "RARE": None}
    assert report_on(split(samples, min_count=5)).left_out == ()


@each_method
@pytest.mark.parametrize(
    "samples",
    [
        [Sample("a", {"NOM": 1}), Sample("b"), Sample("c", {"NOM": 9}, gamma=-3.0)],
        [Sample(str(n)) for n in range(20)],
        [Sample(str(n), {"NOM": 1}) for n in range(20)],
        [Sample(str(n), {f"C{n}": 1}, gamma=1.0) for n in range(20)],
        [Sample(str(n), {"NOM": 30 if n == 7 else 1}, annotators=n) for n in range(20)],
    ],
    ids=["as many as parts", "all empty", "no gamma", "a category each", "one with most"],
)
def test_unusual_corpora_have_a_defined_split(method, samples):
    found = split(samples, method=method, min_count=1)
    report = report_on(found)
    assert sum(sizes(found).values()) == len(samples)
    assert report.as_json()["notes"]


@pytest.mark.parametrize("size", range(3, 9))
def test_the_default_leaves_no_part_empty(size):
    samples = [Sample(str(n), {"NOM": 1}, gamma=0.5) for n in range(size)]
    assert min(sizes(split(samples)).values()) >= 1
    assert min(sizes(split(samples, ratios=(1, 98, 98))).values()) >= 1


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"ratios": (70, 30)}, InvalidRatios),
        ({"ratios": (70, -1, 30)}, InvalidRatios),
        ({"ratios": (0, 50, 50)}, InvalidRatios),
        ({"ratios": (70, 30, 0)}, InvalidRatios),
        ({"ratios": (70, 15, float("nan"))}, InvalidRatios),
        ({"folds": 1}, InvalidFolds),
        ({"folds": 21}, TooFewSamples),
        ({"method": "best"}, UnknownMethod),
        ({"seed": -1}, InvalidOption),
        ({"min_count": -1}, InvalidOption),
        ({"link_limit": 0}, InvalidOption),
    ],
    ids=str,
)
def test_what_cannot_be_is_refused_precisely(options, error):
    with pytest.raises(error):
        split(corpus(20), **options)


def test_too_small_corpora_are_refused():
    with pytest.raises(NoSamples):
        split([])
    with pytest.raises(TooFewSamples, match="2 samples cannot be split into 3 parts"):
        split(corpus(2))
    assert sizes(split(corpus(2), ratios=(1, 0, 1))) == {"test": 1, "train": 1}


def test_one_group_of_everything_is_refused():
    with pytest.raises(TooFewGroups, match="linked into 1 groups"):
        split(corpus(20, documents=1), keeps_groups=True)


@pytest.mark.parametrize(
    "members", [{"categories": {"NOM": 0}}, {"gamma": float("nan")}, {"annotators": -1}]
)
def test_a_sample_that_makes_no_sense_is_refused(members):
    with pytest.raises(InvalidSample):
        Sample("a", **members)


def test_every_refusal_can_be_caught_at_once():
    assert issubclass(TooFewGroups, SplitRefused)


def test_loading_the_package_loads_no_solver_and_no_scikit_learn():
    program = (
        "import sys, gold.splits.domain; "
        "print([name for name in ('scipy', 'sklearn', 'iterstrat') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"
