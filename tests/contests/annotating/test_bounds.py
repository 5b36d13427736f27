"""How much one person can send: per answer, per task and per minute, and in how long a transaction."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from accounts.audit import Actor
from accounts.models import AuditEvent
from contests.annotating import domain
from contests.annotating.domain import (
    MOST_ANSWERS_PER_MINUTE,
    MOST_UNITS,
    MOST_UNITS_PER_MINUTE,
    MOST_VERSIONS,
    PIECE_ANSWERS,
    PIECE_UNITS,
    in_pieces,
)
from contests.annotating.errors import TooManyUnits, TooManyVersions
from contests.annotating.models import Answer
from contests.annotating.services import answers as annotation
from contests.annotating.services.answers import (
    hand_out,
    take_answer,
    take_answers,
    withdraw_answer,
)
from tests.factories import submission

DATE = "TEMPORAL:DATE"


@pytest.fixture
def task(ana_in_contest):
    return hand_out(annotator=ana_in_contest, count=1)[0]


@pytest.fixture
def send(ana_in_contest, task):
    """Send answers to one task, and return the codes by which they are refused."""

    def take(*submissions):
        answers = [(task.pk, each) for each in submissions]
        refusals = take_answers(annotator=ana_in_contest, answers=answers, actor=Actor())
        return [refusal and refusal.code for refusal in refusals]

    return take


def spans(count):
    return [(place, place + 1, DATE) for place in range(count)]


def test_an_answer_has_at_most_so_many_spans(ana_in_contest, task):
    with pytest.raises(TooManyUnits, match="at most 1000 spans"):
        take_answer(
            annotator=ana_in_contest, task_id=task.pk, submission=submission(*spans(MOST_UNITS + 1))
        )


def test_a_program_is_told_so_before_any_span_is_looked_at(client, ana, task, contest):
    client.force_login(ana)
    units = [{"start": "x"}] * (MOST_UNITS + 1)
    answer = {"id": str(uuid4()), "task": task.pk, "verdict": "accept", "units": units}
    batch = {"answers": [answer | {"answered_at": "2026-03-02T12:00:00Z"}]}
    path = f"/api/contests/{contest.pk}/answers/"
    (result,) = client.post(path, batch, content_type="application/json").json()["results"]
    assert result["code"] == "too-many-units"
    assert "1000" in result["reason"]
    assert len(str(result["errors"])) < 200


def test_a_task_is_answered_at_most_so_many_times_and_the_last_one_counts(
    ana_in_contest, task, monkeypatch
):
    monkeypatch.setattr(annotation, "MOST_VERSIONS", 3)
    for _ in range(3):
        last = take_answer(annotator=ana_in_contest, task_id=task.pk, submission=submission())
    with pytest.raises(TooManyVersions, match="answered this task 3 times"):
        take_answer(annotator=ana_in_contest, task_id=task.pk, submission=submission())
    # Taken back, the task would come again, and nobody could answer it.
    with pytest.raises(TooManyVersions):
        withdraw_answer(annotator=ana_in_contest, answer_id=last.pk, actor=Actor())
    assert Answer.objects.get(is_live=True) == last


def test_answers_beyond_those_of_a_minute_are_taken_a_little_later(send, monkeypatch):
    monkeypatch.setattr(annotation, "MOST_ANSWERS_PER_MINUTE", 2)
    batch = [submission() for _ in range(3)]
    assert send(*batch) == [None, None, "too-fast"]
    # What has arrived already counts once and is no answer of this minute.
    assert send(*batch) == [None, None, "too-fast"]
    Answer.objects.update(received_at=timezone.now() - timedelta(minutes=2))
    assert send(*batch) == [None, None, None]
    assert Answer.objects.count() == 3


def test_so_are_spans_beyond_those_of_a_minute(send, monkeypatch):
    monkeypatch.setattr(annotation, "MOST_UNITS_PER_MINUTE", 5)
    batch = [submission(*spans(3)), submission(*spans(3)), submission(*spans(2))]
    assert send(*batch) == [None, "too-fast", None]


def test_one_person_holds_nobody_else_up(send, ana_in_contest, bob_in_contest, monkeypatch):
    monkeypatch.setattr(annotation, "MOST_ANSWERS_PER_MINUTE", 1)
    assert send(submission(), submission()) == [None, "too-fast"]
    other = hand_out(annotator=bob_in_contest, count=1)[0]
    answers = [(other.pk, submission())]
    assert take_answers(annotator=bob_in_contest, answers=answers, actor=Actor()) == [None]


def test_whatever_may_be_sent_can_be_taken():
    assert min(MOST_UNITS_PER_MINUTE, PIECE_UNITS) >= MOST_UNITS
    assert min(MOST_ANSWERS_PER_MINUTE, MOST_VERSIONS) > 1


def test_a_batch_is_taken_in_short_pieces_in_its_order():
    batch = [(number, submission(*spans(number % 3))) for number in range(2 * PIECE_ANSWERS + 1)]
    pieces = list(in_pieces(batch))
    assert [len(piece) for piece in pieces] == [PIECE_ANSWERS, PIECE_ANSWERS, 1]
    assert [pair for piece in pieces for pair in piece] == batch


def test_a_piece_has_few_spans_unless_one_answer_has_many(monkeypatch):
    monkeypatch.setattr(domain, "PIECE_UNITS", 4)
    batch = [(1, submission(*spans(3))), (2, submission(*spans(2))), (3, submission(*spans(9)))]
    assert [[number for number, _ in piece] for piece in in_pieces(batch)] == [[1], [2], [3]]
    assert list(in_pieces([])) == []


def test_each_piece_is_a_transaction_with_a_trace_of_its_own(send):
    send(*(submission() for _ in range(PIECE_ANSWERS + 1)))
    traces = AuditEvent.objects.filter(action="created", object_type="answer")
    assert sorted(len(event.details["answers"]) for event in traces) == [1, PIECE_ANSWERS]
