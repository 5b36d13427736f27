"""Telling people by e-mail that guidelines were published."""

from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from contests.guidelines.models import GuidelineRevision
from contests.guidelines.selectors import people_to_tell
from contests.guidelines.services import TELL_KIND
from contests.people.models import Membership
from jobs.mailing import send_each
from jobs.registry import handler
from jobs.runs import JobRun
from web.mail import public_link, write_letter


@handler(TELL_KIND, title=_("E-mails about new guidelines"))
def tell_guidelines(run: JobRun) -> None:
    """Write to everyone in the contest, in their language."""
    revision = GuidelineRevision.objects.select_related("contest").get(pk=run.params["revision"])
    link = public_link(reverse("contests:guidelines", args=[revision.contest_id]))
    context = {"contest": revision.contest, "revision": revision, "link": link}

    def write(member: Membership) -> EmailMessage:
        letter = write_letter("guidelines_published", context, language=member.user.language)
        return letter.to(member.user.email)

    send_each(run, people_to_tell(revision.contest_id), write)
