"""A simulated contest has everything a real one has."""

from collections import Counter

import pytest

from contests.annotating.domain import check_units
from contests.categories.domain.presets import SWISS_HOSPITAL
from contests.contest.models import Contest
from contests.people.selectors import collective_progress
from contests.proposals.selectors import standing
from corpus.documents.models import Chunk, Document
from demo.contest import BuiltContest, build_contest, prepare_simulation
from demo.recipes import DemoRefused, Materials, gather
from demo.simulation import Position
from tests.demo.conftest import SMALL
from tests.demo.tables import snapshot
from text.cleaning import clean
from text.spans import Span


def test_the_corpus_holds_the_documents_and_their_cleaned_lines(built: BuiltContest) -> None:
    assert Document.objects.count() == 24
    for document in Document.objects.all():
        lines = list(document.chunks.order_by("line").values_list("text", flat=True))
        assert lines == clean(document.source, kind="xml").splitlines()


def test_inputs_are_drawn_evenly_from_the_document_types(built: BuiltContest) -> None:
    first_places = {}
    for chunk in Chunk.objects.filter(places__input__contest=built.contest).order_by("pk"):
        first_places.setdefault(bytes(chunk.digest), chunk.document.document_type)
    assert built.contest.inputs.count() == len(first_places) == built.recipe.inputs == 120
    assert set(Counter(first_places.values()).values()) == {10}


def test_an_input_keeps_every_place_where_its_text_stands(built: BuiltContest) -> None:
    for item in built.contest.inputs.all():
        assert item.places.count() == Chunk.objects.filter(digest=item.digest).count()


def test_proposals_are_proper_units(built: BuiltContest) -> None:
    labels = {label for supercategory in SWISS_HOSPITAL for label in supercategory.labels}
    for item in built.contest.inputs.all():
        units = [Span(*unit) for unit in item.proposals]
        assert check_units(units, text_length=len(item.text), labels=labels) == units


def test_proposals_are_those_of_the_rules_with_their_reasons(built: BuiltContest) -> None:
    state = standing(built.contest)
    assert state.is_current
    assert state.detected == 120
    assert all(len(item.proposals) == len(item.reasons) for item in built.contest.inputs.all())


def test_teams_and_arms_are_those_of_the_thesis(built: BuiltContest) -> None:
    teams = built.contest.teams.values_list("group__number", "arm", "retention", "perturbation")
    assert sorted(teams) == [
        (1, "control", 0.0, 0.0),
        (1, "experimental", 0.5, 0.0),
        (2, "control", 0.0, 0.0),
        (2, "experimental", 1.0, 0.0),
    ]
    assert sorted(team.memberships.count() for team in built.contest.teams.all()) == [2, 2, 2, 3]


def test_everyone_has_read_the_guidelines_before_the_first_day(built: BuiltContest) -> None:
    guidelines = built.contest.guidelines.get()
    assert guidelines.version == "1.0.0"
    assert guidelines.published_at < built.contest.starts_at
    assert {text.language for text in guidelines.texts.all() if text.markdown} == {"fr", "en"}
    assert set(built.contest.memberships.values_list("guideline_read", flat=True)) == {
        guidelines.pk
    }


def test_groups_have_all_inputs_in_different_orders(built: BuiltContest) -> None:
    first, second = (
        list(group.sequence.values_list("input_id", flat=True))
        for group in built.contest.groups.all()
    )
    assert sorted(first) == sorted(second)
    assert first != second


def test_aliases_are_unique_and_the_manager_has_none(built: BuiltContest) -> None:
    aliases = [member.alias.lower() for member in built.contest.memberships.annotators()]
    assert len(set(aliases)) == len(aliases) == 9
    assert built.contest.memberships.get(role="manager").alias == ""


def test_the_contest_is_open_with_all_labels_and_confusable_pairs(built: BuiltContest) -> None:
    contest = Contest.objects.get()
    assert contest.state == Contest.State.OPEN
    assert contest.categories.count() == 26
    assert ["TEMPORAL:DATE", "DÉMOGRAPHIE:ÂGE"] in contest.confusable_pairs
    assert contest.starts_at.date().isoformat() == "2022-03-15"
    assert contest.ends_at.date().isoformat() == "2022-03-25"


def test_the_same_recipe_gives_the_same_materials(materials: Materials) -> None:
    assert gather(SMALL) == materials


def test_a_contest_of_a_known_name_is_refused(built: BuiltContest, materials: Materials) -> None:
    with pytest.raises(DemoRefused, match="already"):
        build_contest(name=built.contest.name, recipe=SMALL, materials=materials)


def test_a_played_contest_reaches_about_its_share_of_the_goal(
    built: BuiltContest, materials: Materials
) -> None:
    play(built, materials)
    progress = collective_progress(built.contest)
    assert (progress.goal, progress.annotators) == (216, 9)
    assert 45 <= progress.percent <= 52


def test_two_contests_of_one_recipe_have_the_same_answers(
    built: BuiltContest, materials: Materials
) -> None:
    again = build_contest(name="Encore un palio", recipe=SMALL, materials=materials)
    play(built, materials)
    play(again, materials)
    assert snapshot(built.contest) == snapshot(again.contest)


def play(built: BuiltContest, materials: Materials) -> None:
    simulation = prepare_simulation(
        contest=built.contest,
        recipe=built.recipe,
        member_ids=built.member_ids,
        gold=materials.gold,
    )
    position = Position()
    while not simulation.is_over(position):
        position = simulation.play(position)
