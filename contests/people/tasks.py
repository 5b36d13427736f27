"""Sending many invitations."""

from django.core.mail import EmailMessage
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from contests.people.models import Invitation
from contests.people.services.joining import INVITE_KIND, renew_token, write_invitation
from jobs.mailing import send_each
from jobs.registry import handler
from jobs.runs import JobRun


@handler(INVITE_KIND, title=_("Invitations by e-mail"))
def send_invitations(run: JobRun) -> None:
    """Send each invitation that is still open."""
    send_each(run, run.params["invitations"], _write)


def _write(invitation_id: int) -> EmailMessage | None:
    invitation = Invitation.objects.select_related("contest", "created_by").get(pk=invitation_id)
    issued = renew_token(invitation=invitation)
    # Whoever has no account yet is written to in the language of the person who invites.
    known = User.objects.filter(email=invitation.email).first()
    language = (known or invitation.created_by).language
    return write_invitation(issued, language=language) if issued else None
