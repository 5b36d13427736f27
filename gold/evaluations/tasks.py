"""The detector on a release, batch by batch."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from contests.proposals import tasks as proposals_tasks
from contests.proposals.domain.proposer import Proposer
from contests.proposals.models import DetectorEvaluation
from contests.proposals.selectors import setup_of
from gold.evaluations import services as evaluating
from gold.evaluations.domain import version_of
from gold.evaluations.models import ReleaseEvaluation
from gold.evaluations.selectors import positions_in, setups_of, subset_of
from jobs.registry import handler
from jobs.runs import JobRun


@handler(evaluating.EVALUATE, title=_("Evaluation of the rules of detection"))
def evaluate(run: JobRun) -> None:
    """Compare the rules with the gold of every input that has one, from where the last run stopped."""
    evaluation = DetectorEvaluation.objects.get(pk=run.params["evaluation"])
    contest = evaluation.contest
    proposer = Proposer(setup_of(contest))
    digest = proposer.setup.digest
    if run.checkpoint.get("digest") != digest:
        start = {"digest": digest, "last": 0, "done": 0}
        with run.step(done=0, checkpoint=start, label=gettext_noop("Reading the gold")):
            evaluating.begin(evaluation=evaluation, digest=digest)
    while True:
        at = run.checkpoint
        batch = evaluating.assess_batch(
            contest=contest, after=at["last"], size=proposals_tasks.BATCH_SIZE, proposer=proposer
        )
        if not batch.inputs:
            break
        done = at["done"] + len(batch.inputs)
        checkpoint = at | {"last": batch.inputs[-1].pk, "done": done}
        with run.step(done=done, total=done + batch.remaining, checkpoint=checkpoint):
            evaluating.store_batch(evaluation=evaluation, batch=batch)
    with run.step(result={"inputs": run.checkpoint["done"]}):
        evaluating.finish(evaluation=evaluation)


# Texts per step: read by the rules in a small part of a second, and written in another.
BATCH_SIZE = 200


@handler(evaluating.EVALUATE_EVALUATING, title=_("Evaluation of the rules on a release"))
def evaluate_evaluating(run: JobRun) -> None:
    """Compare the rules with the gold, from where the last run stopped; anew if the rules changed."""
    found = ReleaseEvaluation.objects.select_related("release", "split")
    evaluation = found.get(pk=run.params["evaluation"])
    release, setups = evaluation.release, setups_of(evaluation.release)
    digest = version_of(setups)
    if run.checkpoint.get("digest") != digest:
        start = {"digest": digest, "done": 0}
        with run.step(done=0, checkpoint=start, label=gettext_noop("Reading the gold")):
            evaluating.begin_evaluating(evaluation=evaluation, digest=digest)
    positions = positions_in(release, subset_of(evaluation))
    proposers = evaluating.proposers_of(setups)
    while run.checkpoint["done"] < len(positions):
        done = run.checkpoint["done"]
        wanted = positions[done : done + BATCH_SIZE]
        # Outside the step, which would keep everyone else from writing while rules are at work.
        batch = evaluating.assess_batch_evaluating(
            release=release, positions=wanted, proposers=proposers
        )
        checkpoint = run.checkpoint | {"done": done + len(wanted)}
        with run.step(done=done + len(wanted), total=len(positions), checkpoint=checkpoint):
            evaluating.store_batch_evaluating(evaluation=evaluation, batch=batch)
    with run.step(result={"texts": len(positions)}):
        evaluating.finish_evaluating(evaluation=evaluation)
