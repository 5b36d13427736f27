"""Long jobs: parameters, progress and the worker that runs them."""

import uuid
from datetime import timedelta
from typing import TYPE_CHECKING, ClassVar

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.roles import managed_contest_ids
from jobs import registry

if TYPE_CHECKING:
    from accounts.models import User

LIVE = ["queued", "running"]
FINAL = ["succeeded", "failed", "cancelled", "given-up"]

# Times of claims and heartbeats are the database's: the clocks of several machines differ.
NOW = Now()


def _signer() -> Signer:
    return Signer(salt="jobs.ticket")


class JobQuerySet(models.QuerySet["Job"]):
    def live(self) -> "JobQuerySet":
        return self.filter(state__in=LIVE)

    def visible_to(self, user: "User") -> "JobQuerySet":
        if user.is_superuser:
            return self
        # A contest's jobs are for its managers: people who left it no longer see those they started.
        own = Q(created_by=user, contest_id=None)
        return self.filter(own | Q(contest_id__in=managed_contest_ids(user)))

    def with_ticket(self, ticket: str) -> "JobQuerySet":
        """The job that a page showed together with this ticket."""
        try:
            return self.filter(pk=_signer().unsign(ticket))
        except BadSignature:
            return self.none()

    def held(self, job_id: uuid.UUID, *, lease: str) -> "JobQuerySet":
        """The job, if the run with this lease still owns it."""
        return self.filter(pk=job_id, state=Job.State.RUNNING, lease=lease)

    def stale(self, *, seconds: float) -> "JobQuerySet":
        """Running jobs whose worker has sent no heartbeat for this long."""
        return self.filter(
            state=Job.State.RUNNING, heartbeat_at__lt=NOW - timedelta(seconds=seconds)
        )

    def unsent(self, *, seconds: float) -> "JobQuerySet":
        """Queued jobs without a message, or whose message has had no effect for this long."""
        longest_ago = NOW - timedelta(seconds=seconds)
        due = self.filter(state=Job.State.QUEUED, due_at__lte=NOW)
        return due.filter(Q(enqueued_at=None) | Q(enqueued_at__lt=longest_ago))


class Job(models.Model):
    """One long job. A run owns it by its lease; a run that lost the lease can write nothing."""

    class State(models.TextChoices):
        QUEUED = "queued", _("queued")
        RUNNING = "running", _("running")
        SUCCEEDED = "succeeded", _("succeeded")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")
        GIVEN_UP = "given-up", _("given up")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=80)
    params = models.JSONField(default=dict, blank=True, help_text="Ids and options, never text.")
    key = models.CharField(
        max_length=120, blank=True, help_text="At most one live job has the same key."
    )
    state = models.CharField(max_length=9, choices=State.choices, default=State.QUEUED)

    progress_done = models.PositiveBigIntegerField(default=0)
    progress_total = models.PositiveBigIntegerField(null=True)
    step = models.CharField(max_length=200, blank=True)
    checkpoint = models.JSONField(default=dict, blank=True)
    result = models.JSONField(default=dict, blank=True)
    last_error = models.TextField(blank=True)

    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    # A number: jobs may not import contests.
    contest_id = models.BigIntegerField(null=True)

    created_at = models.DateTimeField(db_default=Now())
    due_at = models.DateTimeField(db_default=Now())
    enqueued_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)
    heartbeat_at = models.DateTimeField(null=True)
    cancel_requested_at = models.DateTimeField(null=True)
    interrupt_requested_at = models.DateTimeField(null=True)

    attempts = models.PositiveIntegerField(default=0)
    retries = models.PositiveIntegerField(default=0)
    deaths = models.PositiveIntegerField(default=0)
    worker = models.CharField(max_length=120, blank=True)
    lease = models.CharField(max_length=32, blank=True)

    objects = JobQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-created_at", "id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(state__in=LIVE + FINAL), name="jobs_job_known_state"
            ),
            models.CheckConstraint(
                condition=Q(progress_total=None) | Q(progress_done__lte=F("progress_total")),
                name="jobs_job_done_within_total",
            ),
            models.CheckConstraint(
                condition=Q(state__in=LIVE, finished_at=None)
                | Q(state__in=FINAL, finished_at__isnull=False),
                name="jobs_job_finished_when_final",
            ),
            models.CheckConstraint(
                condition=(
                    Q(state="running", started_at__isnull=False, heartbeat_at__isnull=False)
                    & ~Q(lease="")
                )
                | (~Q(state="running") & Q(lease="")),
                name="jobs_job_leased_when_running",
            ),
            models.UniqueConstraint(
                fields=["key"],
                condition=Q(state__in=LIVE) & ~Q(key=""),
                name="jobs_job_one_live_per_key",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["-created_at"], name="jobs_job_newest"),
            models.Index(fields=["contest_id", "-created_at"], name="jobs_job_contest"),
            models.Index(
                fields=["state", "heartbeat_at"], condition=Q(state__in=LIVE), name="jobs_job_live"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.pk}"

    @property
    def title(self) -> str:
        return registry.title_of(self.kind)

    @property
    def ticket(self) -> str:
        """Return the signed id with which a page polls this job's progress."""
        return _signer().sign(str(self.pk))

    @property
    def percent(self) -> int | None:
        """Return the progress in percent; None while the total is unknown."""
        total = self.progress_total
        return round(100 * self.progress_done / total) if total else None

    @property
    def is_live(self) -> bool:
        return self.state in LIVE

    @property
    def is_final(self) -> bool:
        return self.state in FINAL

    @property
    def is_cancellable(self) -> bool:
        return not self.is_final and self.cancel_requested_at is None

    @property
    def duration(self) -> timedelta | None:
        """Time since the first start, or from there to the end."""
        if self.started_at is None:
            return None
        passed = (self.finished_at or timezone.now()) - self.started_at
        return max(timedelta(seconds=round(passed.total_seconds())), timedelta())
