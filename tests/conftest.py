"""What every test stands on: the real static files, and a small cast."""

import gc
import hashlib
import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import django
import hypothesis
import pytest
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher, make_password
from django.core.management import call_command
from django.db import IntegrityError, OperationalError, connection, transaction
from django.test import Client, TransactionTestCase
from django.utils import timezone
from whitenoise.base import WhiteNoise
from whitenoise.responders import StaticFile

from accounts.audit import Actor
from accounts.models import User
from accounts.triggers import AUDIT_CREATE, AUDIT_DROP
from contests.categories.domain.presets import CONFUSABLE_PAIRS, SWISS_HOSPITAL
from contests.categories.services import add_categories
from contests.contest.models import Contest
from contests.people.models import Membership
from contests.people.services import members as setup_members
from contests.setup.services import create_contest
from contests.teams import services as setup
from gold import triggers as gold_triggers
from tests.api_description import problems_of
from tests.data_folder import COMPILED
from tests.factories import add_marked_inputs

pytest_plugins = ["tests.mailbox", "tests.requirements"]

# An example may take its time, and drawing it too: how long says more of the machine than of us.
hypothesis.settings.register_profile(
    "palio",
    parent=hypothesis.settings.default,
    deadline=None,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
hypothesis.settings.load_profile("palio")

ROOT = Path(__file__).parent.parent
PASSWORD = "palio-demo"
DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "django_db_setup"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what uses the database, so that it can be run again on PostgreSQL."""
    for item in items:
        if DATABASE_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.database)


def pytest_collection_finish() -> None:
    """Keep the garbage collector from what is there to stay: it would go through all of it, often."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Accept a migrated SQLite file; it is removed with the data folder."""
    return connection.vendor == "sqlite"


@pytest.fixture(scope="session")
def django_db_modify_db_settings() -> None:
    """Use a file as a running platform does: in memory, two requests at once lock each other out.

    Migrating takes 17 seconds of processor time, so the file starts as a copy of one that is migrated.
    """
    if connection.vendor == "sqlite":
        path = settings.DATA_DIR / "test.sqlite3"
        connection.settings_dict["TEST"]["NAME"] = str(path)
        if (migrated := _migrated_copy()).exists():
            shutil.copy(migrated, path)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """Keep a copy of the migrated database until a migration changes."""
    migrated = _migrated_copy()
    if connection.vendor != "sqlite" or migrated.exists():
        return
    mine = migrated.with_suffix(f".{os.getpid()}")
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(mine)])
    mine.replace(migrated)


@cache
def _migrated_copy() -> Path:
    digest = hashlib.sha256(django.__version__.encode())
    for pattern in ("*/migrations/*.py", "*/triggers.py"):
        for source in sorted(ROOT.glob(pattern)):
            digest.update(source.name.encode() + source.read_bytes())
    return COMPILED.parent / f"migrated-{digest.hexdigest()[:16]}.sqlite3"


@pytest.fixture(autouse=True, scope="session")
def _static_files() -> None:
    """Collect the static files once: pages name them by their hash."""
    call_command("collectstatic", interactive=False, verbosity=0)


@pytest.fixture(autouse=True, scope="session")
def _static_files_listed_once(_static_files: None) -> Iterator[None]:
    """List the static files once: every test client has its own WhiteNoise, which reads the disk."""
    listed: dict[str, dict[str, StaticFile]] = {}
    read = WhiteNoise.update_files_dictionary

    def update(noise: WhiteNoise, root: str, prefix: str) -> None:
        if root not in listed:
            read(noise, root, prefix)
            listed[root] = dict(noise.files)
        noise.files.update(listed[root])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoise, "update_files_dictionary", update)
        yield


@pytest.fixture(autouse=True, scope="session")
def _hasty_passwords() -> Iterator[None]:
    """Let argon2 take as little as it can: it is slow on purpose, and tests sign in often."""
    with pytest.MonkeyPatch.context() as patch:
        for cost, least in {"time_cost": 1, "memory_cost": 8, "parallelism": 1}.items():
            patch.setattr(Argon2PasswordHasher, cost, least)
        yield


@pytest.fixture(autouse=True, scope="session")
def _answers_as_described() -> Iterator[None]:
    """Judge every answer that a test gets from the interface by the interface's description."""
    ask = Client.request

    def request(client: Client, **request: Any) -> Any:
        response = ask(client, **request)
        if request.get("PATH_INFO", "").startswith("/api/"):
            assert problems_of(response) == []
        return response

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Client, "request", request)
        yield


# Made by the migrations, and the same for every test.
KEPT = {"django_migrations", "django_content_type", "auth_permission"}
# Triggers that let nobody take rows away, but the test runner.
GUARDS = [(AUDIT_DROP, AUDIT_CREATE), (gold_triggers.DROP, gold_triggers.CREATE)]


@pytest.fixture(autouse=True, scope="session")
def _empty_only_what_is_filled() -> Iterator[None]:
    """Empty the few tables that a test has filled: to truncate all takes longer than most tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TransactionTestCase, "_fixture_teardown", lambda _: empty_tables())
        yield


def empty_tables() -> None:
    """Empty all tables until none is filled: a page that was closed may still be answered meanwhile."""
    for _ in range(20):
        # Rows that came meanwhile, or a deadlock with the one who writes them.
        with suppress(IntegrityError, OperationalError):
            if not _empty_filled_tables():
                return
    pytest.fail("Somebody fills tables all the time.")


def _empty_filled_tables() -> list[str]:
    # Foreign keys are judged at the end of the transaction, so any order will do.
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_which_are_filled())
        filled = [table for (table,) in cursor.fetchall()]
        if not filled:
            return filled
        for drop, _ in GUARDS:
            for statement in drop[connection.vendor]:
                cursor.execute(statement)
        for table in filled:
            cursor.execute(f"DELETE FROM {table}")
        if connection.vendor == "postgresql":
            # What is judged late must be judged before a table is altered again.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        for _, create in GUARDS:
            for statement in create[connection.vendor]:
                cursor.execute(statement)
    return filled


@cache
def _which_are_filled() -> str:
    tables = sorted(set(connection.introspection.django_table_names(only_existing=True)) - KEPT)
    return " UNION ALL ".join(
        f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {table})" for table in tables
    )


@cache
def password_hash() -> str:
    """Return the hash of the common password, made once."""
    return make_password(PASSWORD)


def create_person(name: str) -> User:
    return User.objects.create(
        email=f"{name}@example.org",
        email_confirmed_at=timezone.now(),
        name=name.title(),
        language="en",
        password=password_hash(),
    )


@pytest.fixture
def carl(db: None) -> User:
    return create_person("carl")


@pytest.fixture
def ana(db: None) -> User:
    return create_person("ana")


@pytest.fixture
def bob(db: None) -> User:
    return create_person("bob")


@pytest.fixture
def eve(db: None) -> User:
    """A stranger: has an account and no part in any contest."""
    return create_person("eve")


@pytest.fixture
def contest(carl: User) -> Contest:
    """An open contest of carl's, with two teams in one group and four inputs."""
    contest = create_contest(
        name="Palio di prova",
        manager=carl,
        actor=Actor(carl),
        goal_per_annotator=10,
        seed=7,
        confusable_pairs=[list(pair) for pair in CONFUSABLE_PAIRS],
        state=Contest.State.OPEN,
    )
    add_categories(contest=contest, supercategories=SWISS_HOSPITAL)
    setup.add_team(contest=contest, group=1, name="farfalle", arm="experimental", retention=1)
    setup.add_team(contest=contest, group=1, name="gnocchi", arm="control", retention=0)
    add_marked_inputs(
        contest,
        "Vu par le Dr [Durand](NOM:PERSONNEL_MÉDICAL) à [14h30](TEMPORAL:TEMPS).",
        "Patient de [63 ans](DÉMOGRAPHIE:ÂGE), domicilié à [Nyon](EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE).",
        "Contrôle le [18#03#2022](TEMPORAL:DATE).",
        "Pas d'allergie connue.",
    )
    return contest


@pytest.fixture
def ana_in_contest(contest: Contest, ana: User) -> Membership:
    return setup_members.add_member(
        contest=contest,
        user=ana,
        role="annotator",
        alias="linguine",
        team=contest.teams.get(name="farfalle"),
    )


@pytest.fixture
def bob_in_contest(contest: Contest, bob: User) -> Membership:
    return setup_members.add_member(
        contest=contest,
        user=bob,
        role="annotator",
        alias="orzo",
        team=contest.teams.get(name="gnocchi"),
    )
