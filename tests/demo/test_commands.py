"""load_demo and simulate_contest: what they make, and what they refuse without a trace."""

from datetime import date

import pytest
from django.core.management import CommandError, call_command
from django.test import override_settings
from django.utils import timezone

from accounts.models import User
from contests.annotating.models import AnnotationTask, Answer
from contests.contest.models import Contest
from contests.people.models import Membership
from contests.people.selectors import collective_progress
from corpus.documents.models import Corpus, Document
from demo import tasks as loading
from demo.simulation import Position, Simulation
from demo.tasks import KIND
from jobs import execution, services
from jobs.models import Job
from tests.demo.conftest import SMALL
from tests.demo.tables import snapshot, wipe

ARGUMENTS = {"documents": 12, "annotators": 4, "days": 2, "seed": 3, "inputs": 40, "goal": 20}
REAL_RECIPE = loading._recipe


@pytest.fixture(autouse=True)
def _small_demo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loading, "_recipe", lambda: SMALL)


def simulate(**changes: object) -> None:
    arguments = ARGUMENTS | changes
    call_command(
        "simulate_contest", *(f"--{name}={value}" for name, value in arguments.items()), verbosity=0
    )


def run_demo_job() -> Job:
    job = Job.objects.get(kind=KIND)
    execution.run_job(job_id=job.pk, worker="host:1")
    job.refresh_from_db()
    return job


def counts() -> list[int]:
    tables = (User, Corpus, Document, Contest, Membership, AnnotationTask, Answer, Job)
    return [table.objects.count() for table in tables]


def test_the_demo_comes_with_its_accounts_and_a_job(db: None) -> None:
    call_command("load_demo")
    with_password = [user.email for user in User.objects.all() if user.has_usable_password()]
    assert sorted(with_password) == ["ana@example.org", "bob@example.org", "carl@example.org"]
    assert all(
        user.check_password("palio-demo") for user in User.objects.filter(email__in=with_password)
    )
    assert User.objects.filter(is_demo=True).count() == User.objects.count() == 10
    job = Job.objects.get()
    assert (job.kind, job.state, job.contest_id) == (KIND, "queued", Contest.objects.get().pk)
    assert job.created_by == User.objects.get(email="carl@example.org")


def test_the_real_demo_is_of_the_size_of_a_department() -> None:
    recipe = REAL_RECIPE()
    assert (recipe.annotators, recipe.inputs, recipe.goal) == (15, 1500, 400)
    assert recipe.last_day < timezone.localdate()


def test_loading_the_demo_twice_adds_nothing(db: None) -> None:
    call_command("load_demo")
    before = counts()
    call_command("load_demo")
    assert loading.load_demo() is None
    assert counts() == before


def test_beside_any_contest_the_demo_is_not_loaded(contest: Contest) -> None:
    before = counts()
    call_command("load_demo")
    assert counts() == before


@pytest.mark.parametrize("command", ["load_demo", "simulate_contest"])
@override_settings(PRODUCTION=True)
def test_production_refuses_simulated_people(db: None, command: str) -> None:
    required = ["--documents=1", "--annotators=1", "--days=1", "--seed=1"]
    arguments = required if command == "simulate_contest" else []
    with pytest.raises(CommandError, match="not in production"):
        call_command(command, *arguments)
    assert counts() == [0] * 8


def test_a_real_account_is_never_taken_over(ana: User) -> None:
    before = counts()
    with pytest.raises(CommandError, match="ana@example"):
        call_command("load_demo")
    assert counts() == before


def test_the_job_fills_the_contest(db: None) -> None:
    call_command("load_demo")
    job = run_demo_job()
    contest = Contest.objects.get()
    assert (job.state, job.last_error) == ("succeeded", "")
    assert job.progress_done == job.progress_total
    assert 45 <= collective_progress(contest).percent <= 52
    for login in ("ana", "bob"):
        member = contest.memberships.get(user__email=f"{login}@example.org")
        assert member.tasks.filter(answered_at=None).exists()
    for member in contest.memberships.annotators():
        live = Answer.objects.filter(task__annotator=member, is_live=True, verdict="accept")
        assert member.accepted_tasks == live.count()


def test_a_job_stopped_and_run_again_ends_as_if_undisturbed(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    call_command("load_demo")
    contest = Contest.objects.get()
    run_demo_job()
    undisturbed = snapshot(contest)
    wipe(contest)
    Job.objects.update(state="queued", finished_at=None, checkpoint={}, progress_done=0)
    stop_after(11, monkeypatch)
    assert run_demo_job().state == "queued"
    assert 0 < Answer.objects.count() < len(undisturbed["answers"])
    assert run_demo_job().state == "succeeded"
    assert snapshot(contest) == undisturbed


def stop_after(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the worker be told to shut down when so many batches have been answered."""
    played: list[Position] = []
    play = Simulation.play

    def counted(self: Simulation, position: Position) -> Position:
        played.append(position)
        if len(played) == steps:
            services.interrupt_jobs(worker="host:1")
        return play(self, position)

    monkeypatch.setattr(Simulation, "play", counted)


def test_a_simulated_contest_is_filled_at_once(db: None) -> None:
    simulate()
    contest = Contest.objects.get()
    assert (contest.name, contest.seed, contest.state) == ("Palio simulé 3", 3, "open")
    assert contest.inputs.count() == 40
    assert contest.memberships.annotators().count() == 4
    assert Answer.objects.filter(is_live=True).count() == pytest.approx(4 * 20 * 0.44, abs=2)
    assert not Job.objects.exists()


def test_without_a_number_of_inputs_every_line_is_one(db: None) -> None:
    call_command("simulate_contest", "--documents=3", "--annotators=2", "--days=1", "--seed=1")
    texts = {line for one in Document.objects.all() for line in one.chunks.values_list("text")}
    assert Contest.objects.get().inputs.count() == len(texts)


def test_more_people_than_the_cast_has(db: None) -> None:
    simulate(annotators=20, goal=2)
    assert Membership.objects.annotators().count() == 20


def test_the_same_seed_again_needs_another_name(db: None) -> None:
    simulate()
    before = counts()
    with pytest.raises(CommandError, match="already"):
        simulate()
    assert counts() == before
    simulate(name="Encore un palio")
    assert Contest.objects.count() == 2


@pytest.mark.parametrize(
    "changes",
    [
        {"documents": 0},
        {"documents": "many"},
        {"annotators": 0},
        {"annotators": -3},
        {"days": 0},
        {"seed": -1},
        {"seed": 2**63},
        {"inputs": 0},
        {"inputs": 100_000},
        {"goal": 0},
        {"goal": 5000},
        {"reached": 0},
        {"reached": 1.5},
        {"reached": "half"},
        {"name": " "},
        {"name": "x" * 101},
        {"until": "yesterday"},
        {"until": "2999-01-01"},
        {"until": "0001-01-01"},
    ],
    ids=str,
)
def test_bad_arguments_are_refused_and_nothing_changes(db: None, changes: dict) -> None:
    with pytest.raises(CommandError):
        simulate(**changes)
    assert counts() == [0] * 8


def test_the_last_day_can_be_chosen(db: None) -> None:
    simulate(until="2022-03-20")
    days = {answer.answered_at.date() for answer in Answer.objects.all()}
    assert days <= {date(2022, 3, 17), date(2022, 3, 18)}
