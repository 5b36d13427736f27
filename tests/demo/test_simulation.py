"""Simulated people answer through the services, and an interrupted simulation loses nothing."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from contests.annotating.models import AnnotationTask, Answer
from contests.annotating.services import answers as simulation_module_answers
from contests.annotating.services.answers import hand_out, take_answer
from contests.contest.models import Contest
from contests.people.models import Membership
from demo import simulation as simulation_module
from demo import tasks
from demo.annotators.cast import CAST
from demo.schedule import Worker, plan_sessions, working_days
from demo.simulation import Position, Seat, Simulation
from jobs import services
from jobs.errors import JobCancelled, JobInterrupted
from jobs.models import Job
from jobs.runs import JobRun
from tests.demo.lines import LINES
from tests.demo.tables import snapshot, wipe
from tests.factories import add_marked_inputs, submission
from text.markup import render
from text.tokens import digest_of


@pytest.fixture(autouse=True)
def _short_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation_module, "BATCH_SIZE", 3)


@pytest.fixture
def seats(contest: Contest, ana_in_contest: Membership, bob_in_contest: Membership) -> list[Seat]:
    """Ana and bob, who often change their minds, before eighteen more lines."""
    add_marked_inputs(contest, *(render(line.text, line.gold) for line in LINES))
    hesitant = [replace(one, profile=replace(one.profile, second_thoughts=0.3)) for one in CAST[:2]]
    return [
        Seat(hesitant[0], ana_in_contest),
        Seat(hesitant[1], bob_in_contest),
    ]


@pytest.fixture
def simulation(contest: Contest, seats: list[Seat]) -> Simulation:
    """Seventeen tasks each on three days, of twenty-two inputs."""
    return simulate(contest, seats, tasks_each=17)


def simulate(contest: Contest, seats: list[Seat], *, tasks_each: int) -> Simulation:
    sessions = plan_sessions(
        [Worker(seat.performer.alias, tasks_each) for seat in seats],
        days=working_days(last=date(2022, 3, 18), count=3),
        seed=contest.seed,
        zone=ZoneInfo("Europe/Zurich"),
    )
    gold = {digest_of(line.text): line.gold for line in LINES}
    return Simulation(contest=contest, seats=seats, sessions=sessions, gold=gold)


def play_to_the_end(simulation: Simulation) -> None:
    position = Position()
    while not simulation.is_over(position):
        position = simulation.play(position)
    assert position.done == simulation.total


def start_job() -> JobRun:
    job = services.create_job(kind=tasks.KIND, key="demo")
    claimed = services.claim_job(job_id=job.pk, worker="host:1")
    assert claimed is not None
    return JobRun.of(claimed)


def go_on(run: JobRun) -> JobRun:
    claimed = services.claim_job(job_id=run.job_id, worker="host:2")
    assert claimed is not None
    return JobRun.of(claimed)


def test_everyone_does_their_tasks_and_has_some_left(
    simulation: Simulation, seats: list[Seat]
) -> None:
    play_to_the_end(simulation)
    for seat in seats:
        tasks_of = AnnotationTask.objects.filter(annotator=seat.member)
        assert tasks_of.filter(answered_at__isnull=False).count() == 17
        assert tasks_of.filter(answered_at=None).count() == 5


def test_the_counter_of_accepted_tasks_equals_a_recount(
    simulation: Simulation, seats: list[Seat]
) -> None:
    play_to_the_end(simulation)
    for seat in seats:
        seat.member.refresh_from_db()
        accepted = Answer.objects.filter(
            task__annotator=seat.member, is_live=True, verdict="accept"
        )
        assert seat.member.accepted_tasks == accepted.count() > 10


def test_second_thoughts_leave_a_history(simulation: Simulation) -> None:
    play_to_the_end(simulation)
    again = Answer.objects.filter(version=2)
    assert 3 < again.count() < 20
    for answer in again:
        first = answer.task.answers.get(version=1)
        assert answer.is_live
        assert not first.is_live
        assert first.answered_at < answer.answered_at == answer.task.answered_at


def test_answers_are_in_the_past_one_after_the_other(
    simulation: Simulation, seats: list[Seat]
) -> None:
    play_to_the_end(simulation)
    for seat in seats:
        times = [
            (answer.answered_at, answer.received_at)
            for answer in Answer.objects.filter(task__annotator=seat.member).order_by("answered_at")
        ]
        assert all(answered < received < timezone.now() for answered, received in times)
        assert len({answered for answered, _ in times}) == len(times)


def test_only_the_experimental_team_is_shown_something(
    simulation: Simulation, seats: list[Seat]
) -> None:
    play_to_the_end(simulation)
    shown = [
        sum(len(task.shown_units) for task in AnnotationTask.objects.filter(annotator=seat.member))
        for seat in seats
    ]
    assert shown[0] > 10
    assert shown[1] == 0


def test_playing_again_gives_the_same(contest: Contest, simulation: Simulation) -> None:
    play_to_the_end(simulation)
    first = snapshot(contest)
    wipe(contest)
    play_to_the_end(simulation)
    assert snapshot(contest) == first


@pytest.mark.parametrize("steps", [1, 4, 9])
def test_a_job_released_after_some_steps_ends_as_if_undisturbed(
    contest: Contest, simulation: Simulation, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_to_the_end(simulation)
    undisturbed = snapshot(contest)
    wipe(contest)
    run = start_job()
    with monkeypatch.context() as patch:
        after(simulation, steps, lambda: services.interrupt_jobs(worker="host:1"), patch)
        with pytest.raises(JobInterrupted):
            tasks.play_in_steps(run, simulation)
    assert Answer.objects.count() < len(undisturbed["answers"])
    services.release_job(job_id=run.job_id, lease=run.lease)
    tasks.play_in_steps(go_on(run), simulation)
    assert snapshot(contest) == undisturbed


def after(
    simulation: Simulation, steps: int, act: Callable[[], object], patch: pytest.MonkeyPatch
) -> None:
    """Let something happen when the simulation has played so many batches."""
    original, played = simulation.play, []

    def play(position: Position) -> Position:
        played.append(position)
        if len(played) == steps + 1:
            act()
        return original(position)

    patch.setattr(simulation, "play", play)


class Killed(BaseException):
    """The process is gone in the middle of a step."""


@pytest.mark.parametrize("answers", [1, 8, 20])
def test_a_job_killed_in_the_middle_of_a_step_ends_as_if_undisturbed(
    contest: Contest, simulation: Simulation, answers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    play_to_the_end(simulation)
    undisturbed = snapshot(contest)
    wipe(contest)
    run = start_job()
    left = iter(range(answers))
    original = simulation_module_answers.take_answer

    def take_answer(**submitted: object) -> object:
        if next(left, None) is None:
            raise Killed
        return original(**submitted)

    with monkeypatch.context() as patch:
        patch.setattr(simulation_module, "take_answer", take_answer)
        with pytest.raises(Killed):
            tasks.play_in_steps(run, simulation)
    services.release_running_jobs(died=True)
    tasks.play_in_steps(go_on(run), simulation)
    assert snapshot(contest) == undisturbed


def test_the_job_shows_its_progress(simulation: Simulation) -> None:
    run = start_job()
    tasks.play_in_steps(run, simulation)
    job = Job.objects.get(pk=run.job_id)
    assert job.progress_done == job.progress_total == 34


def test_a_cancelled_job_stops(simulation: Simulation, monkeypatch: pytest.MonkeyPatch) -> None:
    run = start_job()
    cancelled = Job.objects.filter(pk=run.job_id)
    after(simulation, 2, lambda: cancelled.update(cancel_requested_at=timezone.now()), monkeypatch)
    with pytest.raises(JobCancelled):
        tasks.play_in_steps(run, simulation)
    assert 0 < Answer.objects.filter(version=1).count() < 34


def test_who_was_removed_stops_and_the_others_go_on(
    simulation: Simulation, seats: list[Seat]
) -> None:
    Membership.objects.filter(pk=seats[0].member.pk).update(removed_at=timezone.now())
    play_to_the_end(simulation)
    assert not AnnotationTask.objects.filter(annotator=seats[0].member).exists()
    assert AnnotationTask.objects.filter(annotator=seats[1].member).exists()


def test_in_a_closed_contest_nobody_answers(contest: Contest, simulation: Simulation) -> None:
    Contest.objects.filter(pk=contest.pk).update(state=Contest.State.CLOSED)
    play_to_the_end(simulation)
    assert not Answer.objects.exists()


def test_nobody_answers_more_than_there_is(contest: Contest, seats: list[Seat]) -> None:
    play_to_the_end(simulate(contest, seats, tasks_each=100))
    assert AnnotationTask.objects.filter(answered_at__isnull=False).count() == 2 * 22


def test_what_a_person_answered_meanwhile_stays_live(
    contest: Contest, simulation: Simulation, seats: list[Seat]
) -> None:

    task = hand_out(annotator=seats[0].member, count=1)[0]
    own = take_answer(
        annotator=seats[0].member, task_id=task.pk, submission=submission(verdict="ignore")
    )
    play_to_the_end(simulation)
    own.refresh_from_db()
    assert own.is_live
    assert task.answers.count() == 1


def test_who_doubts_flags_and_answers_as_before(contest: Contest, seats: list[Seat]) -> None:
    def units(doubt: float) -> tuple[list[object], int]:
        doubtful = [
            Seat(replace(s.performer, profile=replace(s.performer.profile, doubt=doubt)), s.member)
            for s in seats
        ]
        played = simulate(contest, doubtful, tasks_each=5)
        position = Position()
        while not played.is_over(position):
            position = played.play(position)
        given = Answer.objects.filter(is_live=True).order_by("id")
        found = list(given.values_list("id", "verdict", "duration_ms"))
        flagged = given.filter(is_flagged=True).count()
        wipe(contest)
        return found, flagged

    sure, none = units(0)
    unsure, some = units(1)
    assert sure == unsure
    assert none == 0 < some
