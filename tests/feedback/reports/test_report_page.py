"""The report that an annotator reads, and who else may."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import AuditEvent
from contests.contest.models import Contest
from feedback.reports.models import SeenDisagreement
from feedback.reports.selectors import unread_of
from feedback.scores.models import AnnotatorScore
from tests.feedback.conftest import HOUR
from tests.feedback.results import input_with, place, publish_run, tally


@pytest.fixture
def read(client, contest):
    def read(user, **query):
        client.force_login(user)
        return client.get(f"/contests/{contest.pk}/feedback/", query)

    return read


def lines(response) -> str:
    return " ".join(response.content.decode().split())


def test_without_results_the_page_says_what_will_stand_there(read, ana, ana_in_contest):
    assert "There is no feedback yet." in lines(read(ana))


def test_without_disagreements_it_says_so(read, run, bob, left_out):
    assert "All answers agree with the reference." in lines(read(bob))


def test_the_header_has_tasks_quality_and_disagreements(read, ana, left_out):
    header = read(ana).context["header"]
    values = {figure.factor.key: figure.value for figure in header.figures}
    assert (values["tasks"], values["throughput"], values["quality"]) == (1, 15, 0.9)
    assert (header.quality, header.disagreements, header.rank) == (0.9, 1, None)
    assert [(share.name, share.count) for share in header.shares] == [(None, 1)]


def test_ranks_are_shown_once_the_run_is_scored(read, ana, ana_in_contest, run, left_out):
    ranks = {"tasks": 5, "annotations": 6, "throughput": 10, "quality": 4}
    AnnotatorScore.objects.create(run=run, annotator=ana_in_contest, ranks=ranks, total=5.8, rank=3)
    words = lines(read(ana))
    for rank in ("5/1", "6/1", "10/1", "4/1", "3/1"):
        assert rank in words


def test_a_disagreement_shows_text_place_reference_votes_and_own_answer(read, ana, left_out):
    response = read(ana)
    [shown] = response.context["disagreements"]
    assert (shown.excerpt.before, shown.excerpt.marked) == ("Vu par le Dr Durand à ", "14h30")
    segment, category = shown.segment_ballot, shown.category_ballot
    assert (segment.reference, segment.own, segment.agrees) == ("14h30", None, False)
    assert [(vote.words, vote.count, vote.is_right) for vote in category.votes] == [
        (None, 1, False),
        ("Time", 1, True),
    ]
    words = lines(response)
    assert "1/2" in words
    assert "✗</span> wrong" in words
    assert "decided by a manager" in words
    assert 'title="TEMPORAL:TEMPS">Time</small></mark>' in words


def test_nobody_else_can_be_recognised_in_it(read, ana, left_out):
    words = lines(read(ana))
    assert "orzo" not in words
    assert "bob" not in words.lower()


def test_the_latest_answer_stands_first(read, run, contest, ana, ana_in_contest, left_out):
    later = input_with(contest, "63 ans")
    place(run, later, {ana_in_contest: None}, reference=(11, 17, "DÉMOGRAPHIE:ÂGE"))
    shown = read(ana).context["disagreements"]
    assert [each.excerpt.marked for each in shown] == ["63 ans", "14h30"]


@pytest.fixture
def of_each_kind(run, contest, ana_in_contest, left_out):
    age = (11, 17, "DÉMOGRAPHIE:ÂGE")
    input_ = input_with(contest, "63 ans")
    place(run, input_, {ana_in_contest: (11, 13, "TEMPORAL:DATE")}, reference=age)
    date = input_with(contest, "18#03")
    place(run, date, {ana_in_contest: (12, 22, "TEMPORAL:DATE")}, reference=None)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"kind": "left-out"}, ["14h30"]),
        ({"kind": "segment"}, ["63 ans"]),
        ({"kind": "category"}, ["63 ans"]),
        ({"kind": "too-much"}, ["18#03#2022"]),
        ({"category": "none"}, ["14h30"]),
        ({"category": "TEMPORAL:DATE"}, ["18#03#2022", "63 ans"]),
        ({"category": "TEMPORAL:DATE", "kind": "segment"}, ["63 ans"]),
    ],
)
def test_disagreements_are_filtered_by_own_category_and_kind(
    read, ana, contest, of_each_kind, query, found
):
    known = contest.categories.filter(label=query.get("category")).first()
    shown = read(ana, **query | ({"category": known.pk} if known else {})).context["disagreements"]
    assert [each.excerpt.marked for each in shown] == found
    assert all(query.get("kind", each.kinds[0]) in each.kinds for each in shown)


def test_a_filter_that_nothing_fits_says_so(read, ana, left_out):
    assert "No disagreement matches this filter." in lines(read(ana, kind="too-much"))


def test_what_is_new_is_unread_until_it_was_on_the_screen(read, ana, ana_in_contest, left_out):
    assert unread_of(ana_in_contest).disagreements == 1
    assert read(ana).context["disagreements"][0].is_new
    assert not unread_of(ana_in_contest)
    # For as long as a visit may last, it is still marked.
    assert read(ana).context["disagreements"][0].is_new
    SeenDisagreement.objects.update(seen_at=timezone.now() - timedelta(hours=1))
    assert not read(ana).context["disagreements"][0].is_new


def test_another_run_makes_nothing_new_of_what_was_read(
    read, ana, ana_in_contest, bob_in_contest, contest, left_out
):
    read(ana)
    marked = {ana_in_contest: None, bob_in_contest: HOUR}
    place(publish_run(contest), left_out.result.input, marked, reference=HOUR)
    assert not unread_of(ana_in_contest)
    date = (22, 27, "TEMPORAL:DATE")
    place(publish_run(contest), left_out.result.input, marked, reference=date)
    assert unread_of(ana_in_contest).disagreements == 1


def test_all_can_be_marked_as_read(client, contest, ana, ana_in_contest, left_out):
    client.force_login(ana)
    client.post(f"/contests/{contest.pk}/feedback/seen/")
    assert not unread_of(ana_in_contest)


def test_managers_open_anyones_report_and_that_is_written_down(
    client, contest, carl, ana_in_contest, left_out
):
    client.force_login(carl)
    response = client.get(f"/contests/{contest.pk}/feedback/of/{ana_in_contest.pk}/")
    assert "Feedback for linguine" in lines(response)
    event = AuditEvent.objects.filter(object_type="feedback").first()
    assert (event.actor, event.object_id) == (carl, str(ana_in_contest.pk))
    assert event.details == {"inputs": [left_out.result.input_id]}
    # Looking at it for someone is not reading it as them.
    assert unread_of(ana_in_contest).disagreements == 1


def test_others_find_no_such_page(client, contest, bob, eve, ana_in_contest, left_out):
    for person in (bob, eve):
        client.force_login(person)
        there = client.get(f"/contests/{contest.pk}/feedback/of/{ana_in_contest.pk}/")
        assert there.status_code == 404
    assert client.get(f"/contests/{contest.pk}/feedback/").status_code == 404


def test_a_long_report_costs_no_more_queries_than_a_short_one(
    read, ana, run, contest, ana_in_contest, left_out, django_assert_max_num_queries
):
    with django_assert_max_num_queries(60) as short:
        read(ana)
    for words, reference in (("63 ans", (11, 17)), ("18#03", (12, 22)), ("allergie", (0, 3))):
        where = input_with(contest, words)
        place(run, where, {ana_in_contest: None}, reference=(*reference, "TEMPORAL:DATE"))
    tally_run = publish_run(contest)
    tally(tally_run, ana_in_contest)
    with django_assert_max_num_queries(len(short)):
        assert len(read(ana).context["disagreements"]) == 4


def test_an_archived_contest_is_read_only(read, contest, ana, left_out):
    Contest.objects.filter(pk=contest.pk).update(state="archived")
    assert "Dispute this reference" not in lines(read(ana))
