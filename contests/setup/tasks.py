"""Copying the inputs of a contest; erasing it; closing contests by the calendar, and telling people of it."""

from celery import shared_task
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop

from contests.contest.models import Contest
from contests.contest.services import erase_some_of
from contests.inputs.models import ContestInput
from contests.people.models import Membership
from contests.setup import services
from contests.setup.services import (
    ANNOUNCE_KIND,
    COPY_KIND,
    ERASE,
    copy_inputs,
    finish_copy,
    people_to_write_to,
)
from jobs.mailing import send_each
from jobs.registry import handler
from jobs.runs import JobRun, actor_of_job
from jobs.tasks import enqueue
from web.mail import public_link, write_letter

# Inputs per step.
BATCH_SIZE = 500


@handler(COPY_KIND, title=_("Copying the inputs of a contest"))
def copy_all_inputs(run: JobRun) -> None:
    """Copy the inputs, from where the last run stopped, then order them for every group."""
    target = run.params["contest"]
    inputs = ContestInput.objects.filter(contest=run.params["source"])
    for batch in run.batches(inputs, size=BATCH_SIZE, label=gettext_noop("Copying the inputs")):
        with batch.step():
            copy_inputs(inputs=batch.items, target_id=target)
    result = {"inputs": run.checkpoint.get("done", 0)}
    with run.step(label=gettext_noop("Ordering the inputs"), result=result):
        finish_copy(target_id=target)


@handler(ERASE, title=_("Erasing a contest"))
def erase_contest(run: JobRun) -> None:
    """Delete a contest and all that was made of it."""
    contest = Contest.objects.filter(pk=run.params["erased"]).first()
    if contest is None or contest.erasing_since is None:
        return
    actor = actor_of_job(run)
    label = gettext_noop("Deleting the contest and all that was made of it")
    run.repeat(lambda: erase_some_of(contest, actor=actor), label=label)


@shared_task(name="contests.close_ended")
def close_ended_contests() -> None:
    """Close the contests whose last day has passed, and have people told which have gone on."""
    services.close_ended()
    for job in services.announce_due():
        enqueue(job)


@handler(ANNOUNCE_KIND, title=_("E-mails about the state of the contest"))
def announce_state(run: JobRun) -> None:
    """Write to everyone in the contest, in their language, unless it has gone on in between."""
    contest, stage = Contest.objects.get(pk=run.params["contest"]), run.params["stage"]

    def write(member: Membership) -> EmailMessage | None:
        if contest.told_state != stage:
            return None
        letter = write_letter("contest_state", context, language=member.user.language)
        return letter.to(member.user.email)

    link = public_link(reverse("contests:home", args=[contest.pk]))
    context = {"contest": contest, "stage": stage, "link": link}
    send_each(run, people_to_write_to(contest.pk), write)
