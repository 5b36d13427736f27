"""The queries that pages and workers make often find their rows by index, in both databases."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import AuditEvent, SignInFailure
from contests.annotating.models import AnnotationTask, Answer, Unit
from contests.annotating.services.answers import hand_out, take_answer
from contests.annotating.services.routing import neighbours_of, open_inputs, sequence_ahead
from contests.chat.models import ChatMessage, InputRun
from contests.contest.models import Contest
from contests.inputs.models import ContestInput, InputPlace
from contests.people.models import Membership
from contests.teams.models import SequenceItem
from corpus.documents.models import Chunk, Document
from jobs.models import Job
from tests.factories import add_marked_inputs, submission

BIG_TABLES = [
    model._meta.db_table
    for model in (
        AnnotationTask,
        Answer,
        AuditEvent,
        ChatMessage,
        Chunk,
        ContestInput,
        Document,
        InputPlace,
        InputRun,
        Job,
        SequenceItem,
        Unit,
    )
]


def plan(queryset) -> str:
    if connection.vendor == "postgresql":
        # An empty table is read whole, whatever indexes there are; ask what could be done.
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")
    return queryset.explain()


def full_scans(queryset) -> list[str]:
    marks = {"sqlite": "SCAN {}", "postgresql": "Seq Scan on {}"}[connection.vendor]
    lines = plan(queryset).splitlines()
    return [
        line
        for line in lines
        for table in BIG_TABLES
        # Reading along an index is no scan of the table.
        if marks.format(table) in line and "INDEX" not in line
    ]


QUERIES = {
    "open tasks": lambda: AnnotationTask.objects.filter(annotator=1, answered_at=None).order_by(
        "id"
    )[:10],
    "next in sequence": lambda: sequence_ahead(Membership(pk=1, team_id=1, next_position=5))[:10],
    "what most lacks annotators": lambda: open_inputs(Membership(pk=1), Contest(pk=1))[:10],
    "tasks that nobody answered in time": lambda: AnnotationTask.objects.filter(
        answered_at=None, released_at=None, held_until__lt="2026-01-01T00:00Z", input__contest=1
    ),
    "neighbours of an input": lambda: neighbours_of(1),
    "own history": lambda: AnnotationTask.objects.filter(
        annotator=1, answered_at__isnull=False
    ).order_by("-answered_at")[:50],
    "live answer of a task": lambda: Answer.objects.filter(task=1, is_live=True),
    "units of an answer": lambda: Unit.objects.filter(
        answer="00000000-0000-0000-0000-000000000001"
    ),
    "tasks of an input": lambda: AnnotationTask.objects.filter(input=1),
    "answers since": lambda: Answer.objects.filter(received_at__gte="2026-01-01T00:00Z").order_by(
        "-received_at"
    )[:10],
    "lines of a document": lambda: Chunk.objects.filter(document=1).order_by("line"),
    "equal lines": lambda: Chunk.objects.filter(digest=b"x"),
    "documents of a type": lambda: Document.objects.filter(corpus=1, document_type="lettre"),
    "audit of a contest": lambda: AuditEvent.objects.filter(contest_id=1).order_by("-at")[:50],
    "audit of a person": lambda: AuditEvent.objects.filter(actor=1).order_by("-at")[:50],
    "recent failures": lambda: SignInFailure.objects.filter(email="a", at__gte="2026-01-01T00:00Z"),
    "inputs that have a run of words": lambda: ContestInput.objects.filter(
        contest=1, runs__hash__in=[1, 2, 3]
    ),
    "inputs the chat does not recognise yet": lambda: ContestInput.objects.filter(
        contest=1, is_recognised=False
    ),
    "news of a room": lambda: ChatMessage.objects.filter(contest=1, change__gt=5).order_by(
        "change"
    )[:50],
    "older messages": lambda: ChatMessage.objects.filter(contest=1, number__lt=5).order_by(
        "-number"
    )[:50],
    "latest messages of a person": lambda: ChatMessage.objects.filter(author=1).order_by(
        "-sent_at"
    )[:10],
    "silent jobs": lambda: Job.objects.filter(
        state="running", heartbeat_at__lt="2026-01-01T00:00Z"
    ),
}


@pytest.mark.parametrize("name", QUERIES)
def test_a_frequent_query_does_not_read_a_big_table_whole(db, name):
    assert full_scans(QUERIES[name]()) == []


def test_the_check_itself_sees_a_full_scan(db):
    assert full_scans(Answer.objects.order_by().filter(duration_ms=3))


@pytest.mark.parametrize("routing", Contest.Routing.values)
def test_handing_out_takes_the_same_number_of_queries_however_much_was_answered(
    ana_in_contest, routing
):
    Contest.objects.update(routing=routing)
    ana_in_contest.contest.refresh_from_db()
    for number in range(4):
        # Each in a document of its own: neighbours cost a query more to keep apart.
        add_marked_inputs(ana_in_contest.contest, f"Ligne seule {number}.")
    counts = []
    for _ in range(8):
        with CaptureQueriesContext(connection) as queries:
            (task,) = hand_out(annotator=ana_in_contest, count=1)
        counts.append(len(queries))
        take_answer(annotator=ana_in_contest, task_id=task.pk, submission=submission())
    assert counts[-1] <= min(counts[1:])


def test_the_home_page_takes_the_same_number_of_queries_however_much_was_answered(
    client, ana, ana_in_contest
):
    client.force_login(ana)
    counts = []
    for task in hand_out(annotator=ana_in_contest, count=4):
        answer = submission((0, 2, "TEMPORAL:DATE"), (2, 4, "NOM:PATIENT_E"))
        take_answer(annotator=ana_in_contest, task_id=task.pk, submission=answer)
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/contests/{ana_in_contest.contest_id}/")
        counts.append(len(queries))
    assert counts == [counts[0]] * 4
