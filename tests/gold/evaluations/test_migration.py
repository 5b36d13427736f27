"""Evaluations of contests' gold move to the table of all evaluations, and nothing is lost."""

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from contests.categories.domain.presets import SWISS_HOSPITAL
from contests.categories.services import add_categories
from contests.contest.models import Contest
from gold.evaluations.models import Evaluation
from jobs.execution import run_job
from jobs.models import Job

pytestmark = pytest.mark.django_db(transaction=True)
WHEN = datetime(2026, 3, 2, 9, tzinfo=UTC)
TALLY = {"exact": {"CONTACT:EMAIL": [1, 1, 1]}, "tokens": {}, "confusion": [], "unsought": {}}
MISSED = {"kind": "missed", "gold_start": 0, "gold_end": 5, "gold_label": "CONTACT:URL"}
WIDER = {
    "kind": "bounds", "gold_start": 7, "gold_end": 9, "gold_label": "CONTACT:EMAIL",
    "found_start": 7, "found_end": 12, "found_label": "CONTACT:EMAIL",
    "rule": "contact.email", "trigger_start": 8, "trigger_end": 9,
}  # fmt: skip


def migrate(**targets: str) -> Any:
    """Migrate to the newest of all stages, but to these of some; return the models as they are there."""
    executor = MigrationExecutor(connection)
    newest = dict(executor.loader.graph.leaf_nodes())
    nodes = [*(newest | targets).items()]
    executor.migrate(nodes)
    return executor.loader.project_state(nodes).apps


@pytest.fixture
def old(transactional_db: None) -> Iterator[Any]:
    """The database as the version before left it."""
    yield migrate(
        contests="0012_own_keys", agreement="0006_totals_counted_anew", gold="0004_evaluations"
    )
    migrate()


@pytest.fixture
def contest(old: Any) -> Any:
    contest = old.get_model("contests", "Contest").objects.create(name="Palio", language="fr")
    old.get_model("contests", "ContestInput").objects.create(
        contest=contest, text="Écrire à ana@example.org", digest=b"1" * 32, tokens=[], gold=[]
    )
    return contest


def evaluate_as_before(old: Any, contest: Any, *errors: dict[str, Any], **fields: Any) -> Any:
    made = old.get_model("contests", "DetectorEvaluation").objects.create(
        contest_id=contest.pk, tally=TALLY, inputs=1, **fields
    )
    rows = old.get_model("contests", "DetectorError").objects
    for error in errors:
        rows.create(evaluation=made, input=contest.inputs.get(), **error)
    type(made).objects.filter(pk=made.pk).update(created_at=WHEN)
    return made


def test_every_evaluation_of_a_contest_and_every_error_is_kept(old, contest):
    person = old.get_model("accounts", "User").objects.create(email="carl@example.org")
    done = evaluate_as_before(
        old, contest, MISSED, WIDER, digest="a" * 64, finished_at=WHEN, created_by_id=person.pk
    )
    evaluate_as_before(old, contest, MISSED, digest="b" * 64)
    evaluate_as_before(old, contest, digest="")
    migrate()
    first, second, third = Evaluation.objects.filter(contest=contest.pk).order_by("pk")
    assert (first.finished_at, first.created_at, first.created_by_id) == (WHEN, WHEN, person.pk)
    assert (first.tally, first.texts, first.version) == (TALLY, 1, "")
    assert first.digest == hashlib.sha256(f"{contest.pk} {done.digest}".encode()).hexdigest()
    assert (second.finished_at, third.finished_at, third.digest) == (None, None, "")
    kept = list(first.errors.order_by("pk"))
    assert [{name: getattr(error, name) for name in WIDER} for error in kept[1:]] == [WIDER]
    assert [{name: getattr(error, name) for name in MISSED} for error in kept[:1]] == [MISSED]
    assert {error.contest_input_id for error in kept} == {contest.inputs.get().pk}
    assert (second.errors.count(), third.errors.count()) == (1, 0)


def test_a_job_that_waited_during_the_upgrade_ends_well(old, contest):
    waiting = evaluate_as_before(old, contest, MISSED, digest="b" * 64)
    job = old.get_model("jobs", "Job").objects.create(
        kind="contests.evaluate",
        key=f"contests.evaluate:{contest.pk}",
        contest_id=contest.pk,
        params={"evaluation": waiting.pk},
        checkpoint={"digest": "b" * 64, "last": contest.inputs.get().pk, "done": 1},
    )
    migrate()
    add_categories(contest=Contest.objects.get(), supercategories=SWISS_HOSPITAL)
    run_job(job_id=job.pk, worker="host:1")
    assert Job.objects.get().state == "succeeded"
    made = Evaluation.objects.get()
    assert made.finished_at is not None
    assert (made.texts, made.tally["exact"]["CONTACT:EMAIL"]) == (1, [0, 1, 0])
    assert [error.kind for error in made.errors.all()] == ["spurious"]


def test_evaluations_of_releases_stay_as_they_are(old):
    person = old.get_model("accounts", "User").objects.create(email="carl@example.org")
    contest = old.get_model("contests", "Contest").objects.create(name="Palio", language="fr")
    release = old.get_model("gold", "Release").objects.create(
        name="letters", version=1, created_by_id=person.pk
    )
    part = old.get_model("gold", "ReleaseContest").objects.create(
        release=release, contest_id=contest.pk
    )
    text = old.get_model("gold", "ReleaseInput").objects.create(
        release=release, contest=part, position=1, input_id=7, text="a", digest=b"1" * 32,
        tokens=[], kind="single", annotators=1, is_complete=True,
    )  # fmt: skip
    made = old.get_model("gold", "ReleaseEvaluation").objects.create(
        release=release, part="all", digest="c" * 64, rules="d" * 64, texts=1, tally=TALLY,
        created_by_id=person.pk, finished_at=WHEN,
    )  # fmt: skip
    old.get_model("gold", "ReleaseError").objects.create(evaluation=made, input=text, **MISSED)
    migrate()
    kept = Evaluation.objects.get()
    assert (kept.pk, kept.release_id, kept.contest, kept.part) == (made.pk, release.pk, None, "all")
    assert (kept.digest, kept.version, kept.tally, kept.texts) == ("c" * 64, "d" * 64, TALLY, 1)
    (error,) = kept.errors.all()
    assert (error.release_input_id, error.contest_input, error.kind) == (text.pk, None, "missed")
