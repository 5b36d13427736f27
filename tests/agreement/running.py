"""Runs in tests: answers from inline markup, and the same services as in a worker, without one."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.db.models import QuerySet

from agreement.runs.models import AlignedPlace, Contribution, InputResult, Judgement, ProcessingRun
from agreement.runs.services import run as processing
from contests.annotating.models import AnnotationTask, Answer
from contests.annotating.services.answers import take_answer
from contests.contest.models import Contest
from contests.inputs.models import ContestInput
from contests.people.models import Membership
from contests.people.services import members as setup
from jobs.execution import run_job
from jobs.models import Job
from tests.conftest import create_person
from tests.factories import submission
from text.markup import parse

START = datetime(2026, 3, 2, 9, tzinfo=UTC)


def run_now(contest: Contest) -> ProcessingRun:
    """Process what has changed and return the run that readers see then."""
    request = processing.start_run(contest=contest)
    if request.run is None:
        return ProcessingRun.objects.get(contest=contest, is_latest=True)
    return processing.work_through(run=request.run)


def join(contest: Contest, *names: str) -> list[Membership]:
    """Let people of these names annotate, in the contest's first team."""
    team = contest.teams.order_by("pk").first()
    return [
        setup.add_member(
            contest=contest, user=create_person(name), role="annotator", alias=name, team=team
        )
        for name in names
    ]


def give(member: Membership, marked: str, **options: Any) -> Answer:
    """Let a person answer the input with this text, with the marked units."""
    text, spans = parse(marked)
    item = ContestInput.objects.get(contest=member.contest_id, text=text)
    return answer(member, item, *[(s.start, s.end, s.label) for s in spans], **options)


def answer(
    member: Membership,
    item: ContestInput,
    *units: tuple[int, int, str],
    minute: int = 0,
    **options: Any,
) -> Answer:
    """Let a person answer an input, some minutes after the start."""
    task, _ = AnnotationTask.objects.get_or_create(
        input=item, annotator=member, defaults={"handed_out_at": START}
    )
    at = START + timedelta(minutes=minute)
    given = submission(*units, answered_at=at, **options)
    return take_answer(annotator=member, task_id=task.pk, submission=given, at=at)


def drain() -> None:
    """Do all queued jobs, one after the other, as a worker would."""
    queued = Job.objects.filter(state=Job.State.QUEUED).order_by("due_at", "created_at", "pk")
    while job := queued.first():
        run_job(job_id=job.pk, worker="tests:1")


def tables(contest: Contest) -> dict[str, Any]:
    """Return all that readers can see, without the numbers that a database gives to rows."""
    run = ProcessingRun.objects.get(contest=contest, is_latest=True)
    results = InputResult.objects.current().filter(input__contest=contest)
    return {
        "results": _rows(results, "input_id", leaving_out=("id", "run_id")),
        "places": _rows(
            AlignedPlace.objects.filter(result__in=results),
            "result__input_id",
            "position",
            leaving_out=("id", "result_id"),
        ),
        "verdicts": _rows(
            Judgement.objects.filter(place__result__in=results),
            "place__result__input_id",
            "place__position",
            "annotator_id",
            leaving_out=("id", "place_id"),
        ),
        "contributions": _rows(
            Contribution.objects.filter(result__in=results),
            "result__input_id",
            "annotator_id",
            leaving_out=("id", "result_id"),
        ),
        "tallies": _rows(run.tallies.all(), "annotator_id", leaving_out=("id", "run_id")),
        "run": [run.counts, run.figures, run.weights, run.method],
    }


def _rows(rows: QuerySet[Any], *order: str, leaving_out: tuple[str, ...]) -> list[dict[str, Any]]:
    names = [field.attname for field in rows.model._meta.concrete_fields]
    kept = [name for name in names if name not in leaving_out]
    found = rows.order_by(*order).values(*order, *kept)
    return [{k: bytes(v) if k == "digest" else v for k, v in row.items()} for row in found]
