"""Proposing in all inputs of a contest, and evaluating the rules on its gold."""

from django.contrib import messages
from django.utils.translation import gettext, gettext_noop
from django.utils.translation import gettext_lazy as _

from accounts.audit import actor_of
from accounts.roles import SignedInRequest
from contests.contest.models import Contest
from contests.proposals import services as detecting
from contests.proposals.domain.proposer import Proposer
from contests.proposals.selectors import setup_of
from jobs.registry import handler
from jobs.runs import JobRun
from jobs.tasks import enqueue

# Inputs per step: read by the rules in a small part of a second, and written in another.
BATCH_SIZE = 200


@handler(detecting.DETECT, title=_("Pre-annotation of a contest"))
def pre_annotate(run: JobRun) -> None:
    """Propose in every input, from where the last run stopped; anew if the rules changed meanwhile."""
    while True:
        contest = Contest.objects.get(pk=run.params["contest"])
        proposer = Proposer(setup_of(contest))
        digest = proposer.setup.digest
        if run.checkpoint.get("digest") != digest:
            start = {"digest": digest, "left_out": {}}
            with run.step(done=0, checkpoint=start, label=gettext_noop("Reading the inputs")):
                detecting.begin(contest_id=contest.pk)
        _go_through(run, contest, proposer)
        with run.step(label=gettext_noop("Counting the proposals")) as step:
            left_out = run.checkpoint["left_out"]
            found = detecting.finish(contest_id=contest.pk, digest=digest, left_out=left_out)
            step.result = {
                "inputs": run.checkpoint.get("done", 0),
                "proposals": sum(found.values()),
                "left_out": sum(left_out.values()),
            }
        contest.refresh_from_db()
        is_draft = contest.state == Contest.State.DRAFT
        # Words that were added while this ran; later, managers decide for themselves.
        if not is_draft or setup_of(contest).digest == digest:
            return


def _go_through(run: JobRun, contest: Contest, proposer: Proposer) -> None:
    ahead = detecting.inputs_ahead(contest).only("pk", "text", "proposals", "reasons")
    for batch in run.batches(ahead, size=BATCH_SIZE):
        # Outside the step, which would keep everyone else from writing while rules are at work.
        left_out = detecting.propose(batch.items, proposer=proposer)
        left_out.update(run.checkpoint["left_out"])
        with batch.step(left_out=dict(left_out)):
            detecting.store_proposals(contest_id=contest.pk, inputs=batch.items)


def renew_draft(request: SignedInRequest, contest: Contest) -> None:
    """Propose anew after a change, as long as nobody has seen any proposal."""
    job = detecting.restart_in_draft(contest=contest, actor=actor_of(request))
    if job is not None:
        enqueue(job)
        messages.info(request, gettext("The inputs are being pre-annotated anew."))
