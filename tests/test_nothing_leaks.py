"""One word in a text, followed through runs, review, reports, chat and releases: logs never have it."""

import json
from io import BytesIO

import pytest
from django.core import serializers
from django.test import Client
from django.urls import reverse

from accounts.audit import Actor
from accounts.models import AuditEvent
from agreement.runs.models import Judgement, ProcessingRun
from agreement.runs.services.run import request_run
from agreement.runs.tasks import ask_for_run
from feedback.mails import services as mailing
from gold.releases.models import Release
from jobs.models import Job
from tests.agreement.running import drain, give
from tests.factories import add_marked_inputs
from tests.gamma.conftest import pytest_configure  # noqa: F401  (keeps compiled code)
from tests.test_logs import written  # noqa: F401

WORD = "Zwickelbach"
LINE = f"Madame {WORD} est sortie ce matin avec sa fille."
AHEAD = f"Le fils de {WORD} viendra demain soir."
MARKED = LINE.replace(WORD, f"[{WORD}](NOM:PERSONNEL_MÉDICAL)")

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(contest, carl, ana_in_contest, bob_in_contest):
    """The contest has a line with the word, which one person marked and the other did not."""
    add_marked_inputs(contest, LINE, AHEAD)
    give(ana_in_contest, MARKED)
    give(bob_in_contest, LINE)
    process(contest)
    return contest


def process(contest):
    ask_for_run(request_run(contest=contest))
    drain()
    assert ProcessingRun.objects.filter(contest=contest).latest("number").state == "published"


class Visitor:
    """A person's browser; it keeps every address it was led to."""

    def __init__(self, client, person):
        self._client, self.addresses = client, []
        client.force_login(person)

    def post(self, name, /, *args, **given):
        kind = given.pop("content_type", None)
        options = {"content_type": kind} if kind else {}
        response = self._client.post(reverse(name, args=args), given, **options)
        self.addresses.append(response.headers.get("Location", ""))
        return response

    def get(self, name, *args):
        return self._client.get(reverse(name, args=args))


def review(contest, visitor, item):
    """Look for the word, take a wrong file and a wrong decision, then decide."""
    visitor.post("agreement:review_filter", contest.pk, words=WORD)
    assert WORD in visitor.get("agreement:review", contest.pk).text
    wrong = BytesIO(json.dumps({"text": WORD, "anchor": [0, 99]}).encode() + b"\n{" + WORD.encode())
    wrong.name = "corrections.jsonl"
    visitor.post("agreement:corrections", contest.pk, file=wrong)
    there = ("agreement:review_item", contest.pk, item.pk)
    visitor.post(*there, segment=WORD, category=WORD, note=WORD)
    visitor.post(*there, segment="7-18", category="NOM:PERSONNEL_MÉDICAL", note=WORD)
    process(contest)


def object_and_chat(contest, visitor, item):
    place = Judgement.objects.get(is_penalised=True, place__result__input=item).place
    where = (contest.pk, item.pk, place.start, place.end)
    assert WORD in visitor.get("feedback:object", *where).text
    assert visitor.post("feedback:object", *where, text=f"Not {WORD}.").status_code == 302
    send = ("contests:api_chat", contest.pk)
    for number, text in enumerate([AHEAD, f"Who is {WORD}?"]):
        draft = {"id": f"00000000-0000-4000-8000-00000000000{number}", "text": text}
        refused = visitor.post(*send, **draft, content_type="application/json").status_code != 200
        assert refused == (text == AHEAD)


def freeze_and_export(contest, visitor):
    visitor.post("gold:new", name="letters", description="", contests=[contest.pk])
    drain()
    release = Release.objects.get()
    visitor.post("gold:exports", release.pk, choice="jsonl", policy="keep")
    visitor.post("gold:splits", release.pk)
    drain()
    assert WORD in visitor.get("gold:release", release.pk).text


def test_a_word_of_a_text_is_in_no_log_job_address_or_mail(
    written,  # noqa: F811
    desk,
    client,
    carl,
    bob,
    mailoutbox,
):
    item = desk.inputs.get(text=LINE)
    manager, annotator = Visitor(client, carl), Visitor(Client(), bob)
    review(desk, manager, item)
    object_and_chat(desk, annotator, item)
    mailing.plan_mails(contest=desk, actor=Actor(carl), asked_by=carl)
    mailing.create_mail_job(contest_id=desk.pk)
    drain()
    freeze_and_export(desk, manager)

    assert len(mailoutbox) == 2
    assert {job.state for job in Job.objects.all()} == {"succeeded"}
    told = {
        "logs": json.dumps(written(), ensure_ascii=False),
        "jobs": serializers.serialize("json", Job.objects.all()),
        "audit": serializers.serialize("json", AuditEvent.objects.all()),
        "addresses": " ".join(manager.addresses + annotator.addresses),
        "mails": " ".join(mail.message().as_string() for mail in mailoutbox)
        + " ".join(part for mail in mailoutbox for part in (mail.body, mail.alternatives[0][0])),
    }
    assert all(told.values())
    assert [name for name, words in told.items() if WORD in words] == []
