"""What is planted in simulated annotators can be found again in their answers."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from statistics import mean

import pytest

from contests.categories.domain.presets import CONFUSABLE_PAIRS
from contests.proposals.domain.arms import Arm, shown_units, similar_labels
from demo.annotators.answers import SimulatedAnswer, answer
from demo.annotators.cast import CAST, Performer, take_cast
from demo.annotators.profiles import Confusion, Distracted, Given, Profile, Tempo
from tests.demo.lines import LABELS, LINES, Line
from text.spans import Span

ABLE = Profile(skill=1, care=1, slip=0, undoing=0, reject=0, ignore=0)
NOTHING_SHOWN = Arm(retention=0)
SIMILAR = similar_labels(LABELS, CONFUSABLE_PAIRS)


def ask(
    profile: Profile,
    line: Line,
    *,
    seed: object = 1,
    shown: Sequence[Span] = (),
    experience: int = 200,
) -> SimulatedAnswer:
    return answer(
        profile,
        text=line.text,
        tokens=line.tokens,
        gold=line.gold,
        shown=shown,
        labels=LABELS,
        source=Random(str(seed)),
        experience=experience,
    )


def ask_often(
    profile: Profile, *, times: int = 60, arm: Arm = NOTHING_SHOWN
) -> Iterator[tuple[Line, SimulatedAnswer]]:
    """Yield answers to all lines, so many times, with the truth shown as the arm says."""
    for time in range(times):
        for number, line in enumerate(LINES):
            shown = shown_units(
                line.gold,
                tokens=line.tokens,
                arm=arm,
                similar=SIMILAR,
                source=Random(f"shown {time} {number}"),
            )
            yield line, ask(profile, line, seed=f"{time} {number}", shown=shown)


def agreement(answers: Iterator[tuple[Line, SimulatedAnswer]]) -> float:
    """Return the F1 of exact units against the truth, over accepted answers."""
    right = given = true = 0
    for line, simulated in answers:
        if simulated.verdict == "accept":
            right += len(set(simulated.units) & set(line.gold))
            given += len(simulated.units)
            true += len(line.gold)
    return 2 * right / (given + true)


def relabelled(answers: Iterator[tuple[Line, SimulatedAnswer]]) -> Counter[tuple[str, str]]:
    """Count (true label, given label) where they differ on overlapping units."""
    return Counter(
        (unit.label, other.label)
        for line, simulated in answers
        for unit in line.gold
        for other in simulated.units
        if unit.start < other.end and other.start < unit.end and unit.label != other.label
    )


def ranks(values: Sequence[float]) -> list[int]:
    return [sorted(values).index(value) for value in values]


def test_the_same_draws_give_the_same_answer() -> None:
    profile = CAST[3].profile
    assert [ask(profile, line, seed=5) for line in LINES] == [
        ask(profile, line, seed=5) for line in LINES
    ]


def test_a_perfect_annotator_answers_the_truth() -> None:
    assert all(ask(ABLE, line).units == line.gold for line in LINES)


@pytest.mark.parametrize("performer", take_cast(30, seed=1), ids=lambda one: one.alias)
def test_units_stay_apart_and_inside_the_text(performer: Performer) -> None:
    for line, simulated in ask_often(performer.profile, times=20, arm=Arm(0.7, 0.5)):
        assert all(left.end <= right.start for left, right in pairwise(simulated.units))
        assert all(unit.end <= len(line.text) for unit in simulated.units)
        assert {unit.label for unit in simulated.units} <= LABELS
        assert simulated.verdict == "accept" or not simulated.units


def test_labels_that_are_not_offered_are_not_given() -> None:
    line = LINES[0]
    simulated = answer(
        ABLE,
        text=line.text,
        tokens=line.tokens,
        gold=line.gold,
        shown=(),
        labels={"TEMPORAL:TEMPS"},
        source=Random(1),
    )
    assert [unit.label for unit in simulated.units] == ["TEMPORAL:TEMPS"]


def test_more_skill_agrees_more_with_the_truth() -> None:
    skills = [0.7, 0.8, 0.9, 0.95, 0.99]
    reached = [agreement(ask_often(Profile(skill=skill, care=0.5))) for skill in skills]
    assert reached == sorted(reached)


def test_the_order_of_the_cast_by_skill_shows_in_agreement_with_the_truth() -> None:
    skills = [performer.profile.skill for performer in CAST]
    reached = [agreement(ask_often(performer.profile)) for performer in CAST]
    differences = [a - b for a, b in zip(ranks(skills), ranks(reached), strict=True)]
    spearman = 1 - 6 * sum(d * d for d in differences) / (len(CAST) * (len(CAST) ** 2 - 1))
    assert spearman > 0.85


@pytest.mark.parametrize("performer", CAST, ids=lambda one: one.alias)
def test_planted_confusions_are_the_most_frequent(performer: Performer) -> None:
    planted = {(one.label, one.instead) for one in performer.profile.confusions}
    found = relabelled(ask_often(performer.profile, times=150))
    assert {pair for pair, _ in found.most_common(len(planted))} == planted


def test_a_confusion_has_the_planted_frequency() -> None:
    planted = Confusion("EMPLACEMENT:PAYS", "DÉMOGRAPHIE:NATIONALITÉ", 0.3)
    found = relabelled(ask_often(replace(ABLE, confusions=(planted,)), times=1000))
    # Two countries in the lines, each seen a thousand times.
    assert found[(planted.label, planted.instead)] == pytest.approx(600, abs=70)


@pytest.mark.parametrize(
    ("habit", "marked", "drawn"),
    [
        ("honorific in", "le Dr [Brandolin](NOM:PERSONNEL_MÉDICAL).", ["Dr Brandolin"]),
        ("honorific in", "vu par [Brandolin](NOM:PERSONNEL_MÉDICAL).", ["Brandolin"]),
        ("particle out", "Mme [de Brévart](NOM:PATIENT_E)", ["Brévart"]),
        ("particle out", "Mme [Debrel](NOM:PATIENT_E)", ["Debrel"]),
        ("particle out", "Mme [D'ARVEL](NOM:PATIENT_E)", ["ARVEL"]),
        ("article in", "enfant d'[un an](DÉMOGRAPHIE:ÂGE)", ["d'un an"]),
        ("article in", "patient de [63 ans](DÉMOGRAPHIE:ÂGE)", ["de 63 ans"]),
        ("keyword in", "Tél: [021 555 01 22](CONTACT:TÉLÉPHONE)", ["Tél: 021 555 01 22"]),
        ("punctuation in", "à [Nyon](EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE), seul", ["Nyon,"]),
        ("age without unit", "patient de [63 ans](DÉMOGRAPHIE:ÂGE)", ["63"]),
        ("name cut at dash", "Mme [Anne-Lise](NOM:PATIENT_E)", ["Anne", "Lise"]),
        ("names together", "[Odile](NOM:PATIENT_E) [Marval](NOM:PATIENT_E)", ["Odile Marval"]),
        ("names together", "[Odile](NOM:PATIENT_E), [Marval](NOM:PATIENT_E)", ["Odile", "Marval"]),
        (
            "dates together",
            "du [3 mars](TEMPORAL:DATE) au [9 mars](TEMPORAL:DATE)",
            ["3 mars au 9 mars"],
        ),
    ],
)
def test_a_habit_moves_the_bounds(habit: str, marked: str, drawn: list[str]) -> None:
    line = Line.of(marked)
    units = ask(replace(ABLE, habits=(Given(habit, 1),)), line).units
    assert [line.text[unit.start : unit.end] for unit in units] == drawn


@pytest.mark.parametrize(
    ("distraction", "marked"),
    [
        ("gestation", "née à [35 SA](DÉMOGRAPHIE:ÂGE)"),
        ("gestation", "transférée à [32 6/7 SA](DÉMOGRAPHIE:ÂGE)"),
        ("duration", "après [48 heures](TEMPORAL:TEMPS)"),
        ("hospital word", "retour à l'[hôpital](ORGANISATION)"),
        ("person word", "une [femme](PERSONNES:LIEN_DE_PARENTÉ) en bonne santé"),
        ("care profession", "vu par l'[infirmière](DÉMOGRAPHIE:PROFESSION)"),
    ],
)
def test_a_distraction_marks_what_is_no_personal_data(distraction: str, marked: str) -> None:
    line = Line.of(marked)
    bare = replace(line, gold=())
    profile = replace(ABLE, distractions=(Distracted(distraction, 1),))
    assert ask(profile, bare).units == line.gold


def test_a_right_unit_that_is_shown_is_kept_even_by_the_unskilled() -> None:
    blind = Profile(skill=0.3, care=0, reject=0, ignore=0)
    shown_all = agreement(ask_often(blind, arm=Arm(retention=1)))
    assert shown_all > 0.98 > agreement(ask_often(blind)) + 0.3


@pytest.mark.parametrize(("care", "kept"), [(0.0, 1.0), (0.3, 0.7), (0.9, 0.1)])
def test_a_wrong_unit_that_is_shown_is_left_for_lack_of_care(care: float, kept: float) -> None:
    line = Line.of("Contrôle le [18#03#2022](TEMPORAL:DATE).")
    wrong = Span(line.gold[0].start, line.gold[0].end, "DÉMOGRAPHIE:ÂGE")
    profile = replace(ABLE, care=care)
    answers = [ask(profile, line, seed=seed, shown=[wrong]) for seed in range(2000)]
    assert mean(one.units == (wrong,) for one in answers) == pytest.approx(kept, abs=0.04)
    assert all(one.units in ((wrong,), line.gold) for one in answers)


def test_the_more_is_shown_rightly_the_faster_and_better() -> None:
    usual = Profile(skill=0.92, care=0.65)
    seconds, reached = {}, {}
    for retention in (0.0, 0.5, 1.0):
        answers = list(ask_often(usual, arm=Arm(retention)))
        seconds[retention] = mean(one.seconds for _, one in answers if one.seconds <= 300)
        reached[retention] = agreement(iter(answers))
    assert reached[1.0] > reached[0.5] > reached[0.0]
    assert 0.9 * seconds[0.0] > seconds[0.5] > 1.1 * seconds[1.0]


def test_perturbed_pre_annotation_makes_worse_than_none() -> None:
    careless = Profile(skill=0.95, care=0.3)
    assert agreement(ask_often(careless, arm=Arm(1, 0.8))) < agreement(ask_often(careless))


def test_people_get_faster_with_practice() -> None:
    line = LINES[1]
    first, later = (
        mean(ask(ABLE, line, seed=seed, experience=done).seconds for seed in range(500))
        for done in (0, 200)
    )
    assert first > 1.3 * later


def test_long_lines_and_slow_people_take_longer() -> None:
    slow = replace(ABLE, tempo=Tempo(per_token=0.5, per_edit=5, noise=0, break_probability=0))
    quick = replace(ABLE, tempo=Tempo(per_token=0.1, per_edit=1, noise=0, break_probability=0))
    for short, long in pairwise(
        sorted(LINES, key=lambda one: (len(one.gold), len(one.tokens)))[::5]
    ):
        times = [ask(quick, short), ask(quick, long), ask(slow, long)]
        assert [one.seconds for one in times] == sorted(one.seconds for one in times)


def test_some_durations_are_unknown_and_some_are_breaks() -> None:
    tempo = Tempo(break_probability=0.1, unmeasured_probability=0.1)
    answers = [one for _, one in ask_often(replace(ABLE, tempo=tempo), times=50)]
    unknown = mean(one.duration_ms is None for one in answers)
    breaks = mean(one.seconds > 300 for one in answers)
    assert unknown == pytest.approx(0.1, abs=0.04)
    assert breaks == pytest.approx(0.1, abs=0.04)


def test_rejecting_and_ignoring_have_their_rates() -> None:
    profile = replace(ABLE, reject=0.1, ignore=0.2)
    verdicts = Counter(one.verdict for _, one in ask_often(profile, times=100))
    assert verdicts["reject"] / verdicts.total() == pytest.approx(0.1, abs=0.03)
    assert verdicts["ignore"] / verdicts.total() == pytest.approx(0.2, abs=0.03)


def test_a_large_cast_has_distinct_people() -> None:
    cast = take_cast(100, seed=3)
    assert len({one.alias.lower() for one in cast}) == len({one.email for one in cast}) == 100
    assert cast == take_cast(100, seed=3) != take_cast(100, seed=4)
