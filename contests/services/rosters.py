"""Inviting many people at once."""

from collections.abc import Sequence

from django.db import transaction

from accounts.audit import Actor
from accounts.models import User
from contests.models import Contest, Invitation
from contests.selectors.people import RosterRow
from contests.services.invitations import invite
from jobs.models import Job
from jobs.services import create_job

INVITE_KIND = "contests.send_invitations"


@transaction.atomic
def invite_many(
    *, contest: Contest, rows: Sequence[RosterRow], manager: User, actor: Actor
) -> Job | None:
    """Make an invitation for each row without a problem, and the job that sends them."""
    issued = [
        invite(
            contest=contest,
            email=row.email,
            role=row.role,
            team=row.team,
            manager=manager,
            actor=actor,
        ).invitation
        for row in rows
        if not row.problem
    ]
    return _sending(contest, issued, manager) if issued else None


def _sending(contest: Contest, invitations: Sequence[Invitation], manager: User) -> Job:
    # The secrets are made when the letters are written: a job's parameters are no place for them.
    return create_job(
        kind=INVITE_KIND,
        params={"invitations": [invitation.pk for invitation in invitations]},
        created_by=manager,
        contest_id=contest.pk,
    )
