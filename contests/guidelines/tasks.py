"""Telling people by e-mail that guidelines were published."""

from smtplib import SMTPException, SMTPRecipientsRefused

from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from contests.guidelines.models import GuidelineRevision
from contests.guidelines.selectors import people_to_tell
from contests.guidelines.services import TELL_KIND, mail_publication
from contests.people.models import Membership
from jobs.errors import MailServerSilent
from jobs.registry import handler
from jobs.runs import JobRun
from web.mail import public_link


@handler(TELL_KIND, title=_("E-mails about new guidelines"))
def tell_guidelines(run: JobRun) -> None:
    """Write to everyone in the contest, from where the last run stopped."""
    revision = GuidelineRevision.objects.select_related("contest").get(pk=run.params["revision"])
    people = people_to_tell(revision.contest_id)
    waiting = people.filter(pk__gt=run.checkpoint.get("last", 0))
    sent, refused = run.checkpoint.get("sent", 0), run.checkpoint.get("refused", 0)
    total = sent + refused + waiting.count()
    for member in waiting:
        # Outside the step, which would keep everyone else from writing while the server thinks; so
        # of a run that is killed here at most this one message is sent again.
        if _send(revision, member):
            sent += 1
        else:
            refused += 1
        counts = {"sent": sent, "refused": refused}
        with run.step(
            done=sent + refused,
            total=total,
            checkpoint={"last": member.pk, **counts},
            label=gettext_noop("E-mails are being sent"),
            result=counts,
        ):
            pass


def _send(revision: GuidelineRevision, member: Membership) -> bool:
    """Return whether the server took the message; an address it does not know stops nobody else."""
    link = public_link(reverse("contests:guidelines", args=[revision.contest_id]))
    try:
        mail_publication(revision=revision, member=member, link=link)
    except SMTPRecipientsRefused as error:
        if any(code < 500 for code, _words in error.recipients.values()):
            raise MailServerSilent("The mail server asks to wait.") from error
        return False
    except UnicodeError:
        # A domain in other letters may be too long once it is written in ASCII.
        return False
    except (SMTPException, OSError) as error:
        raise MailServerSilent("The mail server did not take a message.") from error
    return True
