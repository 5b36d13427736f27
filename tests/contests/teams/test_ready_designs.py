"""Ready designs of experiments in the set-up of teams."""

import pytest

from accounts.audit import Actor
from contests.categories.domain.presets import PRESETS
from contests.contest.models import Contest
from contests.people.services import members as setup_members
from contests.setup.services import create_draft
from contests.teams import services as setup
from contests.teams.domain import READY_DESIGNS, find_problems, group_designs
from contests.teams.selectors import missing_steps

NAMES = [f"Team {number}" for number in range(1, 9)]


@pytest.fixture
def draft(carl):
    return create_draft(
        name="Palio nuovo", manager=carl, preset=PRESETS["swiss_hospital"], actor=Actor(carl)
    )


@pytest.fixture
def manager(client, carl):
    client.force_login(carl)
    return client


def choose(client, contest, design, **more):
    path = f"/contests/{contest.pk}/setup/teams/design/"
    return client.post(path, {"design": design} | more, follow=True)


def seen(contest):
    """Return what each team sees, group by group, experimental before control."""
    teams = contest.teams.order_by("group__number", "-arm")
    return list(teams.values_list("group__number", "arm", "retention", "perturbation"))


@pytest.mark.parametrize("design", READY_DESIGNS.values(), ids=lambda design: design.key)
def test_a_ready_design_has_one_team_of_each_arm_in_every_group_and_no_problem(design):
    teams = design.teams(NAMES[: design.team_count], seed=3)
    assert find_problems(teams, in_sequence=True) == []
    for group in group_designs(teams):
        assert sorted(team.arm for team in group.teams) == ["control", "experimental"]
        assert group.kind == design.kind
        assert not group.has_several_pairs


def test_names_do_not_tell_the_arm():
    design = READY_DESIGNS["perturbation"]
    dealt = {
        tuple(sorted(team.name for team in design.teams(NAMES, seed=seed) if team.arm == "control"))
        for seed in range(20)
    }
    assert len(dealt) > 5
    assert design.teams(NAMES, seed=1) == design.teams(NAMES, seed=1)


def test_the_retention_design_is_that_of_the_thesis(manager, draft):
    choose(manager, draft, "retention")
    assert seen(draft) == [
        (1, "experimental", 0.5, 0),
        (1, "control", 0, 0),
        (2, "experimental", 1, 0),
        (2, "control", 0, 0),
    ]


def test_the_perturbation_design_is_that_of_the_thesis(manager, draft):
    choose(manager, draft, "perturbation")
    assert seen(draft) == [
        row
        for group, share in enumerate((0.2, 0.4, 0.6, 0.8), start=1)
        for row in ((group, "experimental", 0.8, share), (group, "control", 0.8, 0))
    ]


def test_a_design_puts_inputs_in_sequence_and_leaves_nothing_missing(manager, draft):
    Contest.objects.filter(pk=draft.pk).update(routing="coverage")
    page = choose(manager, draft, "retention").content.decode()
    assert "Change what you like" in page
    draft.refresh_from_db()
    assert draft.routing == "sequence"
    assert list(missing_steps(draft)) == []


def test_teams_that_are_there_go_only_after_a_question(manager, draft):
    setup.add_team(contest=draft, group=7, name="penne", arm="experimental", retention=1)
    assert "Replace the teams?" in choose(manager, draft, "retention").content.decode()
    assert draft.teams.count() == 1
    choose(manager, draft, "retention", confirmed="1")
    assert sorted(draft.teams.values_list("name", flat=True)) == [
        "Team 1",
        "Team 2",
        "Team 3",
        "Team 4",
    ]
    assert list(draft.groups.values_list("number", flat=True)) == [1, 2]


def test_teams_with_people_stay(manager, draft, ana):
    team = setup.add_team(contest=draft, group=1, name="penne", arm="experimental", retention=1)
    setup_members.add_member(contest=draft, user=ana, role="annotator", alias="orzo", team=team)
    page = choose(manager, draft, "retention", confirmed="1").content.decode()
    assert "People already belong to the teams" in page
    assert "Ready designs" not in page
    assert list(draft.teams.all()) == [team]


def test_a_contest_that_runs_keeps_its_teams(manager, contest):
    page = choose(manager, contest, "retention", confirmed="1").content.decode()
    assert "does not allow this" in page
    assert contest.teams.count() == 2


def test_only_managers_choose_a_design_and_only_one_that_exists(client, manager, draft, eve):
    assert choose(manager, draft, "nothing").status_code == 404
    client.force_login(eve)
    assert choose(client, draft, "retention").status_code == 404
    assert not draft.teams.exists()


def test_a_group_with_more_than_one_pair_gets_advice(manager, draft):
    choose(manager, draft, "retention")
    setup.add_team(contest=draft, group=1, name="penne", arm="experimental", retention=0.7)
    (missing,) = missing_steps(draft)
    assert (missing.code, missing.blocks, missing.details) == (
        "several-pairs",
        frozenset(),
        {"group": 1},
    )


def test_the_page_offers_the_designs_with_their_numbers(manager, draft):
    page = manager.get(f"/contests/{draft.pk}/setup/teams/").content.decode()
    assert "Do pre-annotations help?" in page
    assert "Make 8 teams" in page
