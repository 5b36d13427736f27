"""Runs in tests: answers from inline markup, and the same services as in a worker, without one."""

from datetime import UTC, datetime, timedelta
from typing import Any

from agreement.models import ProcessingRun
from agreement.services import processing
from contests.models import AnnotationTask, Answer, Contest, ContestInput, Membership
from contests.services import setup
from contests.services.annotation import take_answer
from corpus.domain.markup import parse
from tests.conftest import create_person
from tests.factories import submission

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
