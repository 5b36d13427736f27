"""The whole flow in one story: texts in, people answer, a run, a review, an objection, a report, another run."""

import io
from dataclasses import replace
from datetime import date
from zoneinfo import ZoneInfo

import pytest
from django.core import mail
from django.core.management import call_command

from accounts.audit import Actor
from agreement.disputes import services as disputes
from agreement.references import services as corrections
from agreement.references.domain.corrections import PlaceCorrection
from agreement.review.selectors.queue import Wanted, open_places, queue
from agreement.runs.models import AlignedPlace, ProcessingRun
from agreement.runs.services.run import request_run
from contests.categories.domain.presets import SWISS_HOSPITAL
from contests.categories.services import add_categories
from contests.contest.models import Contest
from contests.people.models import Membership
from contests.people.services import members as setup_members
from contests.proposals.services import start_detecting
from contests.setup import services as setup
from contests.setup.services import change_state
from contests.teams.services import add_team
from corpus.documents.models import Corpus
from demo.annotators.cast import CAST
from demo.annotators.profiles import Confusion
from demo.notes.generator import generate
from demo.schedule import Worker, plan_sessions, working_days
from demo.simulation import Position, Seat, Simulation
from feedback.mails import services as mailing
from feedback.monitoring.selectors import confusion
from feedback.reports.selectors import find_disagreements, header_of
from feedback.scores.selectors import scoreboard
from feedback.scores.services import score_run
from jobs.execution import run_job
from jobs.models import Job
from tests.conftest import create_person
from tests.contests.drawing.drawing import draw
from text.tokens import digest_of

INPUTS = 70
# By how much they see, and one who takes half of the dates for ages.
SKILLS = {"penne": 0.99, "rigatoni": 0.97, "ziti": 0.94, "fusilli": 0.8, "orzo": 0.5}
DATE, AGE = "TEMPORAL:DATE", "DÉMOGRAPHIE:ÂGE"
CONFUSED = "fusilli"

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def invented():
    return list(generate(24, seed=20260))


def finish_jobs() -> None:
    """Do what is queued, and what that queues, as workers would."""
    while (job := Job.objects.filter(state=Job.State.QUEUED).first()) is not None:
        run_job(job_id=job.pk, worker="host:1")
        job.refresh_from_db()
        assert job.state == Job.State.SUCCEEDED, job.last_error


def import_texts(documents, folder, manager) -> Corpus:
    for document in documents:
        (folder / f"{document.external_id}.xml").write_text(document.xml)
    call_command(
        "import_texts", "Lettres", str(folder), user=manager.email, create=True, yes=True,
        stdout=io.StringIO(),
    )  # fmt: skip
    return Corpus.objects.get(name="Lettres")


def set_up(corpus: Corpus, manager) -> Contest:
    contest = setup.create_contest(
        name="Palio intero",
        manager=manager,
        actor=Actor(manager),
        goal_per_annotator=INPUTS,
        seed=3,
    )
    add_categories(contest=contest, supercategories=SWISS_HOSPITAL)
    add_team(contest=contest, group=1, name="farfalle", arm="experimental", retention=0.2)
    draw(contest, corpus, size=INPUTS)
    start_detecting(contest=contest, actor=Actor(manager))
    finish_jobs()
    assert contest.inputs.exclude(proposals=[]).exists()
    return contest


def simulate(contest: Contest, documents) -> None:
    profile = replace(CAST[0].profile, confusions=(), habits=(), second_thoughts=0.05)
    seats = []
    for alias, skill in SKILLS.items():
        mixed_up = (Confusion(DATE, AGE, 0.5),) if alias == CONFUSED else ()
        one = replace(profile, skill=skill, care=skill, confusions=mixed_up)
        member = setup_members.add_member(
            contest=contest, user=create_person(alias), role="annotator", alias=alias,
            team=contest.teams.get(),
        )  # fmt: skip
        seats.append(Seat(replace(CAST[0], alias=alias, profile=one), member))
    Contest.objects.filter(pk=contest.pk).update(state=Contest.State.OPEN)
    contest.refresh_from_db()
    sessions = plan_sessions(
        [Worker(alias, INPUTS) for alias in SKILLS],
        days=working_days(last=date(2026, 3, 20), count=3),
        seed=contest.seed,
        zone=ZoneInfo("Europe/Zurich"),
    )
    gold = {digest_of(line.text): line.spans for each in documents for line in each.gold}
    simulation = Simulation(contest=contest, seats=seats, sessions=sessions, gold=gold)
    position = Position()
    while not simulation.is_over(position):
        position = simulation.play(position)


def process(contest: Contest) -> ProcessingRun:
    """Let a run be computed by its jobs, and scored."""
    request_run(contest=contest)
    finish_jobs()
    latest = contest.runs.get(is_latest=True)
    score_run(run_id=latest.pk)
    return latest


def find_disputed(contest: Contest, member: Membership) -> AlignedPlace:
    """Return a place where this person marked a date and the reference disagrees."""
    verdicts = find_disagreements(member).filter(category__label=DATE)
    return (verdicts.first() or find_disagreements(member).first()).place


def test_from_texts_to_people_who_improve(invented, tmp_path, carl, settings):
    contest = set_up(import_texts(invented, tmp_path, carl), carl)
    simulate(contest, invented)

    first = process(contest)
    assert first.counts["inputs"] == contest.inputs.count() == INPUTS
    assert first.counts["compared"] + first.counts["empty"] == INPUTS

    # What was planted comes out.
    people = scoreboard(contest, None).people
    by_quality = sorted(people, key=lambda row: -row.score.values["quality"])
    assert [row.name for row in by_quality][-1] == "orzo"
    assert {row.name for row in by_quality[:3]} == {"penne", "rigatoni", "ziti"}
    pairs = confusion(contest).drop(index="", columns="").stack()
    mixed_up = {pair: n for pair, n in pairs.items() if pair[0] != pair[1]}
    assert max(mixed_up, key=lambda pair: mixed_up[pair]) == (AGE, DATE)

    # A manager decides what votes could not.
    waiting = queue(contest, Wanted())
    undecided = open_places([result.pk for result in waiting]).first()
    if undecided is not None:
        place = (undecided.start, undecided.end)
        corrections.correct(
            contest=contest,
            input_id=undecided.result.input_id,
            correction=PlaceCorrection(anchor=place, segment=None, category=None),
            actor=Actor(carl),
        )

    # Someone objects, is right, and scores follow.
    member = Membership.objects.get(contest=contest, alias="orzo")
    wrong = find_disagreements(member).filter(start__isnull=True).first()
    before = header_of(member)
    objection = disputes.object_to(
        place=wrong.place, member=member, comment="Rien à annoter ici.", actor=Actor(member.user)
    )
    correction = corrections.correct(
        contest=contest,
        input_id=objection.input_id,
        correction=PlaceCorrection(anchor=objection.anchor, segment=None, category=None),
        actor=Actor(carl),
    )
    disputes.accept(disputes=[objection], correction=correction, manager=carl, actor=Actor(carl))

    second = process(contest)
    assert second.number == first.number + 1
    assert second.inputs_computed < INPUTS / 2
    after = header_of(member)
    assert after.quality > before.quality
    assert not find_disagreements(member).filter(pk=wrong.pk).exists()

    # Everyone is told, without a word of the texts.
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    mailing.plan_mails(contest=contest, actor=Actor(carl))
    mailing.create_mail_job(contest_id=contest.pk)
    finish_jobs()
    assert len(mail.outbox) == len(SKILLS)
    texts = list(contest.inputs.values_list("text", flat=True))
    told = "".join(str(letter.message()) for letter in mail.outbox)
    assert not [text for text in texts if len(text) > 20 and text in told]

    # Nothing changed since: nothing is computed.
    assert request_run(contest=contest).run is None
    change_state(contest=contest, target=Contest.State.CLOSED, actor=Actor(carl))
