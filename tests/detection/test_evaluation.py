"""Predictions against gold, in small cases whose figures can be checked by hand."""

import pytest

from detection.errors import TextsDiffer
from detection.evaluation import NOTHING, Kind, evaluate
from formats.records import Record
from text.markup import parse


def marked(*lines):
    return [Record(text=text, spans=tuple(spans)) for text, spans in map(parse, lines)]


def test_exact_spans_are_counted_per_label():
    result = evaluate(
        marked("Le [3 mai](DATE) et le [4 mai](DATE), Dr [Roux](NOM)"),
        marked("Le [3 mai](DATE) et [le 4 mai](DATE), [Dr](NOM) [Roux](NOM)"),
    )
    date, name = result.exact.labels["DATE"], result.exact.labels["NOM"]
    assert (date.right, date.spurious, date.missed, date.support) == (1, 1, 1, 2)
    assert (date.precision, date.recall, date.f1) == (0.5, 0.5, 0.5)
    assert (name.precision, name.recall, name.f1) == (0.5, 1.0, pytest.approx(2 / 3))


def test_averages_weigh_spans_labels_and_supports():
    gold = marked("[a](A) [b](A) [c](A) [d](B)")
    exact = evaluate(gold, marked("[a](A) [b](A) c [d](C)")).exact
    assert exact.micro.precision == pytest.approx(2 / 3)
    assert exact.micro.recall == pytest.approx(2 / 4)
    # C is no label of the gold set: it costs precision in the micro average alone.
    assert exact.macro.recall == pytest.approx((2 / 3 + 0) / 2)
    assert exact.weighted.recall == pytest.approx((3 * 2 / 3 + 0) / 4)
    assert exact.macro.support == 4


def test_a_token_counts_for_every_span_that_reaches_into_it():
    result = evaluate(
        marked("[1004](POSTAL)[Lausanne](PLACE), [rue du Four](STREET)"),
        marked("1004[Lausanne](PLACE), rue [du Four](STREET)"),
    )
    assert result.tokens.labels["POSTAL"].recall == 0
    assert result.tokens.labels["PLACE"].f1 == 1
    street = result.tokens.labels["STREET"]
    assert (street.right, street.missed) == (2, 1)


def test_each_disagreement_is_named_once():
    result = evaluate(
        marked("[un deux](A) [trois](A) [quatre](A) cinq [six](A)"),
        marked("[un](A) deux [trois](B) quatre [cinq](B) [six](A)"),
    )
    kinds = [(error.kind, error.gold and error.gold.start) for error in result.errors]
    assert kinds == [(Kind.BOUNDS, 0), (Kind.CATEGORY, 8), (Kind.MISSED, 14), (Kind.SPURIOUS, None)]
    assert result.confusion == {("A", "A"): 2, ("A", "B"): 1, ("A", NOTHING): 1, (NOTHING, "B"): 1}


def test_a_span_is_paired_with_its_own_label_before_the_longer_overlap():
    result = evaluate(marked("[un deux trois](A)"), marked("[un deux](B) [trois](A)"))
    assert result.confusion == {("A", "A"): 1, (NOTHING, "B"): 1}


def test_the_fallback_enters_no_score_unless_it_is_asked_for():
    gold, predicted = marked("[x](AUTRES) [y](A)"), marked("x [y](A)")
    assert list(evaluate(gold, predicted).exact.labels) == ["A"]
    assert evaluate(gold, predicted, labels=["AUTRES"]).exact.labels["AUTRES"].missed == 1


def test_nothing_against_nothing_is_no_division():
    result = evaluate(marked("rien"), marked("rien"))
    assert result.exact.micro.f1 == result.exact.macro.f1 == result.exact.weighted.f1 == 0
    assert result.errors == ()


def test_other_texts_are_refused():
    with pytest.raises(TextsDiffer):
        evaluate(marked("un"), marked("deux"))
