"""The report of a split: what each figure says."""

import json

import pytest

from gold.splits.domain.report import report_on
from gold.splits.domain.samples import METHODS, Sample
from gold.splits.domain.splitting import split
from gold.splits.errors import SecondTestOfFolds
from tests.gold.splits.corpora import corpus


def small():
    return [
        Sample("a", {"NOM": 2}, gamma=1.0, annotators=4),
        Sample("b", {"NOM": 2}, gamma=0.5, annotators=2),
        Sample("c", annotators=3),
        Sample("d", annotators=1),
    ]


def test_the_means_are_over_what_is_known():
    report = report_on(split(small(), ratios=(1, 0, 1), min_count=1))
    test, train = report.outcome.subsets
    assert (test.mean_gamma, test.mean_annotators) == (1.0, 3.5)
    assert (train.mean_gamma, train.mean_annotators) == (0.5, 1.5)
    assert (test.size, test.empty, test.target) == (2, 1, 2)


def test_an_empty_sample_of_several_annotators_counts_as_agreement_in_the_second_mean():
    report = report_on(split(small(), ratios=(1, 0, 1), min_count=1))
    test, train = report.outcome.subsets
    assert test.mean_gamma_with_empty == 1.0
    assert train.mean_gamma_with_empty == 0.5


def test_a_category_has_target_and_got_in_each_subset_and_by_the_peers():
    (row,) = report_on(split(small(), ratios=(1, 0, 1), min_count=1)).categories
    assert (row.name, row.total) == ("NOM", 4)
    assert row.target == row.got == {"test": 2, "train": 2}
    assert sum(row.random.values()) == sum(row.iterative.values()) == 4


def test_the_deviation_is_the_sum_over_categories_and_subsets():
    samples = corpus(120, seed=2)
    report = report_on(split(samples, method="random", min_count=10))
    by_hand = sum(
        abs(row.got[name] - row.target[name])
        for row in report.categories
        if row.target is not None
        for name in row.got
    )
    assert report.outcome.deviation == by_hand == report.random.deviation > 0
    assert sum(row.deviation or 0 for row in report.categories) == by_hand


def test_the_report_is_json_with_the_documented_names():
    report = report_on(split(corpus(60), folds=3))
    members = json.loads(json.dumps(report.as_json(), allow_nan=False))
    assert list(members) == [
        "ratios", "method", "min_count", "folds", "seed", "samples", "groups", "left_out",
        "deviation", "subsets", "categories", "peers", "notes",
    ]  # fmt: skip
    assert members["ratios"] is None
    assert list(members["peers"]) == ["random", "iterative"]
    assert [row["name"] for row in members["subsets"]] == ["fold-1", "fold-2", "fold-3"]


def test_a_chart_has_a_panel_for_each_subset_with_the_most_frequent_category_first():
    chart = report_on(split(corpus(300), method="thesis")).chart()
    assert list(chart["panels"]) == ["test", "validation", "train"]
    train = chart["panels"]["train"]["target"]
    assert train == sorted(train, reverse=True)
    assert len(train) == len(chart["categories"]) > 1


def test_nothing_is_drawn_where_a_logarithm_is_not():
    samples = [Sample(str(n), {"NOM": 1} if n else {"DATE": 1}, gamma=0.5) for n in range(30)]
    chart = report_on(split(samples, min_count=1)).chart()
    assert chart["categories"] == ["NOM", "DATE"]
    assert chart["panels"]["test"]["target"][1] is None


def test_notes_say_what_is_unusual():
    assert report_on(split([Sample(str(n)) for n in range(9)])).notes == (
        "no_strata", "no_gamma", "no_annotators", "all_empty", "easier_test",
    )  # fmt: skip


def test_only_a_test_part_of_the_surest_samples_is_easier():
    easier = {
        method: "easier_test" in report_on(split(corpus(60), method=method)).notes
        for method in METHODS
    }
    assert easier == {"default": True, "thesis": True, "random": False, "iterative": False}
    assert "easier_test" not in report_on(split(corpus(60), folds=3)).notes


@pytest.mark.parametrize("method", METHODS)
def test_a_second_test_part_is_as_large_as_test_and_like_the_corpus(method):
    samples = corpus(690, seed=3)
    found = split(samples, method=method, second_test=True)
    every = [*found.second, *(place for where in found.parts.values() for place in where)]
    assert sorted(every) == list(range(690))
    assert len(found.second) == 90
    report = report_on(found)
    row = report.as_json()["subsets"][-1]
    assert (row["name"], row["size"], row["target"]) == ("test-random", 90, 90)
    known = [sample.gamma for sample in samples if sample.gamma is not None]
    assert abs(row["mean_gamma"] - sum(known) / len(known)) < 0.08
    if method == "default":
        assert report.outcome.subsets[0].size == 90
        assert report.outcome.subsets[0].mean_gamma > row["mean_gamma"] + 0.1


def test_a_second_test_part_takes_groups_whole_and_folds_have_none():
    samples = corpus(200, documents=40)
    found = split(samples, second_test=True, keeps_groups=True)
    seconds = {samples[place].groups for place in found.second}
    others = {samples[place].groups for where in found.parts.values() for place in where}
    assert not seconds & others
    with pytest.raises(SecondTestOfFolds):
        split(samples, folds=3, second_test=True)
