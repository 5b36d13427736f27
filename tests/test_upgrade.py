"""A database of the version before is upgraded, and everything in it is as it was.

`tests/data/upgrade` was written by version 0.1.0, before features had folders: the rows of a small invented installation,
and what its manager was answered at every address that there was.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, transaction
from django.db.migrations.executor import MigrationExecutor
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from accounts.models import User
from contests.annotating.models import AnnotationTask
from contests.contest.models import Contest
from tests.services import real_database

pytestmark = pytest.mark.database

DATA = Path(__file__).parent / "data" / "upgrade"
EXPECTED = json.loads((DATA / "expected.json").read_text())
PAGES = EXPECTED["pages"]
# Pages that said how far a job is: they let what is still open of the version before reload.
ANSWERS_OTHERWISE = ("/progress/",)


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory, django_db_setup, django_db_blocker):
    folder = tmp_path_factory.mktemp("upgrade")
    with django_db_blocker.unblock(), real_database(folder, is_empty=True):
        executor = MigrationExecutor(connection)
        before = executor.migrate([tuple(leaf) for leaf in EXPECTED["migrations"]])
        with transaction.atomic(), triggers_off():
            fill(before.apps)
        call_command("migrate", interactive=False, verbosity=0)
        yield


@contextmanager
def triggers_off() -> Iterator[None]:
    """Let rows be stored whose order no trigger would allow, and without what triggers note."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            triggers = cursor.fetchall()
            for name, _ in triggers:
                cursor.execute(f'DROP TRIGGER "{name}"')
            yield
            for _, statement in triggers:
                cursor.execute(statement)
        else:
            for table in connection.introspection.table_names(cursor):
                cursor.execute(f'ALTER TABLE "{table}" DISABLE TRIGGER USER')
            yield
            # Otherwise its tables could not be altered: their keys are looked at now.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
            for table in connection.introspection.table_names(cursor):
                cursor.execute(f'ALTER TABLE "{table}" ENABLE TRIGGER USER')


def fill(apps: Any) -> None:
    """Store the rows as the version before had them."""
    models = []
    for line in (DATA / "rows.jsonl").read_text().splitlines():
        row = json.loads(line)
        model = apps.get_model(row["model"])
        models.append(model)
        names = {model._meta.pk.name: row["pk"]} | row["fields"]
        own, many = {}, {}
        for name, value in names.items():
            field = model._meta.get_field(name)
            if field.many_to_many:
                many[name] = value
            else:
                own[field.attname] = field.to_python(value)
        stored = model(**own)
        # As it stands, without what fields do on saving.
        stored.save_base(raw=True)
        for name, others in many.items():
            getattr(stored, name).set(others)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), set(models)):
            cursor.execute(statement)


@pytest.fixture(scope="module")
def manager(upgraded) -> Client:
    client = Client()
    client.force_login(User.objects.get(email="carl@example.org"))
    return client


def test_every_page_opens_as_before(manager):
    otherwise = {}
    for page in PAGES:
        answer = manager.get(page["path"])
        moved = answer.status_code in (301, 302) and page["status"] == 200
        status = manager.get(answer.url).status_code if moved else answer.status_code
        if status != page["status"] and not page["path"].endswith(ANSWERS_OTHERWISE):
            otherwise[page["path"]] = (page["status"], status)
    assert otherwise == {}


@pytest.mark.parametrize(
    "page", [each for each in PAGES if "body" in each], ids=lambda page: page["path"]
)
def test_files_and_api_say_what_they_said(manager, page):
    # Documents have pseudonyms now, unless their ids are asked for.
    asked = {"keeps_document_ids": "true"} if page["path"].endswith("records.jsonl") else {}
    answer = manager.get(page["path"], asked, follow=True)
    body = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if page["type"] == "application/json":
        before = json.loads(page["body"])
        if page["path"].endswith("experiments/data.json"):
            # Results follow from people now, not from tasks; the data are as they were.
            del before["report"]
        if "layout" in before and "/scoreboard/history/" in page["path"]:
            # The axis has the title of its factor now.
            before["layout"]["yaxis"].pop("title", None)
        assert_holds(json.loads(body), before, page["path"])
    elif page["path"].endswith("errors.csv"):
        # Two columns were added: who found it, and how certain it was.
        lines = body.decode().splitlines(keepends=True)
        kept = [",".join(line.split(",")[:-2]) + "\r\n" for line in lines]
        assert "".join(kept) == page["body"]
        assert {line.split(",")[-2] for line in lines[1:]} <= {"rules", ""}
    else:
        assert body.decode() == page["body"]


def assert_holds(now: Any, before: Any, where: str) -> None:
    """Fail unless all that was said is still said; members may have been added."""
    if isinstance(before, dict):
        assert isinstance(now, dict), where
        for name, value in before.items():
            assert name in now, f"{where}: {name} is gone"
            assert_holds(now[name], value, f"{where}: {name}")
    elif isinstance(before, list):
        assert len(now) == len(before), where
        for number, (one, other) in enumerate(zip(now, before, strict=True)):
            assert_holds(one, other, f"{where}: {number}")
    else:
        assert now == before, where


def test_contests_that_were_opened_keep_the_goal_that_they_showed(upgraded):
    goals = Contest.objects.order_by("pk").values_list("state", "collective_goal")
    assert list(goals) == [("open", 10), ("open", 10_000), ("draft", None)]


def test_tasks_of_before_have_the_teams_they_were_handed_out_for(upgraded):
    tasks = AnnotationTask.objects.order_by("annotator")
    teams = tasks.values_list("annotator", "team").distinct()
    assert list(teams) == [(2, 1), (4, 4), (5, 4), (6, 3), (7, 3), (8, 3)]


def test_contests_keep_the_weights_that_they_had(upgraded):
    weights = {"tasks": 0.2, "annotations": 0.2, "throughput": 0.2, "quality": 0.4}
    assert [contest.weights for contest in Contest.objects.all()] == 3 * [weights]


def test_nothing_waits_for_a_migration(upgraded):
    executor = MigrationExecutor(connection)
    assert executor.migration_plan(executor.loader.graph.leaf_nodes()) == []


def addresses(resolver: URLResolver, prefix: str = "", space: str = "") -> set[tuple[str, str]]:
    found = set()
    for each in resolver.url_patterns:
        pattern = prefix + str(each.pattern)
        if isinstance(each, URLPattern):
            found.add((f"{space}{each.name}", pattern))
        else:
            inner = f"{space}{each.namespace}:" if each.namespace else space
            found |= addresses(each, pattern, inner)
    return found


def test_every_name_of_an_address_leads_where_it_led():
    gone = {tuple(each) for each in EXPECTED["addresses"]} - addresses(get_resolver())
    assert gone == set()
