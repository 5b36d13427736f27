"""Annotation tasks, all versions of their answers, and the units of each answer."""

from typing import ClassVar

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from contests.categories.models import Category
from contests.guidelines.models import GuidelineRevision
from contests.inputs.models import ContestInput
from contests.people.models import Membership
from contests.teams.models import Team


class AnnotationTask(models.Model):
    """One input handed out to one annotator, with the proposals they were shown."""

    input = models.ForeignKey(ContestInput, on_delete=models.PROTECT, related_name="tasks")
    annotator = models.ForeignKey(
        Membership, on_delete=models.PROTECT, related_name="tasks", db_index=False
    )
    # The annotator's team at that time; null for imported answers.
    team = models.ForeignKey(
        Team, on_delete=models.PROTECT, null=True, blank=True, related_name="tasks"
    )
    # [[start, end, label], …], stored because rules and arms may change later.
    shown_units = models.JSONField(default=list)
    handed_out_at = models.DateTimeField(default=timezone.now)
    # Copied from the live answer so that open tasks and history need no join.
    answered_at = models.DateTimeField(null=True, blank=True)
    # With `coverage` routing: until when the task is reserved, and when the reservation was released.
    held_until = models.DateTimeField(null=True, blank=True)
    released_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["annotator", "input"], name="contests_task_once")
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["annotator", "id"], condition=Q(answered_at=None), name="contests_task_open"
            ),
            models.Index(fields=["annotator", "-answered_at"], name="contests_task_history"),
            models.Index(
                fields=["held_until"],
                condition=Q(answered_at=None, released_at=None, held_until__isnull=False),
                name="contests_task_held",
            ),
        ]

    def __str__(self) -> str:
        return f"annotation task {self.pk}"


class Answer(models.Model):
    """One version of an answer to a task; only the live version counts."""

    class Verdict(models.TextChoices):
        ACCEPT = "accept", _("accepted")
        REJECT = "reject", _("rejected")
        IGNORE = "ignore", _("ignored")

    class Source(models.TextChoices):
        """Where an answer came from; blank for answers older than this field."""

        PAGE = "page"
        PROGRAM = "program"
        FILE = "file"
        SIMULATION = "simulation"

    # Chosen by the browser, so that an answer sent twice is stored once.
    id = models.UUIDField(primary_key=True)
    task = models.ForeignKey(
        AnnotationTask, on_delete=models.PROTECT, related_name="answers", db_index=False
    )
    version = models.PositiveSmallIntegerField()
    is_live = models.BooleanField(default=True)
    verdict = models.CharField(max_length=6, choices=Verdict.choices)
    source = models.CharField(max_length=10, choices=Source.choices, blank=True)
    answered_at = models.DateTimeField()
    received_at = models.DateTimeField(default=timezone.now)
    # The guidelines in force at that time; null if there were none.
    guideline = models.ForeignKey(
        GuidelineRevision,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="answers",
        db_index=False,
    )
    # Visible time from shown to answered; null if unknown.
    duration_ms = models.PositiveIntegerField(null=True, blank=True)
    # When the task was shown and first edited, on the same clock as `answered_at`.
    shown_at = models.DateTimeField(null=True, blank=True)
    first_edit_at = models.DateTimeField(null=True, blank=True)
    # Span edits, including undone ones; null if not counted.
    keyboard_edits = models.PositiveIntegerField(null=True, blank=True)
    mouse_edits = models.PositiveIntegerField(null=True, blank=True)
    # Flagged by the annotator for the managers.
    is_flagged = models.BooleanField(default=False)
    # Withdrawn by the annotator: stays in the history but does not count.
    withdrawn_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["task", "version"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["task", "version"], name="contests_answer_version"),
            models.UniqueConstraint(
                fields=["task"], condition=Q(is_live=True), name="contests_one_live_answer"
            ),
            models.CheckConstraint(
                condition=Q(verdict__in=["accept", "reject", "ignore"]),
                name="contests_answer_known_verdict",
            ),
            models.CheckConstraint(
                condition=Q(source__in=["", "page", "program", "file", "simulation"]),
                name="contests_answer_known_source",
            ),
            models.CheckConstraint(
                condition=Q(version__gte=1), name="contests_answer_version_from_1"
            ),
            models.CheckConstraint(
                condition=Q(is_live=False) | Q(withdrawn_at=None),
                name="contests_answer_withdrawn_not_live",
            ),
            models.CheckConstraint(
                condition=(
                    (Q(shown_at=None) | Q(shown_at__lte=F("answered_at")))
                    & (Q(first_edit_at=None) | Q(first_edit_at__lte=F("answered_at")))
                    & (
                        Q(shown_at=None)
                        | Q(first_edit_at=None)
                        | Q(shown_at__lte=F("first_edit_at"))
                    )
                ),
                name="contests_answer_moments_in_order",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["-received_at"], name="contests_answer_received"),
            models.Index(
                fields=["task"],
                condition=Q(is_flagged=True, is_live=True),
                name="contests_answer_flagged",
            ),
        ]

    def __str__(self) -> str:
        return f"answer {self.pk}"


class Unit(models.Model):
    """A labelled span of an answer. Database triggers refuse overlaps and spans beyond the text."""

    answer = models.ForeignKey(
        Answer, on_delete=models.CASCADE, related_name="units", db_index=False
    )
    start = models.PositiveIntegerField()
    end = models.PositiveIntegerField()
    category = models.ForeignKey(Category, on_delete=models.PROTECT, related_name="units")

    class Meta:
        ordering: ClassVar = ["start"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["answer", "start"], name="contests_unit_start_once"),
            models.CheckConstraint(condition=Q(start__gte=0), name="contests_unit_not_negative"),
            models.CheckConstraint(condition=Q(end__gt=F("start")), name="contests_unit_not_empty"),
        ]

    def __str__(self) -> str:
        return f"{self.start}-{self.end}"


class OwnKey(models.Model):
    """A member's own shortcut for a category, replacing the contest's."""

    member = models.ForeignKey(
        Membership, on_delete=models.CASCADE, related_name="own_keys", db_index=False
    )
    category = models.ForeignKey(Category, on_delete=models.CASCADE, related_name="+")
    shortcut = models.CharField(max_length=12)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["member", "category"], name="contests_own_key_once_per_category"
            ),
            models.UniqueConstraint(fields=["member", "shortcut"], name="contests_own_key_once"),
            models.CheckConstraint(condition=~Q(shortcut=""), name="contests_own_key_not_empty"),
        ]

    def __str__(self) -> str:
        return self.shortcut
