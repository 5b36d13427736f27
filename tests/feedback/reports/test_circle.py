"""The whole circle with real runs: answers, report, objection, correction, another report."""

import pytest

from accounts.audit import Actor
from agreement.disputes import services as disputes
from agreement.references import services as corrections
from agreement.references.domain.corrections import PlaceCorrection
from feedback.reports.selectors import describe, find_disagreements, header_of, unread_of
from feedback.scores.services import score_run
from tests.agreement.running import give, join, run_now

VISIT = "Vu par le Dr Durand à [14h30](TEMPORAL:TEMPS)."
NOTHING = "Vu par le Dr Durand à 14h30."


def shown(member):
    return describe(member, list(find_disagreements(member)))


@pytest.mark.django_db
def quality_rank(member):
    return {each.factor.key: each.rank for each in header_of(member).figures}["quality"]


def test_an_accepted_dispute_reverses_the_scores(contest, carl):
    ana, bob, cleo = join(contest, "ana", "bob", "cleo")
    give(ana, VISIT)
    give(bob, NOTHING)
    give(cleo, NOTHING)
    score_run(run_id=run_now(contest).pk)
    [wrong] = shown(ana)
    assert wrong.kinds == ("too-much",)
    assert [(vote.words, vote.count) for vote in wrong.segment_ballot.votes] == [
        (None, 2),
        ("14h30", 1),
    ]
    assert (shown(bob), shown(cleo)) == ([], [])
    assert quality_rank(ana) == 3

    dispute = disputes.object_to(
        place=wrong.place, member=ana, comment="It is a time.", actor=Actor(ana.user)
    )
    correction = PlaceCorrection(
        anchor=dispute.anchor, segment=dispute.anchor, category="TEMPORAL:TEMPS"
    )
    correction = corrections.correct(
        contest=contest, input_id=dispute.input_id, correction=correction, actor=Actor(carl)
    )
    disputes.accept(disputes=[dispute], correction=correction, manager=carl, actor=Actor(carl))
    score_run(run_id=run_now(contest).pk)

    assert shown(ana) == []
    assert unread_of(ana).answers == 1
    assert header_of(ana).quality == 1
    assert [each.kinds for each in shown(bob) + shown(cleo)] == [("left-out",)] * 2
    assert shown(bob)[0].segment_ballot.is_corrected
    assert quality_rank(bob) == 2
