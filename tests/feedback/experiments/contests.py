"""An experiment in the database: people, timed answers, and the verdicts of a run."""

from datetime import UTC, datetime

from agreement.runs.models import AlignedPlace, InputResult, Judgement, ProcessingRun
from contests.annotating.services.answers import hand_out, take_answer
from contests.contest.models import Contest
from contests.people.models import Membership
from contests.people.services import members as setup
from contests.teams.models import Team
from feedback.experiments.domain.samples import DURATIONS, PENALTIES, Observations
from tests.conftest import create_person
from tests.factories import add_marked_inputs, submission
from web.frames import frame_of

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)


def observed(teams, tasks=(), alignments=(), **more) -> Observations:
    """Return what was observed, from rows like those of DURATIONS and PENALTIES."""
    return Observations(teams, frame_of(tasks, DURATIONS), frame_of(alignments, PENALTIES), **more)


def add_people(team: Team, count: int) -> list[Membership]:
    """Let people join a team; their aliases must not be seen in what is downloaded."""
    return [
        setup.add_member(
            contest=team.contest,
            user=create_person(f"{team.name}{number}"),
            role="annotator",
            alias=f"secret-{team.name}-{number}",
            team=team,
        )
        for number in range(count)
    ]


def add_inputs(contest: Contest, count: int) -> None:
    add_marked_inputs(
        contest, *(f"Contrôle {number} le [18#03#2022](TEMPORAL:DATE)." for number in range(count))
    )


def answer_in(member: Membership, *seconds: float | None, verdict: str = "accept") -> None:
    """Answer the next tasks, each in so many seconds."""
    for each in seconds:
        (task,) = hand_out(annotator=member, count=1)
        spent = None if each is None else round(1000 * each)
        take_answer(
            annotator=member,
            task_id=task.pk,
            submission=submission(duration_ms=spent, verdict=verdict),
        )


def publish_judgements(contest: Contest, judge) -> ProcessingRun:
    """Write what a run would: one place per input, right or wrong as `judge(member, number)` says."""
    run = ProcessingRun.objects.create(
        contest=contest,
        number=contest.runs.count() + 1,
        state="published",
        finished_at=NOW,
        is_latest=True,
        settings_digest=b"",
    )
    for number, item in enumerate(contest.inputs.order_by("pk")):
        tasks = list(item.tasks.exclude(answered_at=None).order_by("annotator"))
        result = InputResult.objects.create(
            input=item, run=run, is_current=True, digest=b"", kind="compared", annotators=len(tasks)
        )
        place = AlignedPlace.objects.create(
            result=result, position=0, start=0, end=5, voters=len(tasks), state="gold"
        )
        for task in tasks:
            agrees = judge(task.annotator, number)
            Judgement.objects.create(
                place=place,
                annotator=task.annotator,
                answer=task.answers.get(is_live=True),
                answered_at=task.answered_at,
                segment_agrees=agrees,
                category_agrees=agrees,
            )
    return run
