"""A worker that is really killed after the mail server has a report, and before that is noted."""

import asyncio
from threading import Event

import pytest

from accounts.audit import Actor
from contests.categories.domain.presets import SWISS_HOSPITAL
from contests.categories.services import add_categories
from contests.contest.models import Contest
from contests.setup import services as setup
from contests.teams.services import add_team
from feedback.mails import services as mailing
from feedback.mails.models import FeedbackMail
from jobs.tasks import enqueue
from tests.agreement.running import join
from tests.conftest import create_person
from tests.factories import add_marked_inputs
from tests.feedback.results import place, publish_run, tally
from tests.jobs.conftest import real_services as job_services  # noqa: F401  (fixtures)
from tests.jobs.conftest import start, start_worker  # noqa: F401
from tests.mailbox import Mailbox, Server
from tests.services import free_port, wait_until

pytestmark = pytest.mark.queue


class Holding(Mailbox):
    """A server that has the first message and does not say so until it is let go."""

    def __init__(self) -> None:
        super().__init__()
        self.let_go = Event()

    async def handle_DATA(self, server, session, envelope) -> str:  # noqa: N802
        answer = await super().handle_DATA(server, session, envelope)
        if len(self.messages) == 1:
            await asyncio.get_running_loop().run_in_executor(None, self.let_go.wait)
        return answer


@pytest.fixture
def holding():
    server = Server(Holding(), hostname="127.0.0.1", port=free_port())
    server.start()
    yield server
    server.handler.let_go.set()
    server.stop()


@pytest.fixture
def real_services(job_services, holding):  # noqa: F811
    return job_services | {"EMAIL_URL": f"smtp://127.0.0.1:{holding.port}"}


@pytest.fixture
def contest(real_services) -> Contest:
    """A contest with results, in a database that workers see."""
    carl = create_person("carl")
    contest = setup.create_contest(name="Palio", manager=carl, actor=Actor(carl), state="open")
    add_categories(contest=contest, supercategories=SWISS_HOSPITAL)
    add_team(contest=contest, group=1, name="farfalle", arm="control", retention=0)
    add_marked_inputs(contest, "Contrôle le 18#03#2022.")
    people = join(contest, "ana", "bob")
    run = publish_run(contest)
    date = (12, 22, "TEMPORAL:DATE")
    place(run, contest.inputs.get(), dict.fromkeys(people, date), reference=date)
    tally(run, *people)
    return contest


def test_a_report_is_sent_at_most_once_and_doubt_is_shown(contest, holding, start_worker):  # noqa: F811
    mailing.plan_mails(contest=contest, actor=Actor())
    worker = start_worker()
    job = mailing.create_mail_job(contest_id=contest.pk)
    enqueue(job)
    box = holding.handler
    wait_until(lambda: box.messages, what="the server has the first report")
    first = FeedbackMail.objects.get(annotator__alias="ana")
    assert first.state == "sending"
    worker.kill()
    box.let_go.set()
    start_worker()

    def is_done() -> bool:
        job.refresh_from_db()
        return job.state == "succeeded"

    wait_until(is_done, what="another worker finishes the job")
    assert [message["To"] for message in box.messages] == ["ana@example.org", "bob@example.org"]
    assert list(
        FeedbackMail.objects.order_by("annotator__alias").values_list("state", "reason")
    ) == [
        ("unsure", "died"),
        ("sent", ""),
    ]
    assert job.result == {"unsure": 1, "sent": 1}
