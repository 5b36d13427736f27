"""The same figures as pygamma's, on hundreds of continua of two to five annotators."""

import random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings

from gamma.alignment import best_alignment
from gamma.continuum import Continuum
from gamma.dissimilarity import Dissimilarity
from gamma.errors import InvalidMeasure, NotProven, TooLarge
from gamma.gamma import compute_gamma
from gamma.pygamma import MOST_COMBINATIONS, SAME, to_pygamma
from gamma.pygamma import compute_gamma as compute_theirs
from gamma.unit_files import read_units, write_units
from tests.gamma.continua import contest_like
from tests.gamma.reference import (
    ReplaySampler,
    pygamma_disorder,
    pygamma_gamma,
    pygamma_measure,
)
from tests.gamma.strategies import contest_lines, continua, sampled_lines
from text.spans import Span

thorough = settings(
    deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
)
CLOSE = 1e-5


@pytest.fixture(scope="module", autouse=True)
def _their_code_is_compiled() -> None:
    pygamma_measure()


@given(contest_lines())
@settings(thorough, max_examples=200)
def test_lines_of_a_contest_have_the_same_disorder(continuum):
    ours = best_alignment(continuum).disorder
    assert ours == pytest.approx(pygamma_disorder(continuum), abs=CLOSE)


@given(sampled_lines())
@settings(thorough, max_examples=200)
def test_sampled_continua_have_the_same_disorder(continuum):
    ours = best_alignment(continuum).disorder
    assert ours == pytest.approx(pygamma_disorder(continuum), abs=CLOSE)


@given(continua())
@settings(thorough, max_examples=150)
def test_continua_of_any_shape_have_the_same_disorder(continuum):
    ours = best_alignment(continuum).disorder
    assert ours == pytest.approx(pygamma_disorder(continuum), abs=CLOSE)


@pytest.mark.parametrize(("alpha", "beta"), [(3, 1), (1, 2), (0.5, 0)])
def test_other_weights_have_the_same_disorder(alpha, beta):
    rng = random.Random(alpha * 10 + beta)
    for _ in range(8):
        continuum = contest_like(rng, 3, 4, noise=0.3)
        ours = best_alignment(continuum, Dissimilarity(alpha, beta)).disorder
        theirs = pygamma_disorder(continuum, alpha=alpha, beta=beta)
        assert ours == pytest.approx(theirs, abs=CLOSE)


@pytest.mark.parametrize("seed", range(30))
def test_with_its_draws_replayed_the_gammas_are_the_same(seed):
    rng = random.Random(seed)
    annotators = rng.choice([2, 3, 4])
    continuum = contest_like(rng, annotators, rng.randint(1, 4), noise=0.3)
    if not continuum.is_comparable:
        continuum = Continuum.of({"ana": [Span(0, 4, "DATE")], "bob": [Span(0, 5, "DATE")]})
    theirs = pygamma_gamma(continuum, seed=seed)
    replay = ReplaySampler(continuum, np.random.RandomState(seed))
    ours = compute_gamma(continuum, sampler=replay)
    assert ours.gamma == pytest.approx(theirs.gamma, abs=CLOSE)
    assert ours.expected == pytest.approx(theirs.expected_disorder, abs=CLOSE)
    assert ours.gamma_cat == pytest.approx(theirs.gamma_cat, abs=CLOSE)
    for kind, value in ours.gamma_k.items():
        assert value == pytest.approx(theirs.gamma_k(kind), abs=CLOSE)


@pytest.mark.parametrize("seed", range(5))
def test_pygamma_can_draw_what_we_draw_and_finds_the_same_gamma(seed):
    continuum = contest_like(random.Random(seed), 3, 3, noise=0.3)
    theirs = compute_theirs(continuum, seed=seed, sampler=SAME)
    ours = compute_gamma(continuum, seed=seed)
    assert theirs.chance == pytest.approx(ours.chance, abs=CLOSE)
    assert theirs.gamma == pytest.approx(ours.gamma, abs=CLOSE)


@pytest.mark.parametrize(
    "units_of",
    [
        {"ana": [Span(0, 4, "A")], "bob": []},
        {"ana": [Span(0, 4, "A")], "bob": [Span(0, 4, "B")], "carl": [], "dora": []},
        {"ana": [], "bob": []},
        {"ana": [Span(0, 4, "A")]},
    ],
)
def test_annotators_without_units_count_in_both(units_of):
    continuum = Continuum.of(units_of)
    theirs, ours = compute_theirs(continuum, sampler=SAME), compute_gamma(continuum)
    assert theirs.observed == pytest.approx(ours.observed, abs=CLOSE)
    assert theirs.gamma == pytest.approx(ours.gamma, abs=CLOSE)


def test_a_continuum_of_pygamma_is_read_as_one_of_ours():
    continuum = contest_like(random.Random(5), 3, 4, noise=0.3)
    assert Continuum.of(to_pygamma(continuum)) == continuum
    assert Continuum.of(to_pygamma(continuum)).digest == continuum.digest
    nobody = Continuum.of({"ana": [Span(2, 5, "A")], "bob": []})
    assert Continuum.of(to_pygamma(nobody)) == nobody


def test_pygamma_reads_the_file_that_we_write(tmp_path):
    from pygamma_agreement import Continuum as Theirs

    continuum = Continuum.of({"ana": [Span(0, 4, 'A, "B"')], "bob": [Span(2, 6, "É")], "carl": []})
    (tmp_path / "units.csv").write_bytes(write_units(continuum).encode())
    # Whoever has no unit is no annotator there.
    assert Continuum.of(Theirs.from_csv(tmp_path / "units.csv")) == continuum.without("carl")
    assert read_units(write_units(continuum).splitlines(keepends=True)) == continuum


def test_what_pygamma_cannot_list_is_refused_before_it_is_tried():
    same = [Span(place, place + 1, "A") for place in range(10)]
    assert MOST_COMBINATIONS < 11**6
    with pytest.raises(TooLarge, match="1771561 combinations"):
        compute_theirs(Continuum.of({f"p{number}": same for number in range(6)}))


def test_what_pygamma_does_not_solve_is_not_proven(monkeypatch):
    from pygamma_agreement import Continuum as Theirs

    def give_up(*_: object, **__: object):
        assert not "an alignment", "The linear solver couldn't find an alignment"

    monkeypatch.setattr(Theirs, "compute_gamma", give_up)
    with pytest.raises(NotProven):
        compute_theirs(Continuum.of({"ana": [Span(0, 4, "A")], "bob": []}))


def test_pygamma_refuses_a_delta_empty_that_it_treats_inconsistently():
    with pytest.raises(InvalidMeasure, match="delta_empty"):
        compute_theirs(Continuum.of({"ana": [Span(0, 4, "A")], "bob": []}), delta_empty=2)


def test_a_precision_asks_for_as_many_samples_as_pygamma_takes():
    continuum = contest_like(random.Random(3), 3, 2, noise=0.3)
    np.random.seed(3)
    theirs = to_pygamma(continuum).compute_gamma(pygamma_measure(), precision_level=0.08)
    replay = ReplaySampler(continuum, np.random.RandomState(3))
    ours = compute_gamma(continuum, sampler=replay, precision=0.08)
    assert ours.samples == theirs.n_samples > 30
    assert ours.gamma == pytest.approx(theirs.gamma, abs=CLOSE)


@pytest.mark.parametrize("magnitude", [0.1, 0.4, 0.7])
def test_a_shuffled_corpus_has_the_same_disorder(magnitude):
    from pyannote.core import Segment
    from pygamma_agreement import Continuum as Theirs
    from pygamma_agreement import CorpusShufflingTool

    rng = random.Random(17)
    reference = Theirs()
    for place in range(0, 280, 20):
        reference.add(
            "ref", Segment(place + 30, place + 30 + rng.randint(4, 16)), rng.choice("ABC")
        )
    np.random.seed(17)
    shuffled = CorpusShufflingTool(magnitude, reference).corpus_shuffle(
        ["ana", "bob", "carl"], shift=True, false_neg=True, cat_shuffle=True, split=True
    )
    left = min(unit.segment.start for _, unit in shuffled)
    units: dict[str, list[Span]] = {name: [] for name in shuffled.annotators}
    for name, unit in shuffled:
        segment = unit.segment
        units[name].append(Span(segment.start - left, segment.end - left, unit.annotation))
    ours = best_alignment(Continuum.of(units))
    theirs = shuffled.get_best_alignment(pygamma_measure())
    assert ours.disorder == pytest.approx(float(theirs.disorder), abs=CLOSE)


@pytest.mark.parametrize(
    ("theirs", "words"),
    [
        ([0.4, 0.4], []),
        ([0.9, 0.04], ["40 times as fast on a line of 3x5"]),
        ([0.2, 0.2], ["200 times as fast over all lines"]),
    ],
)
@pytest.mark.parametrize("is_by_clock", [True, False])
def test_the_benchmark_fails_where_a_promise_is_broken(theirs, words, is_by_clock):
    from benchmarks.gamma import Timed, _shortfalls

    # Broken by one of the two is broken, even if all is well by the other.
    timed = [
        Timed(3, 5, 0.001, 0.001, *((one, one, 0.9) if is_by_clock else (0.9, 0.9, one)))
        for one in theirs
    ]
    problems = _shortfalls(timed)
    assert len(problems) == len(words)
    assert all(word in problem for word, problem in zip(words, problems, strict=True))
