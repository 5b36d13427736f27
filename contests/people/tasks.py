"""Sending invitations."""

from django.core.mail import EmailMessage
from django.utils.translation import gettext_lazy as _

from accounts.audit import PLATFORM
from contests.people.models import Invitation
from contests.people.services.joining import revoke_invitation
from contests.people.services.letters import ASKED_KIND, INVITE_KIND, write_invitation
from jobs.mailing import send_each
from jobs.registry import handler
from jobs.runs import JobRun


@handler(INVITE_KIND, title=_("Invitations by e-mail"))
def send_invitations(run: JobRun) -> None:
    """Send each invitation that is still open."""
    send_each(run, run.params["invitations"], _write, note=_note)


@handler(ASKED_KIND, title=_("An invitation asked for by the contest’s link"), is_part=True)
def send_asked_invitation(run: JobRun) -> None:
    """Send the invitation that someone asked for; lists of jobs do not show each of them."""
    send_each(run, run.params["invitations"], _write, note=_note)


def _write(invitation_id: int) -> EmailMessage | None:
    invitation = Invitation.objects.select_related("contest", "created_by").get(pk=invitation_id)
    members = invitation.contest.memberships.present()
    if invitation.is_open and members.filter(user__email=invitation.email).exists():
        revoke_invitation(invitation=invitation, actor=PLATFORM)
        return None
    return write_invitation(invitation) if invitation.is_open else None


def _note(invitation_id: int, is_taken: bool) -> None:
    letter = Invitation.Letter.SENT if is_taken else Invitation.Letter.REFUSED
    Invitation.objects.filter(pk=invitation_id).update(letter=letter)
