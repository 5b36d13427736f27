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
from detection.errors import DetectorUnusable
from jobs.registry import handler
from jobs.runs import JobRun
from jobs.tasks import enqueue

# Inputs per step: read by the rules in a small part of a second, and written in another.
BATCH_SIZE = 200
# Batches in a row in which the detector fails, before it is left alone.
MOST_FAILURES = 3
# How often one run begins anew because something changed meanwhile.
MOST_ROUNDS = 5


@handler(detecting.DETECT, title=_("Pre-annotation of a contest"))
def pre_annotate(run: JobRun) -> None:
    """Propose in every input, from where the last run stopped; anew if the rules changed meanwhile.

    Where the detector fails, inputs stay as they were, and the result says how many and why.
    """
    for _round in range(MOST_ROUNDS):
        contest = Contest.objects.get(pk=run.params["contest"])
        proposer = Proposer(setup_of(contest))
        digest = proposer.setup.digest
        if run.checkpoint.get("digest") != digest:
            start = {"digest": digest, "left_out": {}, "failed": 0}
            with run.step(done=0, checkpoint=start, label=gettext_noop("Reading the inputs")):
                detecting.begin(contest_id=contest.pk)
        _go_through(run, contest, proposer)
        with run.step(label=gettext_noop("Counting the proposals")) as step:
            left_out = run.checkpoint["left_out"]
            failed = run.checkpoint.get("failed", 0)
            known = "" if failed else digest
            found = detecting.finish(contest_id=contest.pk, digest=known, left_out=left_out)
            step.result = {
                "inputs": run.checkpoint.get("done", 0),
                "proposals": sum(found.values()),
                "left_out": sum(left_out.values()),
            }
            if failed:
                step.result |= {"failed": failed, "failure": run.checkpoint["failure"]}
        contest.refresh_from_db()
        is_draft = contest.state == Contest.State.DRAFT
        # Words that were added while this ran; later, managers decide for themselves.
        if failed or not is_draft or setup_of(contest).digest == digest:
            return


def _go_through(run: JobRun, contest: Contest, proposer: Proposer) -> None:
    ahead = detecting.inputs_ahead(contest).only("pk", "text", "proposals", "reasons")
    in_a_row, failure = 0, DetectorUnusable("unreachable")
    for batch in run.batches(ahead, size=BATCH_SIZE):
        # Outside the step, which would keep everyone else from writing while rules are at work.
        try:
            # One that fails again and again is asked no more: it may take its whole time each time.
            if in_a_row == MOST_FAILURES:
                raise failure
            left_out = detecting.propose(batch.items, proposer=proposer)
        except DetectorUnusable as error:
            in_a_row, failure = min(in_a_row + 1, MOST_FAILURES), error
            failed = run.checkpoint.get("failed", 0) + len(batch.items)
            why = {"code": error.code, "details": error.details}
            with batch.step(failed=failed, failure=why):
                continue
        in_a_row = 0
        left_out.update(run.checkpoint["left_out"])
        with batch.step(left_out=dict(left_out)):
            detecting.store_proposals(contest_id=contest.pk, inputs=batch.items)


def renew_draft(request: SignedInRequest, contest: Contest) -> None:
    """Propose anew after a change, as long as nobody has seen any proposal."""
    job = detecting.restart_in_draft(contest=contest, actor=actor_of(request))
    if job is not None:
        enqueue(job)
        messages.info(request, gettext("The inputs are being pre-annotated anew."))
