"""Objecting on the pages, by the annotator."""

import pytest

from accounts.audit import Actor
from agreement.disputes import services
from agreement.disputes.models import Dispute
from contests.contest.models import Contest
from tests.feedback.results import place, publish_run
from tests.pages import squeezed


@pytest.fixture
def base(client, contest, ana):
    client.force_login(ana)
    return f"/contests/{contest.pk}/feedback"


def address_of(place, base) -> str:
    return f"{base}/inputs/{place.result.input_id}/{place.start}-{place.end}/"


@pytest.fixture
def dispute(left_out, ana_in_contest):
    actor = Actor(ana_in_contest.user)
    comment = "An hour on the wall."
    return services.object_to(place=left_out, member=ana_in_contest, comment=comment, actor=actor)


def test_an_annotator_disputes_a_reference(client, base, left_out):
    address = address_of(left_out, base)
    assert "Durand" in squeezed(client.get(address))
    response = client.post(address, {"text": "An hour on the wall."}, follow=True)
    assert "Your dispute was sent to the managers." in squeezed(response)
    assert "An hour on the wall." in squeezed(response)
    assert "Your dispute:" in squeezed(client.get(f"{base}/"))


def test_without_words_the_form_says_what_is_missing(client, base, left_out):
    response = client.post(address_of(left_out, base), {"text": ""})
    assert "Say why, in a sentence or two." in squeezed(response)


def test_a_second_dispute_of_a_span_is_refused(client, base, left_out, dispute):
    response = client.post(address_of(left_out, base), {"text": "Again."})
    assert "You have already disputed this reference." in squeezed(response)
    assert Dispute.objects.count() == 1


def test_who_agrees_there_is_led_back(client, base, bob, left_out):
    client.force_login(bob)
    response = client.get(address_of(left_out, base), follow=True)
    assert "You no longer disagree with this reference" in squeezed(response)
    assert "Durand" not in squeezed(response)


def test_a_dispute_survives_a_run_that_replaces_the_result(
    client, base, contest, left_out, ana_in_contest, bob_in_contest
):
    longer = (20, 27, "TEMPORAL:TEMPS")
    marked = {ana_in_contest: None, bob_in_contest: longer}
    place(publish_run(contest), left_out.result.input, marked, reference=longer)
    client.post(address_of(left_out, base), {"text": "An hour on the wall."})
    assert Dispute.objects.get().anchor == (20, 27)


def test_the_thread_goes_on_until_it_is_decided(client, base, dispute, carl):
    client.post(f"{base}/objections/{dispute.pk}/reply/", {"text": "See the line before."})
    services.refuse(disputes=[dispute], answer="It counts.", manager=carl, actor=Actor(carl))
    page = squeezed(client.get(f"{base}/objections/"))
    assert "See the line before." in page
    assert "It counts." in page
    assert "Carl" not in page
    assert "refused" in page
    late = client.post(f"{base}/objections/{dispute.pk}/reply/", {"text": "But"}, follow=True)
    assert "decided or withdrawn in the meantime" in squeezed(late)


def test_an_answer_is_news_until_it_is_read(client, base, dispute, carl):
    services.reply(dispute=dispute, author=carl, text="Why?", as_manager=True, actor=Actor(carl))
    assert "1 new answer" in squeezed(client.get(f"{base}/"))
    client.get(f"{base}/objections/")
    assert "1 new answer" not in squeezed(client.get(f"{base}/"))


def test_a_dispute_is_withdrawn(client, base, dispute):
    response = client.post(f"{base}/objections/{dispute.pk}/withdraw/", follow=True)
    assert "Your dispute was withdrawn." in squeezed(response)


def test_nobody_sees_or_answers_the_disputes_of_others(client, base, dispute, bob, bob_in_contest):
    client.force_login(bob)
    assert "An hour on the wall." not in squeezed(client.get(f"{base}/objections/"))
    reply = client.post(f"{base}/objections/{dispute.pk}/reply/", {"text": "Me too."})
    assert reply.status_code == 404


def test_an_archived_contest_takes_no_dispute(client, base, contest, left_out):
    Contest.objects.filter(pk=contest.pk).update(state="archived")
    response = client.post(address_of(left_out, base), {"text": "Too late."})
    assert "This contest is archived" in squeezed(response)
    assert not Dispute.objects.exists()


def test_the_home_of_the_contest_tells_of_unread_feedback(client, base, contest, dispute, carl):
    home = f"/contests/{contest.pk}/"
    assert "You have 1 new disagreement with the reference." in squeezed(client.get(home))
    client.get(f"{base}/")
    assert "New feedback" not in squeezed(client.get(home))
    services.reply(dispute=dispute, author=carl, text="Why?", as_manager=True, actor=Actor(carl))
    assert "1 of your disputes has an answer." in squeezed(client.get(home))
