"""The detector on a gold set, batch by batch."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from gold.evaluations import services as evaluating
from gold.evaluations.domain import version_of
from gold.evaluations.models import Evaluation
from gold.evaluations.selectors import gold_of
from jobs.registry import handler
from jobs.runs import JobRun

# Texts per step: read by the rules in a small part of a second, and written in another.
BATCH_SIZE = 200


@handler(evaluating.EVALUATE, title=_("Evaluation of the rules"))
def evaluate(run: JobRun) -> None:
    """Compare the rules with the gold, from where the last run stopped; anew if the rules changed."""
    found = Evaluation.objects.select_related("contest", "release", "split")
    evaluation = found.get(pk=run.params["evaluation"])
    gold = gold_of(evaluation)
    setups = gold.setups()
    version = version_of(setups)
    if run.checkpoint.get("version") != version:
        start = {"version": version, "last": 0, "done": 0}
        with run.step(done=0, checkpoint=start, label=gettext_noop("Reading the gold")):
            evaluating.begin(evaluation=evaluation, digest=version)
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
