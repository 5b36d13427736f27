"""Experiments for managers: results, data, power; and nothing for anyone else."""

import csv
import io
import json

import pytest

from accounts.models import AuditEvent
from contests.contest.models import Contest
from contests.teams import services as setup
from contests.teams.models import Team
from tests.feedback.experiments.contests import (
    add_inputs,
    add_people,
    answer_in,
    publish_judgements,
)

CHARTS = ["charts/duration/", "charts/ratios/", "power/chart/"]
PAGES = ["", "power/", "durations.csv", "penalties.csv", "data.json", *CHARTS]


@pytest.fixture
def manager(client, carl):
    client.force_login(carl)
    return client


@pytest.fixture
def answered(contest):
    """Two people a team, eight inputs each; who sees nothing takes longer."""
    add_inputs(contest, 4)
    for name, base in (("farfalle", 5), ("gnocchi", 9)):
        for place, member in enumerate(add_people(contest.teams.get(name=name), 2)):
            answer_in(member, *(base + place + 0.25 * number for number in range(8)))
    return contest


@pytest.fixture
def judged(answered):
    publish_judgements(
        answered, lambda member, number: member.team.name == "farfalle" or number % 2 == 0
    )
    return answered


def see(client, contest, page=""):
    return client.get(f"/contests/{contest.pk}/experiments/{page}")


def text_of(response):
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("page", PAGES)
def test_nobody_but_a_manager_finds_these_pages(client, contest, ana_in_contest, eve, page):
    for person in (ana_in_contest.user, eve):
        client.force_login(person)
        assert see(client, contest, page).status_code == 404
    client.logout()
    assert see(client, contest, page).status_code == 302


def test_annotators_get_no_link_to_them(client, contest, ana_in_contest):
    client.force_login(ana_in_contest.user)
    page = client.get(f"/contests/{contest.pk}/").content.decode()
    assert "experiments" not in page.lower()


def test_averages_and_tests_of_each_team_are_shown(manager, judged):
    page = text_of(see(manager, judged))
    for words in ("6.4", "10.4", "0.000", "0.500", "pre-annotations make annotators faster"):
        assert words in page
    # Two people a team are too few for any result, and all three tests say so once.
    assert page.count("not confirmed") == 3
    assert "Too few people: with 2 and 2, no difference can be significant" in page
    assert page.count('role="img"') == 4
    # Two people a team are few, and so are sixteen tasks.
    assert "Few people (2 in the smaller team)" in page
    assert "Few values (16 in the smaller team" in page


def test_a_chart_has_the_mean_of_each_team_with_its_interval(manager, judged):
    control = see(manager, judged, "charts/duration/").json()["data"][1]
    assert (control["name"], control["marker"]["symbol"]) == ("control", "square")
    assert control["text"] == ["1 · gnocchi (control)"]
    (value,), ((low, high),) = control["x"], control["customdata"]
    assert value == pytest.approx(10.375)
    assert low < value < high
    assert control["error_x"]["array"] == [high - value]


def test_a_team_without_values_keeps_its_line_in_the_chart(manager, answered):
    chart = see(manager, answered, "charts/segment/").json()
    assert chart["layout"]["annotations"][0]["text"] == "1 · farfalle (experimental) – no values"


def test_the_ratios_of_times_are_a_chart_too_and_a_table(manager, judged):
    rows = list(csv.reader(io.StringIO(text_of(see(manager, judged, "charts/ratios/?format=csv")))))
    assert rows[0][2:] == ["ratio of times", "lower bound", "upper bound"]
    assert rows[1][1] == "1 · farfalle / gnocchi"
    assert 0.5 < float(rows[1][2]) < 0.7


def test_other_charts_there_are_none(manager, judged):
    assert see(manager, judged, "charts/speed/").status_code == 404


def test_without_a_run_only_durations_are_compared(manager, answered):
    page = text_of(see(manager, answered))
    assert "No run has finished yet" in page
    assert page.count("not tested") == 2


def test_without_answers_there_is_nothing_to_show(manager, contest):
    assert "Nobody has answered a task yet" in text_of(see(manager, contest))


def test_without_an_experiment_the_page_says_how_to_make_one(manager, contest):
    Team.objects.update(retention=1, arm="experimental")
    Contest.objects.update(state="draft")
    page = text_of(see(manager, contest))
    assert "This contest has no experiment" in page
    assert "Choose a design" in page


def test_a_group_with_one_arm_only_is_named(manager, answered):
    setup.add_team(contest=answered, group=2, name="penne", arm="experimental", retention=1)
    setup.add_team(contest=answered, group=2, name="ziti", arm="experimental", retention=0.5)
    assert "Group 2 has only one arm" in text_of(see(manager, answered))


def test_a_contest_that_still_runs_warns_of_looking_again_and_again(manager, answered):
    words = "fix the number of tasks beforehand"
    assert words in text_of(see(manager, answered))
    Contest.objects.update(state="closed")
    assert words not in text_of(see(manager, answered))


def test_durations_are_downloaded_without_aliases_and_written_to_the_audit_log(manager, answered):
    body = text_of(see(manager, answered, "durations.csv"))
    rows = list(csv.DictReader(io.StringIO(body)))
    assert len(rows) == 32
    assert {(row["group"], row["arm"], row["annotator"]) for row in rows} == {
        ("1", "experimental", "1"),
        ("1", "experimental", "2"),
        ("1", "control", "3"),
        ("1", "control", "4"),
    }
    assert rows[0]["seconds"] == "5.0"
    assert "secret" not in body
    event = AuditEvent.objects.get(action="exported")
    assert (event.object_type, event.details) == ("experiment", {"file": "durations.csv"})


def test_penalties_are_downloaded_per_alignment_and_person(manager, judged):
    body = text_of(see(manager, judged, "penalties.csv"))
    rows = list(csv.DictReader(io.StringIO(body)))
    assert len(rows) == 32
    wrong = [row["arm"] for row in rows if row["segment"] == "1"]
    assert wrong == ["control"] * 8
    assert "secret" not in body


def test_all_of_it_is_downloaded_as_json(manager, judged):
    body = text_of(see(manager, judged, "data.json"))
    data = json.loads(body)
    assert (len(data["durations"]), len(data["penalties"]), data["run"]) == (32, 32, 1)
    test = data["report"]["pairs"][0]["tests"][0]
    assert test["comparison"]["p"] < 0.001
    assert "secret" not in body


def test_the_power_calculator_answers_at_once_also_in_a_draft(manager, contest):
    Contest.objects.update(state="draft")
    page = text_of(see(manager, contest, "power/"))
    assert "tasks in each team" in page
    assert "independent of each other" in page


def test_the_power_calculator_says_what_is_asked(manager, contest):
    asked = {
        "measure": "duration",
        "ratio": "50",
        "variation": "100",
        "control_ratio": "10",
        "experimental_ratio": "6",
        "alpha": "5",
        "power": "80",
        "tests": "1",
        "tasks": "32",
    }
    page = text_of(manager.get(f"/contests/{contest.pk}/experiments/power/", asked))
    assert '<span class="figure">32</span>' in page
    assert "−49" in page or "−50" in page
    penalties = asked | {"measure": "penalty", "tasks": ""}
    page = text_of(manager.get(f"/contests/{contest.pk}/experiments/power/", penalties))
    assert "unitary alignments" in page


def test_the_curve_of_power_meets_what_is_wanted_at_the_number_needed(manager, contest):
    asked = "ratio=50&power=90&tasks="
    address = f"/contests/{contest.pk}/experiments/power/chart/"
    assert f'data-chart="{address}?{asked.replace("&", "&amp;")}"' in text_of(
        see(manager, contest, f"power/?{asked}")
    )
    power, wanted, needed = see(manager, contest, f"power/chart/?{asked}").json()["data"]
    assert (wanted["y"], needed["y"]) == ([0.9, 0.9], [0.9, 0])
    assert power["y"] == sorted(power["y"])
    enough = [
        reached
        for tasks, reached in zip(power["x"], power["y"], strict=True)
        if tasks >= needed["x"][0]
    ]
    assert enough[0] == pytest.approx(0.9, abs=0.02)


def test_a_question_that_has_no_answer_has_no_curve(manager, contest):
    assert see(manager, contest, "power/chart/?ratio=100").status_code == 404


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ("measure=duration&ratio=100", "100 percent means no difference"),
        ("measure=duration&ratio=abc", "Enter a number"),
        ("measure=penalty&control_ratio=7&experimental_ratio=7", "Enter two different ratios."),
        ("power=100", "less than or equal"),
    ],
)
def test_a_question_that_has_no_answer_is_refused_with_words(manager, contest, wrong, words):
    assert words in text_of(see(manager, contest, f"power/?{wrong}"))


def test_pages_speak_french(manager, judged, carl):
    carl.language = "fr"
    carl.save()
    page = text_of(see(manager, judged))
    assert "Expériences" in page
    # Numbers of a chart are plain in every language; the page writes them in its own.
    chart = see(manager, judged, "charts/duration/")
    assert '"x": [10.375]' in chart.text
    assert chart.json()["data"][1]["name"] == "témoin"
