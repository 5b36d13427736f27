"""The recall on units that people confirmed who were never shown a proposal, beside the recall on all."""

import json

import pytest
from django.db import connection

from contests.annotating.models import AnnotationTask
from contests.annotating.selectors import unprompted_people
from contests.inputs.models import ContestInput
from gold.evaluations.domain import Confirmed, Tally
from gold.evaluations.models import Evaluation
from gold.evaluations.selectors import ContestGold
from gold.evaluations.services import start_evaluation
from gold.releases.models import ReleaseInput
from gold.releases.services.releases import is_intact, lines_of
from tests.agreement.running import drain, give, join, run_now
from tests.contests.proposals.detecting import manager_of
from tests.gold.evaluations.evaluating import evaluate
from tests.gold.freezing import DOCTOR, NOBODY, freeze
from tests.pages import squeezed

pytestmark = [pytest.mark.django_db, pytest.mark.database]
NAME, TIME = (13, 19, "NOM:PERSONNEL_MÉDICAL"), (22, 27, "TEMPORAL:TEMPS")
# No rule finds it.
MISSED = "[Contrôle](EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE) le 18#03#2022."


def show(member, text, *units):
    """Hand the input with this text out with these proposals."""
    item = ContestInput.objects.get(contest=member.contest_id, text=text)
    AnnotationTask.objects.create(
        input=item, annotator=member, shown_units=[list(unit) for unit in units]
    )


@pytest.fixture
def people(contest):
    """Two of the team that sees proposals, and one, tom, of the control."""
    ida, leo, tom = join(contest, "ida", "leo", "tom")
    tom.team = contest.teams.get(retention=0)
    tom.save()
    return ida, leo, tom


@pytest.fixture
def answered(contest, people):
    """Ida and leo leave the two proposals of one text; tom, who saw none, marks one of them alike."""
    ida, leo, tom = people
    for member in (ida, leo):
        show(member, "Vu par le Dr Durand à 14h30.", NAME, TIME)
        give(member, DOCTOR)
    give(tom, "Vu par le Dr [Durand](NOM:PERSONNEL_MÉDICAL) à 14h30.")
    for member in people:
        give(member, MISSED)
    run_now(contest)
    return contest


def test_people_count_by_what_they_were_ever_shown(contest, people):
    ida, leo, tom = people
    assert unprompted_people(contest.pk) >= {ida.pk, leo.pk, tom.pk}
    show(ida, "Vu par le Dr Durand à 14h30.", NAME)
    # Leo's team sees proposals: that there were none on a text says that the rules found nothing there.
    show(leo, NOBODY)
    assert unprompted_people(contest.pk) == {tom.pk}
    show(tom, "Vu par le Dr Durand à 14h30.", NAME)
    assert unprompted_people(contest.pk) == frozenset()


def test_a_release_keeps_the_units_that_they_confirmed_outside_its_checksum(answered):
    release = freeze(answered)
    doctor, other = release.inputs.order_by("position")
    assert doctor.unprompted == {"people": 1, "units": [list(NAME)]}
    assert (other.unprompted["people"], len(other.unprompted["units"])) == (1, 1)
    assert all("unprompted" not in line for line in lines_of(release))
    assert is_intact(release)


def test_units_that_only_prompted_people_marked_do_not_count(answered):
    made = evaluate(freeze(answered))
    assert made.tally["confirmed"]["texts"] == 2
    assert made.tally["confirmed"]["exact"] == [1, 1]
    assert Tally.of(made.tally).exact_scores.micro.support == 3


def test_the_recall_is_that_of_the_confirmed_units_alone(answered):
    tally = Tally.of(evaluate(freeze(answered)).tally)
    assert tally.exact_scores.micro.recall == 2 / 3
    assert tally.confirmed.score("exact").recall == 1 / 2
    assert tally.confirmed.score("tokens").support < tally.token_scores.micro.support


def test_a_contest_counts_its_live_accepted_answers(answered, people):
    for item in answered.inputs.filter(text__startswith="Vu"):
        item.gold = [list(NAME), list(TIME)]
        item.save(update_fields=["gold"])
    gold = ContestGold(answered)
    start_evaluation(gold=gold, actor=manager_of(answered))
    drain()
    made = answered.evaluations.get()
    assert (made.tally["confirmed"]["texts"], made.tally["confirmed"]["exact"]) == (1, [1, 0])
    give(people[2], "Vu par le Dr Durand à 14h30.")
    start_evaluation(gold=ContestGold(answered), actor=manager_of(answered))
    drain()
    assert answered.evaluations.get().tally["confirmed"]["exact"] == [0, 0]


def test_the_page_and_the_file_tell_both_figures(client, carl, answered):
    client.force_login(carl)
    release = freeze(answered)
    made = evaluate(release)
    page = squeezed(client.get(f"/releases/{release.pk}/detector/").text)
    assert (
        "Recall (micro) on units confirmed without proposals 0.500</strong>, on all units 0.667."
        in page
    )
    assert "The first counts 2 gold units of 3" in page
    address = f"/releases/{release.pk}/detector/{made.pk}/scores.json"
    told = json.loads(client.get(address).content)["confirmed_without_proposals"]
    assert told["texts"] == 2
    assert told["exact"] == {"support": 2, "recall": 0.5}


def test_where_nobody_was_without_proposals_that_is_said(client, carl, contest, people):
    client.force_login(carl)
    for member in people:
        show(member, "Vu par le Dr Durand à 14h30.", NAME, TIME)
        give(member, DOCTOR)
    run_now(contest)
    release = freeze(contest)
    made = evaluate(release)
    page = squeezed(client.get(f"/releases/{release.pk}/detector/").text)
    assert "Nobody who was never shown a proposal answered these texts" in page
    told = json.loads(client.get(f"/releases/{release.pk}/detector/{made.pk}/scores.json").content)
    assert told["confirmed_without_proposals"]["exact"] == {"support": 0, "recall": None}


def test_a_release_from_before_says_that_it_is_not_recorded(client, carl, answered, monkeypatch):
    client.force_login(carl)
    with monkeypatch.context() as before:
        before.setattr(
            "gold.releases.selectors.confirmed_units", lambda results, people: _Nothing()
        )
        release = freeze(answered)
    assert set(release.inputs.values_list("unprompted", flat=True)) == {None}
    made = evaluate(release)
    assert Tally.of(made.tally).confirmed == Confirmed(unrecorded=2)
    page = client.get(f"/releases/{release.pk}/detector/").text
    assert "is not recorded" in page
    # An evaluation of an earlier version of the platform has no such counts at all.
    old = {name: value for name, value in made.tally.items() if name != "confirmed"}
    Evaluation.objects.filter(pk=made.pk).update(tally=old)
    assert "is not recorded" in client.get(f"/releases/{release.pk}/detector/").text
    told = json.loads(client.get(f"/releases/{release.pk}/detector/{made.pk}/scores.json").content)
    assert told["confirmed_without_proposals"] is None


class _Nothing(dict):
    def __missing__(self, key):
        return None


def test_the_new_column_left_the_triggers_in_place():
    assert ReleaseInput._meta.get_field("unprompted").null
    table = "gold_releaseinput"
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(
                "SELECT count(*) FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s",
                [table],
            )
            expected = 3
        else:
            cursor.execute(
                "SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal AND tgrelid = %s::regclass",
                [table],
            )
            expected = 1
        assert cursor.fetchone() == (expected,)
