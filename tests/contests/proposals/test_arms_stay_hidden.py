"""Nobody is told which arm of an experiment they are in: not by pages, not by the interface."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.audit import Actor
from contests.contest.models import Contest
from contests.people.services.joining import create_link, token_of
from contests.training.services import add_ready_made
from tests.factories import publish_guidelines

TELLING = re.compile(
    r"experimental|expérimental|control team|équipe témoin|retention|rétention|perturbation|\barms?\b"
    r"|pre-annotation",
    re.IGNORECASE,
)
PAGES = ["", "training/", "alias/"]


@pytest.fixture
def linguine(contest, ana_in_contest, client):
    publish_guidelines(contest)
    add_ready_made(contest=contest, actor=Actor())
    Contest.objects.update(requires_training=True)
    client.force_login(ana_in_contest.user)
    return ana_in_contest


@pytest.mark.parametrize("language", ["en", "fr"])
def test_pages_for_annotators_do_not_speak_of_arms(client, contest, linguine, language):
    linguine.user.language = language
    linguine.user.save()
    client.get(f"/contests/{contest.pk}/guidelines/")
    for page in PAGES:
        response = client.get(f"/contests/{contest.pk}/{page}")
        assert response.status_code == 200
        assert TELLING.findall(response.content.decode()) == [], page
    assert TELLING.findall(client.get("/contests/").content.decode()) == []


def test_the_interface_does_not_speak_of_arms(client, contest, linguine):
    client.get(f"/contests/{contest.pk}/guidelines/")
    for name in ("tasks/", "training/tasks/"):
        path = f"/api/contests/{contest.pk}/{name}"
        text = client.post(path, {}, content_type="application/json").content.decode()
        assert TELLING.findall(text) == [], name


def test_the_page_to_join_does_not_speak_of_teams_or_arms(client, contest, carl):
    link = create_link(
        contest=contest,
        expires_at=timezone.now() + timedelta(days=1),
        most_people=None,
        domains=(),
        manager=carl,
        actor=Actor(carl),
    )
    page = client.get(f"/join/{token_of(link)}/").content.decode()
    assert TELLING.findall(page) == []
    assert "farfalle" not in page
