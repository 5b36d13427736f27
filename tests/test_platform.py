"""The front door and the health page."""

import subprocess
import sys
from datetime import timedelta

import pytest
import redis
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from annotation_platform.schedule import UPKEEP
from contests.annotating.api import ContestsView
from jobs.models import Job
from jobs.selectors import are_jobs_stuck
from tests.services import ROOT, free_port, running_queue


@pytest.fixture
def redis_url(tmp_path):
    with running_queue(tmp_path) as url:
        yield url


def test_health_names_what_does_not_answer(client, db, settings):
    settings.REDIS_URL = f"redis://127.0.0.1:{free_port()}/0"
    response = client.get("/health/")
    assert response.status_code == 503
    told = {"database": True, "queue": False, "upkeep": False, "workers": True}
    assert response.json() == told
    assert client.get("/health/web/").json() == {"database": True, "queue": False}


def test_a_database_that_is_busy_for_too_long_asks_to_come_back(client, ana, monkeypatch):
    from contests.contest.models import Contest

    def lock(*_args, **_kwargs):
        raise OperationalError("database is locked")

    monkeypatch.setattr(Contest.objects, "visible_to", lock)
    client.force_login(ana)
    client.raise_request_exception = False
    response = client.get("/contests/")
    assert response.status_code == 503
    assert int(response["Retry-After"]) > 0
    assert "locked" not in response.content.decode()


def open_page(client, path):
    """Go to an address as a browser does."""
    return client.get(path, headers={"accept": "text/html,*/*;q=0.8"})


def test_an_address_that_only_takes_forms_leads_a_browser_to_the_page_above(client, contest, carl):
    client.force_login(carl)
    response = open_page(client, f"/contests/{contest.pk}/pre-annotation/formats/new/")
    assert response.url == f"/contests/{contest.pk}/pre-annotation/"
    assert "Your input was not saved." in open_page(client, response.url).content.decode()
    assert open_page(client, f"/contests/{contest.pk}/state/").url == f"/contests/{contest.pk}/"


def test_a_script_hears_that_an_address_only_takes_forms(client, contest, carl):
    client.force_login(carl)
    assert client.get(f"/contests/{contest.pk}/state/").status_code == 405


@pytest.mark.queue
def test_health_is_good_where_database_and_queue_answer(client, db, settings, redis_url):
    settings.REDIS_URL = redis_url
    assert redis.Redis.from_url(redis_url).ping()
    good = {"database": True, "queue": True, "upkeep": True, "workers": True}
    assert client.get("/health/").json() == good


@pytest.mark.queue
def test_health_tells_upkeep_that_nobody_does_and_leaves_pages_to_the_proxy(
    client, db, settings, redis_url
):
    settings.REDIS_URL = redis_url
    queue = redis.Redis.from_url(redis_url)
    queue.rpush(UPKEEP, *range(30))
    response = client.get("/health/")
    queue.delete(UPKEEP)
    assert (response.status_code, response.json()["upkeep"]) == (503, False)
    assert client.get("/health/web/").status_code == 200


def wait_for(minutes, **changes):
    """Let a job wait for so long."""
    job = Job.objects.create(kind="tests.count")
    past = timezone.now() - timedelta(minutes=minutes)
    Job.objects.filter(pk=job.pk).update(due_at=past, **changes)
    return past


def test_health_tells_a_worker_that_does_not_take_jobs(client, db):
    wait_for(4)
    assert client.get("/health/").json()["workers"]
    wait_for(6)
    assert not client.get("/health/").json()["workers"]


def test_busy_workers_are_not_stuck_before_an_hour_has_passed(db):
    now = timezone.now()
    wait_for(8, state="running", started_at=now, heartbeat_at=now, lease="a")
    wait_for(50)
    assert not are_jobs_stuck()
    wait_for(61)
    assert are_jobs_stuck()


def test_programs_hear_in_json_that_there_is_nothing(client, db):
    for path, accept in (("/api/nowhere/", "*/*"), ("/nowhere/", "application/json")):
        answer = client.get(path, headers={"Accept": accept})
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    page = client.get("/nowhere/", headers={"Accept": "text/html,*/*"})
    assert page["Content-Type"].startswith("text/html")


def test_programs_hear_in_json_that_something_broke(client, ana, monkeypatch):
    def fail(*_args, **_kwargs):
        raise OperationalError("database is locked")

    client.force_login(ana)
    client.raise_request_exception = False
    monkeypatch.setattr(ContestsView, "in_pages", fail)
    answer = client.get("/api/contests/")
    assert (answer.status_code, answer.json()["code"]) == (503, "error")
    assert answer["Retry-After"]
    assert answer.json()["request_id"]


def test_programs_hear_in_json_that_a_request_was_forged(ana):
    careful = Client(enforce_csrf_checks=True)
    careful.force_login(ana)
    answer = careful.post("/api/session/", {}, headers={"Accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf")


FIRST_REQUEST = """
import sys
from annotation_platform.asgi import application
from django.test import Client
from jobs.registry import title_of
known = set(sys.modules)
status = Client(SERVER_NAME="localhost").get("/accounts/login/").status_code
title_of("none")
print(status, *(set(sys.modules) - known))
"""


def test_the_first_request_waits_for_hardly_any_module():
    command = [sys.executable, "-c", FIRST_REQUEST]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    status, *modules = done.stdout.splitlines()[-1].split()
    assert status == "200"
    # Formats of dates and the like, by language.
    assert len(modules) < 40, modules
    assert [name for name in modules if name.startswith(("contests", "gold", "jobs"))] == []
