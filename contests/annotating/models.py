"""Tasks handed out, the answers to them with their history, and the units of each answer."""

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
    """One input given to one annotator, with the pre-annotations they were shown."""

    input = models.ForeignKey(ContestInput, on_delete=models.PROTECT, related_name="tasks")
    annotator = models.ForeignKey(
        Membership, on_delete=models.PROTECT, related_name="tasks", db_index=False
    )
    # The team that it was handed out for; null where it only came with an imported answer.
    team = models.ForeignKey(
        Team, on_delete=models.PROTECT, null=True, blank=True, related_name="tasks"
    )
    # [[start, end, label], …]: kept, since rules and arms may change later.
    shown_units = models.JSONField(default=list)
    handed_out_at = models.DateTimeField(default=timezone.now)
    # Of the latest answer; kept here so that open tasks and own history need no join.
    answered_at = models.DateTimeField(null=True, blank=True)
    # In `coverage`: until when nobody else gets the place this task takes, and when it was given up.
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
    """One version of a person's answer to a task. The live one counts; the others are its history."""

    class Verdict(models.TextChoices):
        ACCEPT = "accept", _("accepted")
        REJECT = "reject", _("rejected")
        IGNORE = "ignore", _("ignored")

    class Source(models.TextChoices):
        """Where an answer came from; blank where that was not recorded yet."""

        PAGE = "page"
        PROGRAM = "program"
        FILE = "file"
        SIMULATION = "simulation"

    # Made by the browser: an answer that arrives twice is one answer.
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
    # The guidelines that were in force when it was given; null where there were none.
    guideline = models.ForeignKey(
        GuidelineRevision,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="answers",
        db_index=False,
    )
    # Visible time from shown to answered; null where it could not be measured.
    duration_ms = models.PositiveIntegerField(null=True, blank=True)
    # When the task appeared and was first touched, by the clock that `answered_at` went by.
    shown_at = models.DateTimeField(null=True, blank=True)
    first_edit_at = models.DateTimeField(null=True, blank=True)
    # Edits of spans, those undone included; null where nobody counted.
    keyboard_edits = models.PositiveIntegerField(null=True, blank=True)
    mouse_edits = models.PositiveIntegerField(null=True, blank=True)
    # The annotator asks a manager to look at it.
    is_flagged = models.BooleanField(default=False)
    # Taken back by the annotator: it stays in the history and counts no more.
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
    """One labelled span of an answer. Triggers refuse overlaps and spans beyond the text."""

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
    """Another shortcut that one person uses for a category instead of the contest's."""

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
