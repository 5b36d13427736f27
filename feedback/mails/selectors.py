"""Report e-mails that wait to be sent, and contests whose reports are due."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import QuerySet

from agreement.runs.models import AnnotatorTally, ProcessingRun
from contests.contest.models import Contest
from contests.people.models import Membership
from feedback.mails.models import FeedbackMail
from feedback.reports.models import MailPreference


def next_due(contest_id: int, *, now: datetime) -> FeedbackMail | None:
    """Return the contest's e-mail that has been due longest, if any."""
    waiting = FeedbackMail.objects.of_contest(contest_id).due(now)
    people = waiting.select_related("annotator__user", "annotator__contest", "annotator__team")
    return people.order_by("due_at", "pk").first()


def contests_with_work(*, now: datetime) -> list[int]:
    """Return the contests with e-mails to send or left unfinished."""
    waiting = FeedbackMail.objects.due(now) | FeedbackMail.objects.under_way()
    return list(waiting.order_by().values_list("annotator__contest", flat=True).distinct())


def contests_due(*, now: datetime) -> list[Contest]:
    """Return the open contests whose regular reports are due."""
    regular = Contest.objects.filter(
        state=Contest.State.OPEN, feedback_every_days__isnull=False, runs__is_latest=True
    )
    return [contest for contest in regular if _is_due(contest, now)]


def _is_due(contest: Contest, now: datetime) -> bool:
    last = last_planned(contest)
    if last is None:
        first = ProcessingRun.objects.filter(contest=contest).order_by("number").first()
        last = contest.starts_at or (first and first.started_at) or now
    return now - last >= timedelta(days=contest.feedback_every_days or 0)


def last_planned(contest: Contest) -> datetime | None:
    """Return when regular reports were last planned."""
    planned = FeedbackMail.objects.of_contest(contest.pk).filter(asked_by=None)
    return planned.order_by("-planned_at").values_list("planned_at", flat=True).first()


def mails_of(contest: Contest) -> QuerySet[FeedbackMail]:
    """Return all e-mails of a contest, latest run first."""
    mails = FeedbackMail.objects.of_contest(contest.pk)
    return mails.select_related("annotator", "run", "asked_by").order_by(
        "-run__number", "annotator"
    )


@dataclass(frozen=True)
class Person:
    """One annotator with their latest figures and e-mail."""

    member: Membership
    tally: AnnotatorTally | None
    mail: FeedbackMail | None
    wants_reports: bool


def people_with_mails(contest: Contest) -> list[Person]:
    """Return the present annotators, by alias."""
    members = contest.memberships.present().annotators().order_by("alias", "pk")
    tallies = AnnotatorTally.objects.filter(run__contest=contest, run__is_latest=True)
    by_member = {tally.annotator_id: tally for tally in tallies}
    latest = {mail.annotator_id: mail for mail in mails_of(contest).order_by("run__number")}
    unwilling = set(
        MailPreference.objects.filter(annotator__contest=contest, wants_reports=False).values_list(
            "annotator", flat=True
        )
    )
    return [
        Person(member, by_member.get(member.pk), latest.get(member.pk), member.pk not in unwilling)
        for member in members
    ]
