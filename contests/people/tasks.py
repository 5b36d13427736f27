"""Sending many invitations, one after the other."""

from smtplib import SMTPException, SMTPRecipientsRefused

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, override

from accounts.models import User
from contests.people.models import Invitation
from contests.people.services.joining import INVITE_KIND, mail_invitation, renew_token
from jobs.errors import MailServerSilent
from jobs.registry import handler
from jobs.runs import JobRun
from web.mail import public_link


@handler(INVITE_KIND, title=_("Invitations by e-mail"))
def send_invitations(run: JobRun) -> None:
    """Send each invitation, from where the last run stopped."""
    ids: list[int] = run.params["invitations"]
    counts = {"sent": 0, "refused": 0} | run.checkpoint.get("counts", {})
    for number in range(run.checkpoint.get("next", 0), len(ids)):
        invitation = Invitation.objects.select_related("contest", "created_by").get(pk=ids[number])
        # Outside the step, which would keep everyone else from writing while the server thinks.
        outcome = _send(invitation)
        counts = counts | {outcome: counts[outcome] + 1} if outcome else counts
        with run.step(
            done=number + 1,
            total=len(ids),
            checkpoint={"next": number + 1, "counts": counts},
            label=gettext_noop("E-mails are being sent"),
            result=counts,
        ):
            pass


def _send(invitation: Invitation) -> str:
    """Return how it went: an address that the server does not know stops nobody else."""
    issued = renew_token(invitation=invitation)
    if issued is None:
        return ""
    link = public_link(reverse("contests:join", args=[issued.token]))
    try:
        # Whoever has no account yet is written to in the language of the person who invites.
        known = User.objects.filter(email=invitation.email).first()
        with override((known or invitation.created_by).language):
            mail_invitation(invitation=invitation, link=link)
    except SMTPRecipientsRefused as error:
        if any(code < 500 for code, _words in error.recipients.values()):
            raise MailServerSilent("The mail server asks to wait.") from error
        return "refused"
    except UnicodeError:
        return "refused"
    except (SMTPException, OSError) as error:
        raise MailServerSilent("The mail server did not take a message.") from error
    return "sent"
