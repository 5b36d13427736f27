"""One pass from answers to references: what it looked at, and whether people see it yet."""

from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from contests.models import Contest


class ProcessingRunQuerySet(models.QuerySet["ProcessingRun"]):
    def published(self) -> Self:
        return self.filter(state=ProcessingRun.State.PUBLISHED)

    def running(self) -> Self:
        return self.filter(state=ProcessingRun.State.RUNNING)


class ProcessingRun(models.Model):
    """One run of a contest. Readers see the latest published one; one at a time is at work."""

    class State(models.TextChoices):
        RUNNING = "running", _("at work")
        PUBLISHED = "published", _("published")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    class Reason(models.TextChoices):
        PERIODIC = "periodic", _("as planned")
        ASKED = "asked", _("on demand")
        CORRECTION = "correction", _("after a correction")
        CLOSING = "closing", _("at the end of the contest")

    contest = models.ForeignKey(
        Contest, on_delete=models.CASCADE, related_name="runs", db_index=False
    )
    # Counted from 1 in each contest.
    number = models.PositiveIntegerField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.RUNNING)
    reason = models.CharField(max_length=10, choices=Reason.choices, default=Reason.PERIODIC)
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    job_id = models.UUIDField(null=True, blank=True)
    started_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True, blank=True)
    # The one that readers see; the others are its history.
    is_latest = models.BooleanField(default=False)
    # SHA-256 of the contest's settings that results depend on.
    settings_digest = models.BinaryField(max_length=32)
    # Those settings themselves: what managers change meanwhile is the next run's.
    method = models.JSONField(default=dict)
    weighs_votes = models.BooleanField(default=False)
    # How many inputs it looked at, and how many of them had changed.
    inputs_selected = models.PositiveIntegerField(default=0)
    inputs_computed = models.PositiveIntegerField(default=0)
    # The steps of the thesis's section 3.2.2 and the contest's figures, as in `agreement.domain.figures`.
    counts = models.JSONField(default=dict)
    figures = models.JSONField(default=dict)
    # Whole numbers that both are made from; the next run adds to them what has changed.
    sums = models.JSONField(default=dict)
    # By member, what a vote weighs (billionths); empty where votes are not weighed.
    weights = models.JSONField(default=dict)
    # Why it failed, in words without clinical text.
    failure = models.TextField(blank=True)

    objects: ClassVar[models.Manager["ProcessingRun"]] = ProcessingRunQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["contest", "-number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["contest", "number"], name="agreement_run_number_once"),
            models.UniqueConstraint(
                fields=["contest"], condition=Q(state="running"), name="agreement_one_run_at_work"
            ),
            models.UniqueConstraint(
                fields=["contest"], condition=Q(is_latest=True), name="agreement_one_latest_run"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["running", "published", "failed", "cancelled"]),
                name="agreement_run_known_state",
            ),
            models.CheckConstraint(
                condition=Q(is_latest=False) | Q(state="published"),
                name="agreement_latest_run_published",
            ),
            models.CheckConstraint(
                condition=Q(state="running", finished_at=None)
                | (~Q(state="running") & Q(finished_at__isnull=False)),
                name="agreement_run_finished_in_the_end",
            ),
        ]

    def __str__(self) -> str:
        return f"run {self.number}"


class RunBatch(models.Model):
    """Some inputs of a run that one worker looks at; it stays until the run ends."""

    class Phase(models.TextChoices):
        # Alignment, gamma, votes; then, where votes are weighed, votes again.
        COMPARE = "compare", _("comparing")
        WEIGH = "weigh", _("weighing votes")

    run = models.ForeignKey(
        ProcessingRun, on_delete=models.CASCADE, related_name="batches", db_index=False
    )
    phase = models.CharField(max_length=7, choices=Phase.choices, default=Phase.COMPARE)
    number = models.PositiveIntegerField()
    # Ids, and those of the changes that brought the inputs here.
    inputs = models.JSONField()
    changes = models.JSONField(default=list)
    # How long it may take, in any unit: what costs most comes first.
    cost = models.PositiveBigIntegerField(default=0)
    is_done = models.BooleanField(default=False)
    # Inputs that had a result and have nothing to say any more.
    emptied = models.JSONField(default=list)

    class Meta:
        ordering: ClassVar = ["run", "phase", "number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["run", "phase", "number"], name="agreement_batch_once"),
            models.CheckConstraint(
                condition=Q(phase__in=["compare", "weigh"]), name="agreement_batch_known_phase"
            ),
        ]

    def __str__(self) -> str:
        return f"batch {self.pk}"
