"""The detector on a gold set or a file, batch by batch."""

from celery import shared_task
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from accounts.audit import Actor
from contests.proposals.domain.proposer import proposer
from contests.proposals.selectors import setup_of
from gold.evaluations import services as evaluating
from gold.evaluations.domain import version_of
from gold.evaluations.models import Evaluation, FileEvaluation
from gold.evaluations.selectors import gold_of
from jobs.registry import handler
from jobs.runs import JobRun

# Texts per step: read by the rules in a small part of a second, and written in another.
BATCH_SIZE = 200


@handler(evaluating.EVALUATE, title=_("Evaluation of a detector"))
def evaluate(run: JobRun) -> None:
    """Compare a detector with the gold, from where the last run stopped; anew if it changed."""
    found = Evaluation.objects.select_related("contest", "release", "split")
    evaluation = found.get(pk=run.params["evaluation"])
    gold = gold_of(evaluation)
    setups = gold.setups(evaluation.detector)
    version = version_of(setups)
    if run.checkpoint.get("version") != version:
        start = {"version": version, "last": 0, "done": 0}
        with run.step(done=0, checkpoint=start, label=gettext_noop("Reading the gold")):
            known = evaluating.detector_version(setups)
            evaluating.begin(evaluation=evaluation, digest=version, version=known)
    ahead = [key for key in gold.text_keys() if key > run.checkpoint["last"]]
    total = run.checkpoint["done"] + len(ahead)
    proposers = evaluating.proposers_of(setups)
    for first in range(0, len(ahead), BATCH_SIZE):
        keys = ahead[first : first + BATCH_SIZE]
        # Outside the step, which would keep everyone else from writing while rules are at work.
        batch = evaluating.assess_batch(gold=gold, keys=keys, proposers=proposers)
        done = run.checkpoint["done"] + len(keys)
        checkpoint = run.checkpoint | {"last": keys[-1], "done": done}
        with run.step(done=done, total=total, checkpoint=checkpoint):
            evaluating.store_batch(evaluation=evaluation, batch=batch)
    with run.step(result={"texts": run.checkpoint["done"]}):
        evaluating.finish(evaluation=evaluation)


@handler(evaluating.EVALUATE_FILE, title=_("Evaluation of a detector on a file"))
def evaluate_file(run: JobRun) -> None:
    """Read a file, evaluate the rules on it, forget it; begun anew if it is interrupted."""
    made = FileEvaluation.objects.select_related("contest", "created_by")
    wanted = made.filter(pk=run.params["file"], content__isnull=False).first()
    if wanted is None:
        # Something newer took its place.
        return
    read, found = evaluating.read_file(bytes(wanted.content or b"")), evaluating.FileTally()
    records = [] if read.problems else read.records
    rules = proposer(setup_of(wanted.contest, wanted.detector))
    for first in range(0, len(records), BATCH_SIZE):
        run.report(done=first, total=len(records), label=gettext_noop("Reading the file"))
        found.add(records[first : first + BATCH_SIZE], first, rules)
    with run.step(done=len(records), result={"texts": len(records)}):
        actor = Actor(wanted.created_by)
        evaluating.finish_file(made=wanted, read=read, found=found, actor=actor)


@shared_task(name="gold.forget_file_evaluations")
def forget_file_evaluations() -> None:
    """Delete what was found on files more than a day ago."""
    evaluating.forget_file_evaluations()
