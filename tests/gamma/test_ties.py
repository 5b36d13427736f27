"""Of several best alignments always the same one is taken, by the rule in the documentation."""

import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gamma.alignment import best_alignment
from gamma.continuum import Continuum
from gamma.dissimilarity import Dissimilarity
from gamma.gamma import compute_gamma
from tests.gamma.continua import contest_like
from tests.gamma.reference import all_alignments
from tests.gamma.strategies import continua
from text.spans import Span

thorough = settings(
    deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)


def by_the_rule(continuum, dissimilarity=None):
    """Return the best alignment by the rule, from all alignments: columns of (span, annotator)."""
    units = [(span, name) for name, span in continuum]
    place = {unit: rank for rank, unit in enumerate(sorted(units))}
    found = list(all_alignments(continuum, dissimilarity or Dissimilarity()))
    least = min(cost for _, cost in found)
    best = [columns for columns, cost in found if cost <= least + 1e-9]

    def twins(columns):
        return sum(
            units[i][0] == units[j][0]
            for column in columns
            for i in column
            for j in column
            if i < j
        )

    def order(columns):
        ranked = [sorted(place[units[i]] for i in column) for column in columns]
        # The first unit's column first; a missing unit comes after every other.
        return sorted([*column, float("inf")] for column in ranked)

    most = max(twins(columns) for columns in best)
    chosen = min((columns for columns in best if twins(columns) == most), key=order)
    return {frozenset(units[i] for i in column) for column in chosen}, len(best)


def as_sets(alignment):
    return {
        frozenset((span, name) for name, span in unitary.units.items() if span)
        for unitary in alignment
    }


@given(continua(most_units=3, annotators=st.integers(2, 3), most_start=8))
@settings(thorough, max_examples=250)
def test_the_alignment_is_the_one_the_rule_names(continuum):
    expected, _ = by_the_rule(continuum)
    assert as_sets(best_alignment(continuum)) == expected


@given(continua(most_units=2, annotators=st.integers(3, 4), most_start=8))
@settings(thorough, max_examples=100)
def test_the_rule_holds_where_only_categories_count_and_nearly_everything_ties(continuum):
    categorical = Dissimilarity.categorical()
    expected, _ = by_the_rule(continuum, categorical)
    assert as_sets(best_alignment(continuum, categorical)) == expected


def test_prices_that_are_a_little_too_high_do_not_hide_a_tie():
    # Prices that were shifted are good to a ten-millionth only: of columns that tie, some seem dearer.
    continuum = Continuum.of(
        {
            "ana": [Span(1, 3, "A"), Span(5, 8, "A")],
            "bob": [Span(1, 4, "A"), Span(5, 8, "A"), Span(6, 7, "B")],
            "carl": [Span(8, 11, "A")],
            "dora": [Span(5, 8, "A")],
        }
    )
    categorical = Dissimilarity.categorical()
    expected, _ = by_the_rule(continuum, categorical)
    assert as_sets(best_alignment(continuum, categorical)) == expected


def test_ties_do_occur_in_these_tests():
    counts = []
    for seed in range(60):
        rng = random.Random(seed)
        continuum = Continuum.of(
            {
                name: [Span(s, s + 2, "A") for s in rng.sample(range(0, 10, 2), 2)]
                for name in ("ana", "bob", "carl")
            }
        )
        expected, best = by_the_rule(continuum)
        assert as_sets(best_alignment(continuum)) == expected
        counts.append(best)
    assert sum(count > 1 for count in counts) >= 10


def test_identical_units_are_put_together():
    # ana's unit is as close to bob's first as to his second, which is the same as carl's.
    continuum = Continuum.of(
        {
            "ana": [Span(4, 8, "AGE")],
            "bob": [Span(2, 6, "AGE"), Span(6, 10, "AGE")],
            "carl": [Span(6, 10, "AGE")],
        }
    )
    together = {(Span(6, 10, "AGE"), "bob"), (Span(6, 10, "AGE"), "carl")}
    assert any(together <= unitary for unitary in as_sets(best_alignment(continuum)))


def test_a_long_chain_of_ties_is_settled_from_the_left():
    # Each of bob's units is as far from the one of ana's before it as from the one after it.
    ana = [Span(10 * place, 10 * place + 10, "AGE") for place in range(301)]
    bob = [Span(10 * place + 5, 10 * place + 15, "AGE") for place in range(300)]
    *pairs, last = best_alignment(Continuum.of({"ana": ana, "bob": bob}))
    assert [tuple(pair.units.values()) for pair in pairs] == list(zip(ana, bob, strict=False))
    assert last.units == {"ana": ana[-1], "bob": None}


def test_many_identical_units_stay_together_beside_a_tie():
    # Where all mark the same there is one way; beside it eve's unit is as far from either of the others'.
    same = [Span(20 * place, 20 * place + 9, label) for place in range(6) for label in ("A", "B")]
    units = {name: [*same, Span(200, 205, "A"), Span(205, 210, "A")] for name in ("ana", "bob")}
    found = best_alignment(Continuum.of({**units, "eve": [*same, Span(200, 210, "A")]}))
    assert sum(len(set(unitary.units.values())) == 1 for unitary in found) == len(same)
    assert found[len(same)].units == {
        "ana": Span(200, 205, "A"), "bob": Span(200, 205, "A"), "eve": Span(200, 210, "A"),
    }  # fmt: skip


def test_where_every_alignment_ties_the_answer_is_still_the_same_every_time():
    # Six annotators, one place, no two categories alike: millions of alignments cost the same.
    units = {name: [Span(0, 4, f"{name}{k}") for k in range(4)] for name in "abcdef"}
    forth = best_alignment(Continuum.of(units))
    back = best_alignment(Continuum.of({name: units[name][::-1] for name in reversed(units)}))
    assert forth == back
    assert len(forth) == 4


@given(continua(), st.randoms(use_true_random=False))
@settings(thorough, max_examples=60)
def test_the_order_of_annotators_and_units_does_not_matter(continuum, rng):
    names = list(continuum.annotators)
    rng.shuffle(names)
    shuffled = Continuum.of(
        {name: rng.sample(continuum[name], len(continuum[name])) for name in names}
    )
    assert shuffled.digest == continuum.digest
    assert compute_gamma(shuffled, samples=3) == compute_gamma(continuum, samples=3)


def test_threads_do_not_matter():
    rng = random.Random(5)
    lines = [contest_like(rng, 4, 4, noise=0.3) for _ in range(12)]
    lines = [line for line in lines if line.is_comparable]
    alone = [compute_gamma(line, samples=5) for line in lines]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda line: compute_gamma(line, samples=5), lines)) == alone


def test_another_process_finds_the_same():
    program = (
        "import random\n"
        "from gamma.gamma import compute_gamma\n"
        "from tests.gamma.continua import contest_like\n"
        "print(compute_gamma(contest_like(random.Random(8), 3, 4, noise=0.3)).gamma.hex())"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    here = compute_gamma(contest_like(random.Random(8), 3, 4, noise=0.3)).gamma
    assert run.stdout.strip() == here.hex()


def test_the_seed_does_matter():
    line = contest_like(random.Random(2), 3, 4, noise=0.3)
    assert compute_gamma(line, seed=1).expected != compute_gamma(line, seed=2).expected
