"""Freezing: what enters, what is listed, and that nothing changes afterwards."""

import pytest
from django.db import DatabaseError, transaction

from accounts.audit import Actor
from agreement.references.domain.corrections import PlaceCorrection
from agreement.references.services import correct
from agreement.runs.models import AnnotatorTally
from agreement.runs.services.plan import plan_run
from agreement.runs.services.run import cancel_run, start_run, work_through
from contests.categories.domain.presets import SWISS_HOSPITAL
from contests.categories.services import add_categories
from contests.contest.models import Contest
from contests.setup import services as setup
from contests.teams.services import add_team
from gold.releases import tasks
from gold.releases.domain import Summary, weaknesses
from gold.releases.errors import NoRun, ReleaseKept, RunNotPublished
from gold.releases.models import Release, ReleaseInput
from gold.releases.selectors import differences
from gold.releases.services.releases import delete_release, is_intact, start_freezing
from jobs.execution import run_job
from jobs.services import cancel_job
from tests.agreement.running import answer, drain, give, join, run_now
from tests.factories import add_marked_inputs
from tests.gold.freezing import DOCTOR, NOBODY, freeze

pytestmark = pytest.mark.django_db


def text_of(release: Release, beginning: str) -> ReleaseInput:
    return release.inputs.get(text__startswith=beginning)


def test_what_most_people_marked_is_gold_with_its_votes(release):
    units = text_of(release, "Vu par").units
    assert [(unit["label"], unit["voters"]) for unit in units] == [
        ("NOM:PERSONNEL_MÉDICAL", 3),
        ("TEMPORAL:TEMPS", 3),
    ]
    assert units[0]["segment_votes"] == [[13, 19, 3]]


def test_a_place_without_majority_is_listed_and_its_text_incomplete(release):
    item = text_of(release, "Patient")
    assert [unit["label"] for unit in item.units] == ["DÉMOGRAPHIE:ÂGE"]
    assert not item.is_complete
    assert [place["state"] for place in item.open_places] == ["undecided"]


def test_a_single_text_enters_by_its_annotators_quality(answered):
    run = answered.runs.get(is_latest=True)
    assert text_of(freeze(answered), "Contrôle").kind == "single"
    AnnotatorTally.objects.filter(run=run, annotator__alias="mia").update(quality=0.84)
    assert not freeze(answered).inputs.filter(text__startswith="Contrôle").exists()


def test_a_line_that_is_not_in_its_source_has_no_offsets(release):
    (place,) = text_of(release, "Vu par").sources
    # The stored source is marked up, so that this line is not found in it: said, not guessed.
    assert (place["line"], place["start"], place["units"]) == (1, None, None)


def test_plain_documents_give_exact_offsets(carl):
    contest = setup.create_contest(
        name="Plain", manager=carl, actor=Actor(carl), state=Contest.State.OPEN
    )
    add_categories(contest=contest, supercategories=SWISS_HOSPITAL)
    add_team(contest=contest, group=1, name="one", arm="control", retention=0)
    add_marked_inputs(contest, "Première ligne.", "Vu le Dr Durand.")
    member, other = join(contest, "ida", "leo")
    for each in (member, other):
        give(each, "Vu le Dr [Durand](NOM:PERSONNEL_MÉDICAL).")
    run_now(contest)
    (place,) = freeze(contest).inputs.get().sources
    assert (place["line"], place["start"], place["units"]) == (2, 16, [[25, 31]])


def test_versions_are_counted_per_name(answered):
    assert [str(freeze(answered)), str(freeze(answered)), str(freeze(answered, name="x"))] == [
        "letters 1",
        "letters 2",
        "x 1",
    ]


def test_the_same_references_have_the_same_checksum(answered):
    assert freeze(answered).checksum == freeze(answered, name="again").checksum


def test_a_text_of_two_contests_enters_once_with_most_annotators(answered, carl):
    second = setup.create_contest(
        name="Second", manager=carl, actor=Actor(carl), state=Contest.State.OPEN
    )
    add_categories(contest=second, supercategories=SWISS_HOSPITAL)
    add_team(contest=second, group=1, name="two", arm="control", retention=0)
    add_marked_inputs(second, DOCTOR, NOBODY)
    for member in join(second, *(f"p{n}" for n in range(4))):
        give(member, "Vu par le Dr [Durand](NOM:PERSONNEL_MÉDICAL) à 14h30.")
        if member.alias != "p3":
            answer(member, second.inputs.get(text__startswith="Pas"))
    run_now(second)
    release = freeze(answered, second)
    doctor, nobody = text_of(release, "Vu par"), text_of(release, "Pas")
    assert (doctor.contest.name, len(doctor.units)) == ("Second", 1)
    assert nobody.contest.name == answered.name


def test_a_contest_without_a_run_is_refused(contest, carl):
    with pytest.raises(NoRun):
        start_freezing(name="x", description="", contests=[contest], actor=Actor(carl))


@pytest.mark.parametrize("verb", ["update", "delete", "insert"])
def test_the_database_refuses_to_change_a_frozen_release(release, verb):
    item = release.inputs.first()
    attempts = {
        "update": [
            lambda: Release.objects.update(name="other"),
            lambda: release.inputs.update(gamma=1),
            lambda: release.contests.update(run_number=9),
        ],
        "delete": [
            lambda: Release.objects.all()._raw_delete("default"),
            lambda: release.inputs.all()._raw_delete("default"),
        ],
        "insert": [
            lambda: ReleaseInput.objects.create(
                release=release, contest=item.contest, position=99, input_id=1, text="x",
                digest=b"x", tokens=[], kind="empty", annotators=2, is_complete=True,
            )
        ],
    }  # fmt: skip
    for attempt in attempts[verb]:
        with pytest.raises(DatabaseError, match="never changes"), transaction.atomic():
            attempt()


def test_a_release_that_was_tampered_with_does_not_verify(release):
    assert is_intact(release)
    release.checksum = "0" * 64
    assert not is_intact(release)


def test_freezing_begins_anew_when_a_run_is_published_meanwhile(answered, carl, monkeypatch):
    begun = []
    original = tasks.freezing.store

    def store(*, release, rows):
        original(release=release, rows=rows)
        if not begun:
            begun.append(True)
            leo = answered.memberships.get(alias="leo")
            give(leo, "Contrôle le [18#03#2022](TEMPORAL:DATE).")
            run_now(answered)

    monkeypatch.setattr(tasks.freezing, "store", store)
    release = freeze(answered)
    assert release.contests.get().run_number == 2
    assert text_of(release, "Contrôle").kind == "compared"


def test_only_an_unfinished_release_can_be_deleted(release, carl):
    with pytest.raises(ReleaseKept):
        delete_release(release=release, actor=Actor(carl))
    contest = Contest.objects.get()
    begun, job = start_freezing(name="y", description="", contests=[contest], actor=Actor(carl))
    cancel_job(job=job, actor=Actor(carl))
    delete_release(release=begun, actor=Actor(carl))
    assert not Release.objects.filter(name="y").exists()


def test_two_releases_are_compared_text_by_text(answered, release):
    give(answered.memberships.get(alias="leo"), "Contrôle le 18#03#2022.")
    give(answered.memberships.get(alias="ida"), "Contrôle le 18#03#2022.")
    run_now(answered)
    found = differences(release, freeze(answered))
    assert [(each.kind, len(each.before), len(each.after)) for each in found] == [("changed", 1, 0)]


def test_weaknesses_are_computed(release):
    found = weaknesses(Summary.of(release.summary), shows_proposals=True, has_guidelines=False)
    # How low a gamma comes out depends on the draws, and they on who annotated.
    assert [each.code for each in found if each.code != "low_gamma"] == [
        "rare", "single", "incomplete", "few_annotators", "proposals", "no_guidelines",
    ]  # fmt: skip


PLACE = "EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE"


@pytest.fixture
def decided(answered, carl):
    """A manager has just decided the one place that was open; no run knows it yet."""
    item = answered.inputs.get(text__startswith="Patient")
    start = item.text.index("Nyon")
    correction = PlaceCorrection((start, start + 4), True, (start, start + 4), True, PLACE)
    correct(contest=answered, input_id=item.pk, correction=correction, actor=Actor(carl))
    return answered


def test_a_decision_made_just_before_is_in_the_release(decided):
    release = freeze(decided)
    assert release.is_frozen
    assert text_of(release, "Patient").is_complete
    assert release.contests.get().run_number == 2


def test_freezing_waits_in_the_queue_and_keeps_no_worker(decided, carl):
    _release, job = start_freezing(
        name="letters", description="", contests=[decided], actor=Actor(carl)
    )
    run_job(job_id=job.pk, worker="tests:1")
    job.refresh_from_db()
    assert (job.state, job.attempts) == ("queued", 0)
    assert job.due_at > job.created_at
    assert "latest answers and decisions" in job.step
    assert decided.runs.running().exists()


def test_the_latest_run_can_be_frozen_as_it_is(decided):
    release = freeze(decided, takes_in_changes=False)
    assert not text_of(release, "Patient").is_complete
    assert release.contests.get().run_number == 1


def test_a_run_at_work_that_does_not_know_the_decision_is_not_enough(answered, carl):
    give(answered.memberships.get(alias="leo"), "Contrôle le [18#03#2022](TEMPORAL:DATE).")
    running = start_run(contest=answered).run
    plan_run(run=running)
    item = answered.inputs.get(text__startswith="Patient")
    start = item.text.index("Nyon")
    correction = PlaceCorrection((start, start + 4), True, None, True, None)
    correct(contest=answered, input_id=item.pk, correction=correction, actor=Actor(carl))
    _release, job = start_freezing(
        name="letters", description="", contests=[answered], actor=Actor(carl)
    )
    run_job(job_id=job.pk, worker="tests:1")
    work_through(run=running)
    drain()
    release = Release.objects.get()
    assert release.contests.get().run_number == 3
    assert text_of(release, "Patient").is_complete


def test_a_run_that_is_cancelled_ends_the_freezing_with_its_reason(decided, carl):
    _release, job = start_freezing(
        name="letters", description="", contests=[decided], actor=Actor(carl)
    )
    run_job(job_id=job.pk, worker="tests:1")
    cancel_run(run=decided.runs.running().get(), actor=Actor(carl))
    with pytest.raises(RunNotPublished):
        drain()
    job.refresh_from_db()
    assert job.state == "failed"
    assert job.last_error.startswith("The run that takes in the latest changes failed")


def test_an_archived_contest_is_frozen_as_its_last_run_left_it(decided):
    Contest.objects.filter(pk=decided.pk).update(state="archived")
    decided.refresh_from_db()
    release = freeze(decided)
    assert release.is_frozen
    assert release.contests.get().run_number == 1
