"""The detector on a release, batch by batch."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from gold.domain.detector import version_of
from gold.models import ReleaseEvaluation
from gold.selectors.evaluations import positions_in, setups_of, subset_of
from gold.services import evaluating
from jobs.registry import handler
from jobs.runs import JobRun

# Texts per step: read by the rules in a small part of a second, and written in another.
BATCH_SIZE = 200


@handler(evaluating.EVALUATE, title=_("Evaluation of the rules on a release"))
def evaluate(run: JobRun) -> None:
    """Compare the rules with the gold, from where the last run stopped; anew if the rules changed."""
    found = ReleaseEvaluation.objects.select_related("release", "split")
    evaluation = found.get(pk=run.params["evaluation"])
    release, setups = evaluation.release, setups_of(evaluation.release)
    digest = version_of(setups)
    if run.checkpoint.get("digest") != digest:
        start = {"digest": digest, "done": 0}
        with run.step(done=0, checkpoint=start, label=gettext_noop("Reading the gold")):
            evaluating.begin(evaluation=evaluation, digest=digest)
    positions = positions_in(release, subset_of(evaluation))
    proposers = evaluating.proposers_of(setups)
    while run.checkpoint["done"] < len(positions):
        done = run.checkpoint["done"]
        wanted = positions[done : done + BATCH_SIZE]
        # Outside the step, which would keep everyone else from writing while rules are at work.
        batch = evaluating.assess_batch(release=release, positions=wanted, proposers=proposers)
        checkpoint = run.checkpoint | {"done": done + len(wanted)}
        with run.step(done=done + len(wanted), total=len(positions), checkpoint=checkpoint):
            evaluating.store_batch(evaluation=evaluation, batch=batch)
    with run.step(result={"texts": len(positions)}):
        evaluating.finish(evaluation=evaluation)
