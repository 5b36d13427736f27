"""Reads of the home pages: audit events, an annotator's steps, and notices."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import AuditEvent, User
from contests.annotating.models import AnnotationTask
from contests.contest.domain import OPEN, TRAIN
from contests.contest.models import Contest
from contests.guidelines.selectors import latest_revision
from contests.people.models import Membership

# The names of object types in the logs.
THINGS: dict[str, Promise] = {
    "account": _("account"),
    "answer": _("answer"),
    "audit log": _("audit log"),
    "category": _("category"),
    "chat message": _("chat message"),
    "contest": _("contest"),
    "corpus": _("corpus"),
    "correction": _("correction"),
    "dispute": _("dispute"),
    "document": _("document"),
    "evaluation": _("evaluation"),
    "experiment": _("experiment"),
    "feedback": _("feedback report"),
    "final result": _("final result"),
    "feedback mail": _("report by e-mail"),
    "guidelines": _("guidelines"),
    "import": _("import"),
    "input": _("input"),
    "invitation": _("invitation"),
    "job": _("job"),
    "lexicon": _("word list"),
    "membership": _("membership"),
    "number format": _("number format"),
    "link": _("contest link"),
    "password": _("password"),
    "pre-annotation": _("pre-annotation"),
    "run": _("run"),
    "independent check": _("independent check"),
    "continua": _("continua"),
    "release": _("release"),
    "split": _("split"),
    "export": _("export"),
    "supercategory": _("supercategory"),
    "team": _("team"),
    "token": _("token"),
    "training": _("training tasks"),
}


def name_of(object_type: str) -> str:
    """Return the name of an object type in the reader's language."""
    return str(THINGS.get(object_type, object_type))


@dataclass(frozen=True, kw_only=True)
class EventFilter:
    """Conditions on audit events; empty ones do not apply."""

    actor: User | None = None
    action: str = ""
    thing: str = ""
    number: str = ""
    contest: Contest | None = None
    since: date | None = None
    until: date | None = None


def audit_events(wanted: EventFilter) -> QuerySet[AuditEvent]:
    """Return the matching audit events, newest first."""
    given = {
        "actor": wanted.actor,
        "action": wanted.action,
        "object_type": wanted.thing,
        "object_id": wanted.number,
        "contest_id": wanted.contest and wanted.contest.pk,
        "at__gte": wanted.since and _midnight(wanted.since),
        "at__lt": wanted.until and _midnight(wanted.until + timedelta(days=1)),
    }
    conditions = {name: value for name, value in given.items() if value}
    return AuditEvent.objects.filter(**conditions).select_related("actor")


def kinds_of(events: QuerySet[AuditEvent], field: str) -> set[str]:
    """Return the distinct values of a field among the events."""
    return set(events.order_by().values_list(field, flat=True).distinct())


def given_lines_of(document_id: int) -> QuerySet[Membership]:
    """Return the annotators who received lines of a document, sorted by contest."""
    given = AnnotationTask.objects.filter(input__places__chunk__document=document_id)
    members = Membership.objects.filter(pk__in=given.order_by().values("annotator"))
    return members.select_related("user", "contest").order_by("contest__name", "user__name")


def _midnight(day: date) -> datetime:
    """Return the start of the day in local time; comparing times can use an index."""
    return timezone.make_aware(datetime.combine(day, time.min))


REGISTER, ALIAS, GUIDELINES, TRAINING, ANNOTATE = (
    "register",
    "alias",
    "guidelines",
    "training",
    "annotate",
)
# Reasons why a person cannot annotate yet.
THE_END, A_TEAM, THE_OPENING, THE_FIRST_DAY, EARLIER = (
    "over",
    "team",
    "opening",
    "first-day",
    "earlier",
)


@dataclass(frozen=True)
class PathStep:
    """A step of an annotator; `is_next` marks the one to do now."""

    key: str
    is_done: bool
    is_next: bool = False
    # Why annotating is not possible yet, or empty.
    waits_for: str = ""


def path_of(member: Membership, *, now: datetime) -> list[PathStep]:
    """Return a person's steps, with the next one marked unless the contest is over."""
    steps = _steps(member)
    waiting = next((key for key, is_done in steps if not is_done), "")
    reason = _reason(member, waiting, now)
    can_go_on = member.contest.permits(TRAIN) and not member.contest.is_over
    return [
        PathStep(
            key,
            is_done,
            is_next=key == waiting and (not reason if key == ANNOTATE else can_go_on),
            waits_for=reason if key == ANNOTATE and not is_done else "",
        )
        for key, is_done in steps
    ]


def _steps(member: Membership) -> list[tuple[str, bool]]:
    contest = member.contest
    steps = [(ALIAS, False)] if member.needs_alias else [(REGISTER, True)]
    if latest_revision(contest) is not None:
        steps.append((GUIDELINES, member.guideline_read_id is not None))
    if contest.requires_training:
        steps.append((TRAINING, member.trained_at is not None))
    return [*steps, (ANNOTATE, member.accepted_tasks >= contest.goal_per_annotator)]


def _reason(member: Membership, waiting: str, now: datetime) -> str:
    """Return why a person cannot annotate now, or an empty string."""
    contest = member.contest
    if contest.is_over:
        return THE_END
    if contest.state != OPEN:
        return THE_OPENING
    if contest.starts_at is not None and contest.starts_at > now:
        return THE_FIRST_DAY
    if member.team_id is None:
        return A_TEAM
    return "" if waiting in ("", ANNOTATE) else EARLIER


@dataclass(frozen=True)
class Notice:
    """A message about something new, with a link."""

    title: str
    words: str
    link: str
    link_words: str


NoticeSource = Callable[[Membership], Notice | None]
_sources: list[NoticeSource] = []


def register_notice(source: NoticeSource) -> None:
    """Add a function that returns a member's notice, if there is one."""
    if source not in _sources:
        _sources.append(source)


def notices_for(member: Membership) -> list[Notice]:
    """Return all notices for this annotator in the reader's language."""
    found = (source(member) for source in _sources)
    return [notice for notice in found if notice is not None]
