"""Objecting to a reference: what is possible, who may, and what comes of it."""

import pytest
from django.db import IntegrityError, transaction

from accounts.audit import Actor
from accounts.models import AuditEvent
from agreement.disputes import services
from agreement.disputes.errors import (
    AlreadyDisputed,
    CorrectionElsewhere,
    DisputeEnded,
    NothingToDispute,
    WordsMissing,
)
from agreement.disputes.models import Dispute
from agreement.disputes.selectors import disputes_at, open_disputes, places_of
from agreement.references.models import Correction
from contests.contest.errors import NotPermitted
from contests.contest.models import Contest
from tests.feedback.conftest import HOUR
from tests.feedback.results import input_with, place, publish_run
from text.spans import find_again


def object_to(place, member, comment="It is no hour of the visit."):
    return services.object_to(place=place, member=member, comment=comment, actor=Actor(member.user))


@pytest.fixture
def dispute(left_out, ana_in_contest):
    return object_to(left_out, ana_in_contest)


@pytest.fixture
def correction(left_out, carl):
    return Correction.objects.create(
        input=left_out.result.input, anchor_start=22, anchor_end=27, author=carl
    )


def test_who_disagrees_with_the_reference_objects_with_a_comment(dispute, contest, ana_in_contest):
    assert list(open_disputes(contest)) == [dispute]
    [message] = dispute.messages.all()
    assert (message.text, message.is_from_manager) == ("It is no hour of the visit.", False)
    event = AuditEvent.objects.get(object_type="dispute")
    assert (event.actor, event.contest_id) == (ana_in_contest.user, contest.pk)
    assert "visit" not in str(event.details)


def test_who_agrees_has_nothing_to_object_to(left_out, bob_in_contest):
    with pytest.raises(NothingToDispute):
        object_to(left_out, bob_in_contest)


def test_a_place_of_an_earlier_run_cannot_be_objected_to(left_out, contest, ana_in_contest):
    place(publish_run(contest), left_out.result.input, {ana_in_contest: None}, reference=HOUR)
    with pytest.raises(NothingToDispute):
        object_to(left_out, ana_in_contest)


def test_nobody_objects_without_a_word(left_out, ana_in_contest):
    with pytest.raises(WordsMissing):
        object_to(left_out, ana_in_contest, comment=" \n ")
    assert not Dispute.objects.exists()


def test_one_objection_at_a_time_even_where_the_place_has_moved(
    dispute, contest, ana_in_contest, bob_in_contest
):
    longer = (20, 27, "TEMPORAL:TEMPS")
    moved = place(
        publish_run(contest),
        dispute.input,
        {ana_in_contest: None, bob_in_contest: longer},
        reference=longer,
    )
    assert places_of([dispute]) == {dispute.pk: moved}
    with pytest.raises(AlreadyDisputed):
        object_to(moved, ana_in_contest)


def test_the_database_refuses_a_second_open_objection(dispute):
    with pytest.raises(IntegrityError), transaction.atomic():
        Dispute.objects.create(
            input=dispute.input,
            annotator=dispute.annotator,
            anchor_start=dispute.anchor_start,
            anchor_end=dispute.anchor_end,
        )


def test_after_withdrawing_one_may_object_again(dispute, left_out, ana_in_contest, contest):
    services.withdraw(dispute=dispute, actor=Actor(ana_in_contest.user))
    again = object_to(left_out, ana_in_contest)
    assert list(open_disputes(contest)) == [again]


def test_in_an_archived_contest_nothing_is_said_any_more(dispute, contest, ana_in_contest, carl):
    Contest.objects.filter(pk=contest.pk).update(state="archived")
    with pytest.raises(NotPermitted):
        services.withdraw(dispute=dispute, actor=Actor(ana_in_contest.user))
    with pytest.raises(NotPermitted):
        services.refuse(disputes=[dispute], answer="No.", manager=carl, actor=Actor(carl))


def test_both_sides_write_until_it_is_decided(dispute, ana, carl):
    services.reply(dispute=dispute, author=carl, text="Why?", as_manager=True, actor=Actor(carl))
    services.reply(dispute=dispute, author=ana, text="So.", as_manager=False, actor=Actor(ana))
    services.refuse(disputes=[dispute], answer="It stands.", manager=carl, actor=Actor(carl))
    thread = [(message.is_from_manager, message.text) for message in dispute.messages.all()]
    assert thread[1:] == [(True, "Why?"), (False, "So."), (True, "It stands.")]
    with pytest.raises(DisputeEnded):
        services.reply(dispute=dispute, author=ana, text="But", as_manager=False, actor=Actor(ana))


def test_a_refusal_says_why(dispute, carl):
    with pytest.raises(WordsMissing):
        services.refuse(disputes=[dispute], answer=" ", manager=carl, actor=Actor(carl))
    dispute.refresh_from_db()
    assert dispute.is_open


def test_accepted_means_corrected_and_the_annotator_has_news(dispute, correction, carl):
    services.accept(disputes=[dispute], correction=correction, manager=carl, actor=Actor(carl))
    dispute.refresh_from_db()
    assert (dispute.state, dispute.correction, dispute.decided_by) == ("accepted", correction, carl)
    assert dispute.has_news
    services.mark_read(member=dispute.annotator)
    dispute.refresh_from_db()
    assert not dispute.has_news


@pytest.mark.parametrize("change", [{"anchor_start": 0, "anchor_end": 3}, {"is_revoked": True}])
def test_a_correction_of_something_else_accepts_nothing(dispute, correction, carl, change):
    Correction.objects.filter(pk=correction.pk).update(**change)
    correction.refresh_from_db()
    with pytest.raises(CorrectionElsewhere):
        services.accept(disputes=[dispute], correction=correction, manager=carl, actor=Actor(carl))


def test_the_database_knows_no_acceptance_without_a_correction(dispute, carl):
    with pytest.raises(IntegrityError), transaction.atomic():
        Dispute.objects.filter(pk=dispute.pk).update(
            state="accepted", decided_by=carl, ended_at=dispute.opened_at
        )


def test_managers_see_all_objections_to_one_place_together(
    dispute, contest, ana_in_contest, bob_in_contest
):
    none = {ana_in_contest: None, bob_in_contest: None}
    there = place(publish_run(contest), dispute.input, none, reference=HOUR, source="correction")
    other = object_to(there, bob_in_contest)
    elsewhere = input_with(contest, "Nyon")
    place(publish_run(contest), elsewhere, none, reference=(11, 17, "DÉMOGRAPHIE:ÂGE"))
    assert disputes_at(there) == [dispute, other]


def test_an_objection_whose_place_is_gone_is_kept(dispute, contest, bob_in_contest):
    run = publish_run(contest)
    place(run, dispute.input, {bob_in_contest: (0, 2, "TEMPORAL:DATE")}, reference=None)
    assert places_of([dispute]) == {dispute.pk: None}
    assert list(open_disputes(contest)) == [dispute]


@pytest.mark.parametrize(
    ("extents", "found"),
    [([], None), ([(0, 4)], None), ([(0, 6), (5, 9)], 1), ([(2, 6), (4, 6)], 0)],
)
def test_a_place_is_found_again_by_its_largest_overlap(extents, found):
    assert find_again((4, 8), extents) == found
