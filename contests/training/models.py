"""Training tasks with known answers, and people's answers to them."""

from typing import ClassVar, Self

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from contests.contest.models import Contest
from contests.people.models import Membership
from text.spans import Span


class TrainingTaskQuerySet(models.QuerySet["TrainingTask"]):
    def in_use(self) -> Self:
        """Return the tasks that have not been removed, in order."""
        return self.filter(removed_at=None).order_by("position", "pk")


class TrainingTask(models.Model):
    """A text with a known answer. Removed tasks are kept with their answers."""

    class Origin(models.TextChoices):
        DEFAULT = "default", _("ready-made")
        WRITTEN = "written", _("written")
        INPUT = "input", _("from the inputs")

    contest = models.ForeignKey(
        Contest, on_delete=models.CASCADE, related_name="training_tasks", db_index=False
    )
    position = models.PositiveSmallIntegerField()
    text = models.TextField()
    # Flat list of the tokens' character offsets, as in an input.
    tokens = models.JSONField()
    # The known answer: [[start, end, label], …].
    units = models.JSONField(default=list)
    # Shown with the differences after each answer.
    note = models.TextField(_("what to remember"), blank=True)
    origin = models.CharField(max_length=7, choices=Origin.choices)
    removed_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[models.Manager["TrainingTask"]] = TrainingTaskQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(text=""), name="contests_training_not_empty"),
            models.CheckConstraint(
                condition=Q(origin__in=["default", "written", "input"]),
                name="contests_training_known_origin",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["contest", "position"], name="contests_training_order")
        ]

    def __str__(self) -> str:
        return f"training task {self.pk}"

    @property
    def known_units(self) -> list[Span]:
        return [Span(*unit) for unit in self.units]


class TrainingAnswer(models.Model):
    """A person's first answer to a training task in one round."""

    # Chosen by the browser, so that an answer sent twice is stored once.
    id = models.UUIDField(primary_key=True)
    task = models.ForeignKey(TrainingTask, on_delete=models.PROTECT, related_name="answers")
    member = models.ForeignKey(
        Membership, on_delete=models.PROTECT, related_name="training_answers", db_index=False
    )
    round = models.PositiveSmallIntegerField()
    verdict = models.CharField(max_length=6)
    units = models.JSONField(default=list)
    score = models.FloatField()
    answered_at = models.DateTimeField(default=timezone.now)
    duration_ms = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["answered_at"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["member", "round", "task"], name="contests_training_answer_once"
            ),
            models.CheckConstraint(
                condition=Q(verdict__in=["accept", "reject", "ignore"]),
                name="contests_training_known_verdict",
            ),
            models.CheckConstraint(
                condition=Q(score__range=(0, 1)), name="contests_training_score"
            ),
        ]

    def __str__(self) -> str:
        return f"training answer {self.pk}"

    @property
    def given_units(self) -> list[Span]:
        return [Span(*unit) for unit in self.units]
