"""Who gets the annotation page, and what it is told."""

import json
import re
from html import unescape

import pytest
from django.utils import timezone

from contests.contest.models import Contest
from contests.people.models import Membership
from tests.factories import publish_guidelines
from tests.pages import squeezed


@pytest.fixture
def page(client, ana, ana_in_contest, contest):
    client.force_login(ana)
    return lambda: client.get(f"/contests/{contest.pk}/annotate/")


def config(response) -> dict:
    written = re.search(r'data-config="([^"]*)"', response.content.decode())[1]
    return json.loads(unescape(written))


def test_the_page_knows_labels_in_order_with_their_keys(page, contest):
    labels = config(page())["labels"]
    assert [each["label"] for each in labels] == list(
        contest.categories.values_list("label", flat=True)
    )
    assert labels[0]["shortcut"] == "1"


def test_nothing_tells_which_arm_a_person_is_in(page):
    response = page().content.decode()
    for word in ("experimental", "control", "retention", "perturbation", "farfalle"):
        assert word not in response


def test_archived_categories_are_not_offered(page, contest):
    contest.categories.filter(label="AUTRES").update(archived_at="2026-01-01T00:00Z")
    assert "AUTRES" not in [each["label"] for each in config(page())["labels"]]


def test_the_way_in_is_on_the_home_page(client, page, contest, ana_in_contest):
    address = f"/contests/{contest.pk}/annotate/"
    page()
    assert address in client.get(f"/contests/{contest.pk}/").content.decode()


def test_the_tab_is_on_every_page_of_someone_who_can_annotate(
    client, page, contest, ana_in_contest
):
    page()
    publish_guidelines(contest)
    Contest.objects.update(requires_training=True)
    pages = ["guidelines/", "training/", "alias/", "keys/", ""]
    tab = f'<li><a href="/contests/{contest.pk}/annotate/"'
    untrained = [squeezed(client.get(f"/contests/{contest.pk}/{part}")) for part in pages]
    assert [tab in each for each in untrained] == [False] * 5
    Membership.objects.filter(pk=ana_in_contest.pk).update(trained_at=timezone.now())
    trained = [squeezed(client.get(f"/contests/{contest.pk}/{part}")) for part in pages]
    assert [tab in each for each in trained] == [True] * 5


@pytest.mark.parametrize("state", ["training", "closed", "archived"])
def test_a_contest_that_takes_no_answers_leads_to_its_home(client, page, contest, state):
    Contest.objects.update(state=state)
    response = page()
    assert (response.status_code, response.url) == (302, f"/contests/{contest.pk}/")
    home = client.get(response.url).content.decode()
    assert f"/contests/{contest.pk}/annotate/" not in home


def test_strangers_and_managers_get_404(client, page, contest, eve, carl):
    for person in (eve, carl):
        client.force_login(person)
        assert page().status_code == 404


def test_the_page_holds_no_text_of_a_task(page, contest):
    response = page().content.decode()
    assert not any(text in response for text in contest.inputs.values_list("text", flat=True))
