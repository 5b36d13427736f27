"""Compound reads of contests."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

from django.db.models import Count, Prefetch, Q, QuerySet, Sum
from django.utils import timezone

from accounts.models import AuditEvent, User
from contests.domain.balancing import TeamLoad
from contests.models import (
    AnnotationTask,
    Answer,
    Category,
    Contest,
    Membership,
    Supercategory,
    Team,
)


def managed_contest_ids(user: User) -> Collection[int]:
    """Return the ids of the contests that this person manages."""
    return set(Contest.objects.managed_by(user).values_list("pk", flat=True))


@dataclass(frozen=True)
class Progress:
    """How far a contest is on its way to its collective goal."""

    accepted: int
    annotators: int
    goal: int

    @property
    def percent(self) -> int:
        return min(100, round(100 * self.accepted / self.goal)) if self.goal else 0


def collective_progress(contest: Contest) -> Progress:
    """Return accepted tasks of everyone against goal per annotator × annotators."""
    # Answers of someone who left stay: they count, though their share of the goal does not.
    everyone = contest.memberships.annotators()
    accepted = everyone.aggregate(sum=Sum("accepted_tasks"))["sum"] or 0
    # Nobody waits for those who cannot sign in: closed accounts, people known from imports only.
    annotators = everyone.present().filter(user__is_active=True).count()
    return Progress(accepted, annotators, contest.goal_per_annotator * annotators)


@dataclass(frozen=True)
class OwnProgress:
    """How far one annotator is on the way to their own goal."""

    accepted: int
    goal: int
    # None where no end is set or the contest does not run.
    days_left: int | None

    @property
    def percent(self) -> int:
        return min(100, round(100 * self.accepted / self.goal))

    @property
    def left(self) -> int:
        return max(0, self.goal - self.accepted)

    @property
    def per_day(self) -> int:
        """Return how many tasks a day lead to the goal, rounded up."""
        return -(-self.left // max(1, self.days_left or 0))


def own_progress(member: Membership, *, now: datetime) -> OwnProgress:
    """Return an annotator's accepted tasks against the goal, and the days that are left."""
    contest = member.contest
    days_left = None
    if contest.takes_answers_at(now) and contest.ends_at is not None:
        # Calendar days where the contest takes place: people count nights, not hours.
        days_left = (timezone.localdate(contest.ends_at) - timezone.localdate(now)).days
    return OwnProgress(member.accepted_tasks, contest.goal_per_annotator, days_left)


def offered_families(contest: Contest) -> QuerySet[Supercategory]:
    """Return the supercategories with the categories that annotators may use."""
    offered = Category.objects.filter(archived_at=None)
    families = contest.supercategories.filter(categories__in=offered).distinct()
    return families.prefetch_related(Prefetch("categories", queryset=offered))


def teams_with_progress(contest: Contest) -> QuerySet[Team]:
    """Return the teams with their number of members and accepted tasks."""
    return contest.teams.annotate(
        members=Count("memberships", filter=Q(memberships__removed_at=None)),
        accepted=Sum("memberships__accepted_tasks", default=0),
    ).order_by("-accepted", "name")


def team_loads(contest: Contest) -> dict[int, TeamLoad]:
    """Return how many people each team has and may have, by the team's id."""
    present = Count("memberships", filter=Q(memberships__removed_at=None))
    teams = contest.teams.select_related("group").annotate(members=present)
    return {
        team.pk: TeamLoad(team.key, team.group.number, team.arm, team.members, team.places)
        for team in teams
    }


def latest_answers(annotator: Membership, *, count: int) -> list[Answer]:
    """Return this person's most recent live answers with text and units."""
    tasks = AnnotationTask.objects.filter(annotator=annotator, answered_at__isnull=False)
    recent = tasks.order_by("-answered_at").values("pk")[:count]
    return list(
        Answer.objects.filter(is_live=True, task__in=list(recent.values_list("pk", flat=True)))
        .select_related("task__input")
        .prefetch_related("units__category__supercategory")
        .order_by("-answered_at")
    )


def audit_events(
    contest: Contest, *, actor: User | None, action: str, since: date | None, until: date | None
) -> QuerySet[AuditEvent]:
    """Return the audit events of a contest, the latest first, narrowed by what is given."""
    events = AuditEvent.objects.filter(contest_id=contest.pk).select_related("actor")
    if actor:
        events = events.filter(actor=actor)
    if action:
        events = events.filter(action=action)
    if since:
        events = events.filter(at__gte=_midnight(since))
    if until:
        events = events.filter(at__lt=_midnight(until + timedelta(days=1)))
    return events


def _midnight(day: date) -> datetime:
    """Return when the day begins here; compared as a moment, an index finds it."""
    return timezone.make_aware(datetime.combine(day, time.min))
