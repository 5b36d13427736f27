"""Examples that others published, typed here with their source.

The continua of Mathet et al. (2015) and of pygamma-agreement's own tests (github.com/bootphon/pygamma-agreement,
tests/test_gammas.py, tests/test_alignement.py and the files of tests/data). The disorders of the paper's
figures follow from its formulas and are worked out beside them. The paper prints its figures without offsets;
those of figures 10, 19 and 20 are the ones that pygamma-agreement's authors read off them (figure 20 in early
versions of its tests/test_dissimilarity.py).
"""

import pytest

from gamma.alignment import best_alignment
from gamma.continuum import Continuum
from gamma.dissimilarity import Dissimilarity
from gamma.gamma import compute_gamma
from text.spans import Span


def continuum(**rows: str) -> Continuum:
    """Read annotators from rows like "A 4-14, B 20-30"."""
    return Continuum.of(
        {name: [_span(unit) for unit in row.split(", ")] for name, row in rows.items()}
    )


def _span(unit: str) -> Span:
    label, place = unit.split(" ")
    start, end = place.split("-")
    return Span(int(start), int(end), label)


# tests/data/AlexPaulSuzan.csv
ALEX_PAUL_SUZAN = continuum(
    Alex="1 2-9, 2 11-17, 5 24-30, 6 32-36, 6 36-44, 7 44-60",
    Paul="1 2-9, 3 11-17, 5 19-25, 6 32-44",
    Suzan="1 2-9, 4 11-17, 5 21-27, 6 32-36, 6 36-40, 6 40-44",
)
PAPERS_WEIGHTS = {"alpha": 3, "beta": 1, "delta_empty": 1}


def test_alex_paul_and_suzan_have_the_alignment_that_pygamma_tests_for():
    found = best_alignment(ALEX_PAUL_SUZAN, Dissimilarity(**PAPERS_WEIGHTS))
    assert len(found) == 6
    assert found.disorder == pytest.approx(0.96, rel=0.01)


def test_alex_paul_and_suzan_have_the_gammas_that_pygamma_tests_for():
    found = compute_gamma(
        ALEX_PAUL_SUZAN, **PAPERS_WEIGHTS, sampler="shuffle", precision=0.01, samples=500
    )
    assert 0.41 <= found.gamma <= 0.50
    assert 0.34 <= found.gamma_cat <= 0.46
    assert found.gamma_k["1"] == found.gamma_k["5"] == 1
    assert all(found.gamma_k[kind] <= 0 for kind in "2347")


def test_figure_10_joe_jack_and_william():
    # tests/data/example_figure10.csv, and its alignment by the paper's formulas.
    found = best_alignment(
        continuum(Joe="A 4-14, B 20-30", Jack="A 4-14, B 20-25", William="A 14-24, B 40-44")
    )
    # A: 4-14 twice the same, 14-24 one length away from both: (0 + 1 + 1) / 3.
    # B: 20-30 and 20-25 differ by (5/15)^2; 40-44 is too far: two empty pairs; alone it costs 1.
    a, b, alone = 2 / 3, ((5 / 15) ** 2 + 2) / 3, 1
    assert found.disorder == pytest.approx((a + b + alone) / 2)
    assert [len([unit for unit in one.units.values() if unit]) for one in found] == [3, 2, 1]


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ("A 4-14", "A 4-14", "0.00"), ("A 4-14", "A 40-44", "22.22"), ("A 4-14", "A 20-25", "3.24"),
        ("A 4-14", "A 14-24", "1.00"), ("A 20-30", "A 20-25", "0.11"), ("A 20-25", "A 14-24", "0.22"),
    ],
)  # fmt: skip
def test_figure_10_distances_of_its_units(one, other, distance):
    # test_positional_dissimilarity_figure10 of tests/test_dissimilarity.py, which rounds more.
    assert f"{Dissimilarity.positional().between(_span(one), _span(other)):.2f}" == distance


def test_figure_19_one_unit_against_its_four_quarters():
    # tests/data/example_figure19.csv: a quarter at the border is 15/25 away, the others alone.
    found = best_alignment(continuum(Joe="A 0-20", Jack="A 0-5, A 5-10, A 10-15, A 15-20"))
    assert found.disorder == pytest.approx(((15 / 25) ** 2 + 3) / 2.5)
    # Every quarter is as far from the whole: the leftmost is taken.
    assert found[0].units["Jack"] == Span(0, 5, "A")


def test_figure_20_the_scale_of_two_units_does_not_matter():
    # test_positional_dissimilarity_figure20_scale_effect of the same file: 0-7 and 0-10 are as far apart as
    # 0-21 and 0-30.
    small = best_alignment(continuum(Joe="A 0-7", Jack="A 0-10"))
    large = best_alignment(continuum(Joe="A 0-21", Jack="A 0-30"))
    assert small.disorder == pytest.approx((3 / 17) ** 2)
    assert large.disorder == pytest.approx(small.disorder)


@pytest.mark.parametrize("pieces", [1, 2, 4, 5, 10])
def test_gamma_rests_on_aligned_units_and_not_on_what_they_cover(pieces):
    # As Mathet (2017), section 1, sets gamma apart from measures that intersect units. The same stretch is
    # marked whole and in pieces: one piece is aligned with the whole, the others stay alone.
    length = 20 // pieces
    row = ", ".join(f"A {start}-{start + length}" for start in range(0, 20, length))
    found = best_alignment(continuum(Joe="A 0-20", Jack=row))
    place = ((20 - length) / (20 + length)) ** 2
    assert found.disorder == pytest.approx((place + pieces - 1) / ((1 + pieces) / 2))
    assert len(found) == pieces


def test_similar_categories_of_liza_pierrot_and_hadrien():
    # tests/test_alignement.py, test_best_alignment: alpha 3, beta 1, delta_empty 0.5. Its version divided
    # by the number of unitary alignments, not by the mean number of units.
    similar = {
        ("Carol", "Bob"): 0.5, ("Carol", "Alice"): 0.3, ("Carol", "Jeremy"): 0.7,
        ("Bob", "Alice"): 0.6, ("Bob", "Jeremy"): 0.4, ("Alice", "Jeremy"): 0.7,
    }  # fmt: skip
    found = best_alignment(
        continuum(
            liza="Carol 1-5, Bob 6-8, Carol 12-18, Alice 7-20",
            pierrot="Carol 2-6, Bob 7-8, Alice 12-18, Alice 8-10, Jeremy 7-19",
            hadrien="Carol 1-6, Alice 8-10, Jeremy 7-19, Alice 19-20",
        ),
        Dissimilarity(3, 1, 0.5, similar),
    )
    mean_units = 13 / 3
    assert found.disorder * mean_units / len(found) == pytest.approx(0.31401409465020574, rel=1e-6)
