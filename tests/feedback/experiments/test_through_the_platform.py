"""One simulated contest with a planted effect, from answers through a run to the page."""

from random import Random

import pytest

from agreement.runs.services.run import start_run, work_through
from contests.annotating.services.answers import hand_out, take_answer
from feedback.experiments.domain.analysis import analyse
from feedback.experiments.selectors import observe
from tests.factories import submission
from tests.feedback.experiments.contests import add_inputs, add_people

INPUTS = 30
PEOPLE = 5
# Mean seconds, and how often the one date of a line is left out.
PLANTED = {"farfalle": (5.0, 0.03), "gnocchi": (9.0, 0.35)}


def work(member, seconds, error, source):
    """Answer all inputs; return what the page would have measured."""
    spent = []
    for task in hand_out(annotator=member, count=INPUTS + 10):
        units = [tuple(unit) for unit in task.input.proposals]
        kept = [unit for unit in units if source.random() >= error]
        spent.append(round(1000 * seconds * source.lognormvariate(0, 0.4)))
        given = submission(*kept, duration_ms=spent[-1])
        take_answer(annotator=member, task_id=task.pk, submission=given)
    return spent


@pytest.fixture
def planted(contest):
    add_inputs(contest, INPUTS)
    source, spent = Random(12), {}
    for name, (seconds, error) in PLANTED.items():
        people = add_people(contest.teams.get(name=name), PEOPLE)
        spent[name] = [each for one in people for each in work(one, seconds, error, source)]
    work_through(run=start_run(contest=contest).run)
    return spent


def test_a_planted_effect_is_found_from_answers_to_page(client, carl, contest, planted):
    (pair,) = analyse(observe(contest)).pairs
    for team in pair.teams:
        seconds = [each / 1000 for each in planted[team.design.name]]
        assert team.duration.n == len(seconds)
        assert team.duration.mean == pytest.approx(sum(seconds) / len(seconds))
        assert team.segment.n >= INPUTS * 0.9
        assert team.segment.mean == pytest.approx(PLANTED[team.design.name][1], abs=0.1)
    assert all(test.comparison.p < 0.001 for test in pair.tests)
    assert all(test.corrected_p < 0.05 for test in pair.tests)
    client.force_login(carl)
    page = client.get(f"/contests/{contest.pk}/experiments/").content.decode()
    assert page.count("badge--succeeded") == 3
    assert "There was no run yet" not in page
