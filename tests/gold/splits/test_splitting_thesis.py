"""The thesis's method, by hand: the best that fit, then empty ones up to the size."""

from gold.splits.domain.report import report_on
from gold.splits.domain.samples import Sample
from gold.splits.domain.splitting import split


def named(samples, found, part):
    return [samples[position].id for position in found.parts[part]]


def by_thesis(samples, **options):
    return split(samples, method="thesis", min_count=1, **options)


def test_the_best_bin_comes_first_then_annotators_then_the_order():
    samples = [
        Sample("low", {"NOM": 1}, gamma=0.5, annotators=9),
        Sample("first", {"NOM": 1}, gamma=0.98, annotators=3),
        Sample("same bin, more", {"NOM": 1}, gamma=0.99, annotators=4),
        Sample("second", {"NOM": 1}, gamma=1.0, annotators=3),
        Sample("none", {"NOM": 1}, annotators=20),
    ]
    found = by_thesis(samples, ratios=(2, 1, 2))
    assert named(samples, found, "test") == ["first", "same bin, more"]
    assert named(samples, found, "validation") == ["second"]
    assert named(samples, found, "train") == ["low", "none"]


def test_a_sample_that_would_exceed_a_target_is_passed_over():
    samples = [
        Sample("too many", {"NOM": 3}, gamma=1.0),
        Sample("fits", {"NOM": 2}, gamma=0.9),
        Sample("rest", {"NOM": 5}, gamma=0.8),
    ]
    found = by_thesis(samples, ratios=(8, 0, 2))
    assert named(samples, found, "test") == ["fits"]


def test_it_stops_when_every_category_has_its_target():
    samples = [
        Sample("both", {"NOM": 1, "DATE": 1}, gamma=1.0),
        Sample("rare alone", {"RARE": 1}, gamma=0.9),
        *(Sample(str(n), {"NOM": 1, "DATE": 1}, gamma=0.5) for n in range(4)),
    ]
    found = split(samples, method="thesis", min_count=2, ratios=(4, 0, 1))
    assert named(samples, found, "test") == ["both"]


def test_empty_samples_with_most_annotators_fill_up_to_the_size():
    samples = [
        Sample("full", {"NOM": 1}, gamma=0.9, annotators=2),
        *(Sample(str(n), annotators=n) for n in range(1, 9)),
        Sample("other", {"NOM": 4}, gamma=0.8, annotators=2),
    ]
    found = by_thesis(samples, ratios=(5, 2, 3))
    assert named(samples, found, "test") == ["full", "7", "8"]
    assert named(samples, found, "validation") == ["5", "6"]


def test_targets_are_rounded_half_up():
    samples = [Sample(str(n), {"NOM": 1}, gamma=0.9) for n in range(30)]
    found = by_thesis(samples)
    assert len(found.parts["test"]) == len(found.parts["validation"]) == 5


def gappy():
    return [
        *(Sample(f"name {n}", {"NOM": 1}, gamma=1.0) for n in range(10)),
        *(Sample(f"both {n}", {"NOM": 1, "PAYS": 2}, gamma=0.5) for n in range(10)),
    ]


def test_it_leaves_gaps_that_the_default_closes():
    options = {"ratios": (80, 0, 20), "min_count": 1}
    assert report_on(split(gappy(), method="thesis", **options)).outcome.deviation == 8
    assert report_on(split(gappy(), **options)).outcome.deviation == 0


def test_the_default_gives_up_the_size_before_a_category():
    samples = [
        *(Sample(f"pair {n}", {"NOM": 1, "PAYS": 3}, gamma=1.0) for n in range(2)),
        *(Sample(f"nom {n}", {"NOM": 1}, gamma=0.9) for n in range(18)),
        *(Sample(f"pays {n}", {"PAYS": 1}, gamma=0.2) for n in range(6)),
        *(Sample(f"deux {n}", {"PAYS": 2, "NOM": 2}, gamma=0.95) for n in range(4)),
    ]
    report = report_on(split(samples, min_count=1))
    assert report.outcome.deviation == 0
    assert [row.size for row in report.outcome.subsets] == [4, 4, 22]
