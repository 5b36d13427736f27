"""Letting scores follow a decision."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.audit import actor_of
from accounts.requests import SignedInRequest
from agreement.models import ProcessingRun
from agreement.selectors.runs import runs_of
from agreement.services.requests import request_run
from agreement.tasks.processing import ask_for_run
from contests.models import Contest

# Who decides hundreds of places does not need a run for each: what is decided within this time of a
# run's beginning is taken up by the next decision's run, or by the one that comes by the clock.
PAUSE = timedelta(seconds=60)


def ask_after_correction(request: SignedInRequest, contest: Contest) -> None:
    """Ask for a run, unless one has begun just now."""
    last = runs_of(contest).first()
    if last is not None and last.started_at + PAUSE > timezone.now():
        return
    with transaction.atomic():
        reason = ProcessingRun.Reason.CORRECTION
        ask_for_run(request_run(contest=contest, reason=reason, actor=actor_of(request)))
