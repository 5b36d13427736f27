"""Managers read and answer disputes."""

import pytest

from accounts.audit import Actor
from agreement.disputes import services
from tests.pages import squeezed


@pytest.fixture
def dispute(left_out, ana_in_contest):
    actor = Actor(ana_in_contest.user)
    comment = "An hour on the wall."
    return services.object_to(place=left_out, member=ana_in_contest, comment=comment, actor=actor)


@pytest.fixture
def base(client, contest, carl):
    client.force_login(carl)
    return f"/contests/{contest.pk}/feedback/disputes/"


def test_what_waits_is_shown_with_who_objects(client, base, dispute):
    page = squeezed(client.get(base))
    assert "An hour on the wall." in page
    assert "linguine" in page


def test_managers_answer_and_refuse_with_words(client, base, dispute):
    client.post(f"{base}{dispute.pk}/", {"text": "Where?"})
    refused = {"text": "It counts.", "decision": "refuse"}
    assert "Dispute refused." in squeezed(client.post(f"{base}{dispute.pk}/", refused, follow=True))
    dispute.refresh_from_db()
    assert dispute.state == "refused"
    assert "No open disputes." in squeezed(client.get(base))
    everything = squeezed(client.get(base, {"show": "all"}))
    assert "Where?" in everything
    assert "It counts." in everything


def test_a_refusal_without_words_is_refused(client, base, dispute):
    response = client.post(f"{base}{dispute.pk}/", {"decision": "refuse"}, follow=True)
    assert "Say why, in a sentence or two." in squeezed(response)


def test_annotators_find_no_such_page(client, base, dispute, bob):
    client.force_login(bob)
    assert client.get(base).status_code == 404
    assert client.post(f"{base}{dispute.pk}/", {"text": "Me too."}).status_code == 404
