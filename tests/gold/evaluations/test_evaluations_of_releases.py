"""The detector on a release: counted once for each version of the rules, and killed half-way."""

import pytest
from django.db import IntegrityError, transaction

from accounts.audit import Actor
from accounts.models import AuditEvent
from gold.evaluations import domain, selectors, tasks
from gold.evaluations import services as evaluating
from gold.evaluations.errors import AlreadyEvaluated, NothingToEvaluate
from gold.evaluations.models import Evaluation
from gold.evaluations.selectors import ReleaseGold
from gold.splits.models import Split
from gold.splits.services import start_splitting
from jobs import services as jobs
from jobs.errors import JobAtWork
from jobs.models import Job
from jobs.runs import JobRun
from tests.agreement.running import drain
from tests.gold.evaluations.evaluating import ALL, COMPLETE, UNIT, evaluate, kinds, start, teach

pytestmark = pytest.mark.django_db
PLACE = "EMPLACEMENT:EMPLACEMENT_GÉOGRAPHIQUE"
NYON = (2, "spurious", "", PLACE)
ALLERGY = (4, "spurious", "", UNIT)


def test_right_and_wrong_are_counted_on_all_texts(release):
    made = evaluate(release)
    assert made.texts == 4
    assert made.tally["exact"]["NOM:PERSONNEL_MÉDICAL"] == [1, 0, 0]
    assert made.tally["exact"][PLACE] == [0, 1, 0]
    assert [PLACE in pair for pair in made.tally["confusion"]].count(True) == 1
    assert kinds(made) == [NYON]


def test_places_that_nobody_has_decided_cost_nothing_on_complete_texts(release):
    made = evaluate(release, COMPLETE)
    assert made.texts == 3
    assert kinds(made) == []


def test_a_part_of_a_split_can_be_evaluated_on(release, carl):
    options = {
        "method": "random", "ratios": [1, 1, 1], "group_by": "", "link_limit": None, "min_count": 1,
        "folds": None, "seed": 0, "takes_incomplete": True,
    }  # fmt: skip
    start_splitting(release=release, options=options, actor=Actor(carl))
    drain()
    split = Split.objects.get()
    made = {part: evaluate(release, part, split) for part in split.parts}
    assert {part: one.texts for part, one in made.items()} == {
        part: len(positions) for part, positions in split.parts.items()
    }
    with_error = [part for part, one in made.items() if kinds(one)]
    assert with_error == [part for part, positions in split.parts.items() if 2 in positions]


def test_the_words_of_the_contest_take_part(release, contest):
    before = evaluate(release)
    teach(contest, "allergie")
    after = evaluate(release)
    assert kinds(after) == [NYON, ALLERGY]
    assert after.digest != before.digest
    assert after.version == before.version
    assert {error.rule for error in after.errors.filter(found_label=UNIT)} != {""}


def test_what_is_known_is_not_computed_again(release, contest):
    made = evaluate(release)
    with pytest.raises(AlreadyEvaluated) as refused:
        start(release)
    assert refused.value.evaluation_id == made.pk
    assert refused.value.finished_at == made.finished_at
    evaluate(release, COMPLETE)
    teach(contest, "allergie")
    evaluate(release)
    contest.lexicon_words.all().delete()
    with pytest.raises(AlreadyEvaluated):
        start(release)
    assert release.evaluations.count() == 3


def test_one_at_a_time(release):
    start(release)
    with pytest.raises(JobAtWork):
        start(release, COMPLETE)


def test_a_part_without_texts_is_refused(release, carl):
    split = Split.objects.create(
        number=1, release=release, parts={"train": [1], "validation": []}, created_by=carl
    )
    with pytest.raises(NothingToEvaluate):
        start(release, "validation", split)


def test_batches_add_up_to_the_whole(release, contest, monkeypatch):
    teach(contest, "allergie")
    whole = evaluate(release)
    tally, errors = whole.tally, kinds(whole)
    whole.delete()
    monkeypatch.setattr(tasks, "BATCH_SIZE", 1)
    in_parts = evaluate(release)
    assert (in_parts.tally, kinds(in_parts), in_parts.texts) == (tally, errors, 4)


def die_after_one_batch(release, monkeypatch) -> Job:
    monkeypatch.setattr(tasks, "BATCH_SIZE", 2)
    job, seen = start(release), []
    assess_batch = evaluating.assess_batch

    def die_in_the_second(**options):
        if seen:
            raise MemoryError
        seen.append(assess_batch(**options))
        return seen[0]

    with monkeypatch.context() as patch:
        patch.setattr(evaluating, "assess_batch", die_in_the_second)
        with pytest.raises(MemoryError):
            tasks.evaluate(JobRun.of(jobs.claim_job(job_id=job.pk, worker="host:1")))
    jobs.release_running_jobs(died=True)
    return job


def test_a_run_that_died_half_way_counts_nothing_twice(release, monkeypatch):
    whole = evaluate(release)
    tally = whole.tally
    whole.delete()
    job = die_after_one_batch(release, monkeypatch)
    assert release.evaluations.get().texts == 2
    assert not release.evaluations.finished().exists()
    drain()
    job.refresh_from_db()
    assert job.state == "succeeded"
    made = release.evaluations.get()
    assert (made.texts, made.tally, kinds(made)) == (4, tally, [NYON])


def test_a_run_begins_anew_if_words_changed_while_its_worker_was_dead(
    release, contest, monkeypatch
):
    die_after_one_batch(release, monkeypatch)
    teach(contest, "allergie")
    drain()
    made = release.evaluations.get()
    assert kinds(made) == [NYON, ALLERGY]
    assert made.texts == 4
    assert made.digest == domain.version_of(ReleaseGold(release, ALL).setups("rules"))


def test_a_run_that_comes_to_known_rules_leaves_what_is_known(release, contest, monkeypatch):
    known = evaluate(release)
    teach(contest, "allergie")
    die_after_one_batch(release, monkeypatch)
    contest.lexicon_words.all().delete()
    drain()
    assert list(release.evaluations.all()) == [known]


def test_what_failed_makes_room_for_the_next(release):
    job = start(release)
    jobs.cancel_job(job=job, actor=Actor(release.created_by))
    made = evaluate(release)
    assert list(release.evaluations.all()) == [made]


def test_versions_are_numbered_over_all_texts_and_say_what_changed(release, contest, monkeypatch):
    evaluate(release, COMPLETE)
    teach(contest, "allergie")
    evaluate(release)
    monkeypatch.setattr("contests.proposals.domain.proposer.rules_version", lambda: "other")
    evaluate(release)
    versions = selectors.history(ReleaseGold(release, ALL))
    assert [each.number for each in versions] == [2, 3]
    assert [each.errors for each in versions] == [2, 2]
    assert [each.change for each in versions] == ["", "version"]
    assert [each.number for each in selectors.history(ReleaseGold(release, COMPLETE))] == [1]


def test_new_and_gone_errors_are_told_apart(release, contest):
    before = evaluate(release)
    teach(contest, "allergie")
    after = evaluate(release)
    there = selectors.compare(before, after)
    assert [after.errors.get(pk=pk).found_label for pk in there.new] == [UNIT]
    assert (list(there.gone), there.kept) == ([], 1)
    back = selectors.compare(after, before)
    assert ([*back.new], len(back.gone)) == ([], 1)


def test_the_database_keeps_one_evaluation_of_a_version(release):
    made = evaluate(release)
    with pytest.raises(IntegrityError), transaction.atomic():
        Evaluation.objects.create(
            release=release, part=made.part, digest=made.digest, version=made.version,
            created_by=made.created_by, finished_at=made.finished_at,
        )  # fmt: skip


def test_asking_is_written_into_the_log_of_the_contest(release, contest):
    made = evaluate(release)
    event = AuditEvent.objects.get(action="created", object_type="evaluation")
    assert (event.contest_id, event.object_id) == (contest.pk, str(made.pk))
