"""Votes that weigh as much as their person's quality index."""

import pytest
from django.urls import reverse

from agreement.runs.models import AlignedPlace, AnnotatorTally, InputResult
from agreement.runs.selectors import current_weights, differences
from contests.contest.models import Contest
from tests.agreement.running import give, join, run_now
from tests.factories import add_marked_inputs

LINES = [f"Contrôle numéro {number} le [18#03#2022](TEMPORAL:DATE)." for number in range(6)]


def plain(marked):
    return marked.replace("[", "").replace("](TEMPORAL:DATE)", "")


@pytest.fixture
def split(contest):
    """Ada and ben agree with the majority everywhere, cleo and dora rarely; one line divides them.

    There, two of three leave the date out; but they are the ones who are mostly wrong.
    """
    add_marked_inputs(contest, *LINES)
    ada, ben, cleo, dora = join(contest, "ada", "ben", "cleo", "dora")
    for line in LINES[:4]:
        give(ada, line)
        give(ben, line)
        give(cleo, line)
        give(dora, plain(line))
    for line in LINES[1:4]:
        give(cleo, plain(line), minute=3)
        give(ada, line, minute=3)
    (eve,) = join(contest, "eva")
    for line in LINES[1:4]:
        give(eve, line)
    give(ada, LINES[5])
    give(cleo, plain(LINES[5]))
    give(dora, plain(LINES[5]))
    return contest


def divided():
    return AlignedPlace.objects.get(result__is_current=True, result__input__text=plain(LINES[5]))


def weigh(contest, weighs=True):
    Contest.objects.filter(pk=contest.pk).update(weighs_votes=weighs)
    contest.refresh_from_db()
    return run_now(contest)


def test_the_better_annotator_wins_against_two_who_are_mostly_wrong(split):
    run_now(split)
    assert divided().state == "nothing"
    run = weigh(split)
    assert run.weights == current_weights(split)
    assert (divided().state, divided().differs) == ("gold", True)
    assert divided().segment_votes == [[None, None, 2], [21, 31, 1]]


def test_weights_are_the_quality_under_the_plain_majority_of_the_same_run(split):
    run_now(split)
    plain_quality = dict(
        AnnotatorTally.objects.filter(run__is_latest=True).values_list("annotator", "quality")
    )
    run = weigh(split)
    tallies = AnnotatorTally.objects.filter(run=run)
    assert dict(tallies.values_list("annotator", "majority_quality")) == plain_quality
    assert run.weights == {
        str(pk): round(quality * 10**9) for pk, quality in sorted(plain_quality.items())
    }
    assert dict(tallies.values_list("annotator", "quality")) != plain_quality


def test_where_the_two_differ_can_be_listed_before_and_after_the_switch(split):
    run_now(split)
    (before,) = differences(split)
    assert (before.place.segment.value, before.place.majority_segment.value) == ((21, 31), None)
    weigh(split)
    (after,) = differences(split)
    assert after == before


def test_the_page_of_differing_votes_lists_the_difference(split, client, carl):
    run_now(split)
    client.force_login(carl)
    page = client.get(reverse("agreement:differing", args=[split.pk]))
    (row,) = page.context["rows"]
    assert (row.words, row.plain.words, row.weighed.words) == ("18#03#2022", "", "18#03#2022")
    assert row.weighed.label == "Date"
    item = reverse("agreement:review_item", args=[split.pk, row.difference.input.pk])
    assert f'href="{item}?at=21-31"' in page.content.decode()


def test_switching_back_gives_the_plain_majority_again(split):
    run_now(split)
    weigh(split)
    run = weigh(split, weighs=False)
    assert (divided().state, divided().differs, run.weights) == ("nothing", False, {})


def test_an_unchanged_input_is_decided_again_where_weights_have_changed(split):
    weigh(split)
    before = InputResult.objects.current().get(pk=divided().result_id)
    members = {one.alias: one for one in split.memberships.filter(role="annotator")}
    # Cleo and dora improve until their votes together weigh more than ada's.
    for line in LINES[1:4]:
        give(members["cleo"], line, minute=9)
        give(members["dora"], line, minute=9)
    run = run_now(split)
    after = InputResult.objects.current().get(pk=divided().result_id)
    assert (before.pk != after.pk, after.run_id) == (True, run.pk)
    assert divided().state == "nothing"
    assert bytes(before.digest) == bytes(after.digest)
