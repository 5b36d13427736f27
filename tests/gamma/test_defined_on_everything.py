"""Whatever the annotators did, there is a documented result or a precise error."""

import math
import random

import pytest

from gamma.alignment import best_alignment
from gamma.continuum import Continuum
from gamma.dissimilarity import Dissimilarity, similar_within_supercategories
from gamma.errors import InvalidContinuum, InvalidMeasure, UnknownAnnotator
from gamma.gamma import compute_gamma
from tests.gamma.continua import contest_like
from text.spans import Span

DATE, AGE = Span(0, 4, "DATE"), Span(9, 12, "AGE")


def nothing(result):
    return result.gamma is result.gamma_cat is result.observed is result.expected is None


@pytest.mark.parametrize("units", [{}, {"ana": []}, {"ana": [], "bob": []}])
def test_without_a_unit_gamma_is_not_defined(units):
    result = compute_gamma(Continuum.of(units))
    assert nothing(result)
    assert (result.samples, len(result.alignment)) == (0, 0)


def test_one_annotator_has_no_gamma_and_every_unit_stays_alone():
    result = compute_gamma(Continuum.of({"ana": [AGE, DATE]}))
    assert nothing(result)
    assert [list(one.units.values()) for one in result.alignment] == [[DATE], [AGE]]


def test_an_annotator_without_units_takes_part():
    result = compute_gamma(Continuum.of({"ana": [DATE, AGE], "bob": []}))
    assert result.observed == 2
    assert result.gamma < 0
    assert result.alignment[0].units == {"ana": DATE, "bob": None}


def test_a_unit_that_only_one_of_three_marked_costs_an_empty_alignment():
    assert best_alignment(Continuum.of({"ana": [DATE], "bob": [], "carl": []})).disorder == 3


def test_identical_annotations_agree_perfectly():
    result = compute_gamma(Continuum.of({name: [DATE, AGE] for name in ("ana", "bob", "carl")}))
    assert (result.gamma, result.gamma_cat, result.observed) == (1, 1, 0)
    assert result.alignment.proof.route == "identical"


def test_units_that_have_nothing_in_common_stay_alone():
    units = {
        name: [Span(10_000 * place, 10_000 * place + 4, "AGE")] for place, name in enumerate("abc")
    }
    found = best_alignment(Continuum.of(units))
    assert (len(found), found.disorder) == (3, 3)


def test_the_same_unit_twice_is_one_and_two_categories_of_one_place_are_two():
    twice = Continuum.of({"ana": [DATE, DATE], "bob": [DATE]})
    assert twice.size == 2
    both = Continuum.of({"ana": [DATE, Span(0, 4, "AGE")], "bob": [DATE]})
    assert compute_gamma(both).observed == pytest.approx(1 / 1.5)


def test_where_chance_gives_no_disorder_gamma_is_not_available():
    class Certain:
        def draw(self, samples):
            assert samples == 1
            return Continuum.of({"ana": [DATE], "bob": [DATE]}).batch

    result = compute_gamma(
        Continuum.of({"ana": [DATE], "bob": [AGE]}), samples=1, sampler=Certain()
    )
    assert (result.gamma, result.expected) == (None, 0)
    assert result.observed == 2


def test_one_character_of_difference_on_a_tiny_line_may_give_a_gamma_below_minus_one():
    result = compute_gamma(Continuum.of({"ana": [Span(0, 3, "A")], "bob": [Span(0, 4, "A")]}))
    assert result.gamma is not None
    assert result.observed == pytest.approx((1 / 7) ** 2)


@pytest.mark.parametrize("offset", [10**9, 10**15, 2**60])
def test_huge_offsets_lose_nothing(offset):
    near = contest_like(random.Random(6), 3, 4)
    far = Continuum.of(
        {
            name: [Span(s.start + offset, s.end + offset, s.label) for s in near[name]]
            for name in near.annotators
        }
    )
    assert best_alignment(far).disorder == best_alignment(near).disorder
    assert compute_gamma(far, samples=3).proven


@pytest.mark.parametrize("far", [2**55, 2**60, 10**90])
def test_units_that_floats_could_not_tell_apart_are_refused(far):
    with pytest.raises(InvalidContinuum, match="away from the first"):
        Continuum.of(
            {"ana": [DATE, Span(far, far + 10, "AGE")], "bob": [Span(far + 1, far + 12, "AGE")]}
        )
    # Where nothing is near 0 they are counted from the first of them.
    only = Continuum.of(
        {"ana": [Span(far, far + 10, "AGE")], "bob": [Span(far + 1, far + 12, "AGE")]}
    )
    assert best_alignment(only).disorder == pytest.approx((3 / 21) ** 2)


def test_decimal_places_are_welcome():
    found = best_alignment(
        Continuum.of({"ana": [Span(0.5, 2.5, "A")], "bob": [Span(1.0, 2.5, "A")]})
    )
    assert found.disorder == pytest.approx((0.5 / 3.5) ** 2)


def test_units_far_shorter_than_a_character_do_not_hang():
    tiny = Continuum.of({"ana": [Span(0, 1e-9, "A")], "bob": [Span(0, 2e-9, "A")]})
    assert compute_gamma(tiny, samples=2).samples == 2


@pytest.mark.parametrize("sampler", ["statistical", "shuffle"])
def test_many_annotators_and_one_unit(sampler):
    units = {f"a{number}": [] for number in range(12)} | {"a0": [DATE]}
    assert compute_gamma(Continuum.of(units), samples=3, sampler=sampler).observed == 12


@pytest.mark.parametrize("end", [math.inf, 10**200, 10**400])
def test_a_unit_without_end_is_refused(end):
    with pytest.raises(InvalidContinuum, match="below"):
        Continuum.of({"ana": [Span(0, end, "DATE")]})


@pytest.mark.parametrize("name", ["", None, 7])
def test_an_annotator_without_a_name_is_refused(name):
    with pytest.raises(InvalidContinuum, match="name"):
        Continuum.of({name: [DATE]})


@pytest.mark.parametrize("weights", [{"alpha": 0}, {"beta": 0}, {"alpha": 0, "beta": 0}])
def test_a_weight_may_be_nothing(weights):
    far = Continuum.of({"ana": [DATE, AGE], "bob": [Span(10**90, 2 * 10**90, "DATE")]})
    result = compute_gamma(far, samples=3, **weights)
    assert result.observed >= 1 / 1.5
    assert result.proven


def test_whole_numbers_may_be_written_as_decimals():
    import numpy as np

    plain = Continuum.of({"ana": [Span(0, 4, "A")], "bob": [Span(1, 4, "A")]})
    decimal = Continuum.of({"ana": [Span(0.0, 4.0, "A")], "bob": [Span(np.int64(1), 4, "A")]})
    assert decimal.digest == plain.digest
    assert compute_gamma(decimal).gamma == compute_gamma(plain).gamma


def test_thousands_of_samples_are_drawn_in_several_goes_and_make_no_difference():
    pair = Continuum.of({"ana": [DATE, AGE], "bob": [DATE]})
    many = compute_gamma(pair, samples=2500)
    assert many.chance[:10] == compute_gamma(pair, samples=10).chance
    assert len(many.chance) == 2500


def test_a_stranger_is_named():
    with pytest.raises(UnknownAnnotator, match="eve"):
        Continuum.of({"ana": [DATE]})["eve"]


@pytest.mark.parametrize(
    "options",
    [
        {"samples": 0}, {"alpha": -1}, {"beta": math.nan}, {"delta_empty": 0}, {"sampler": "dice"},
        {"precision": "best"}, {"precision": 0}, {"precision": 1.5},
    ],
)  # fmt: skip
def test_a_parameter_without_meaning_is_refused(options):
    with pytest.raises(InvalidMeasure):
        compute_gamma(Continuum.of({"ana": [DATE], "bob": [DATE]}), **options)


def test_similar_categories_cost_less():
    pair = Continuum.of(
        {"ana": [Span(0, 4, "TEMPORAL:DATE")], "bob": [Span(0, 4, "TEMPORAL:TEMPS")]}
    )
    similar = similar_within_supercategories(pair.categories, distance=0.25)
    assert best_alignment(pair).disorder == 1
    assert best_alignment(pair, Dissimilarity(similar=similar)).disorder == 0.25


@pytest.mark.parametrize(
    ("similar", "words"),
    [
        ({("DATE", "AGE"): 1.5}, "0 to 1"),
        ({("DATE", "AGE"): math.nan}, "0 to 1"),
        ({("DATE", "DATE"): 0.1}, "from itself"),
        ({("DATE", "AGE"): 0.1, ("AGE", "DATE"): 0.2}, "as much as"),
    ],
)
def test_similarity_goes_both_ways_and_from_0_to_1(similar, words):
    with pytest.raises(InvalidMeasure, match=words):
        Dissimilarity(similar=similar)


def test_positions_or_categories_alone_can_be_compared():
    pair = Continuum.of({"ana": [Span(0, 4, "DATE")], "bob": [Span(2, 6, "AGE")]})
    assert best_alignment(pair, Dissimilarity.positional()).disorder == 0.25
    far = Continuum.of({"ana": [Span(0, 4, "DATE")], "bob": [Span(200, 206, "DATE")]})
    assert best_alignment(far, Dissimilarity.categorical()).disorder == 0
