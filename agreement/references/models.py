"""What managers decide about a place, in versions; how often people agree with references."""

import uuid
from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from agreement.references.domain.voting import Concord, Score
from contests.categories.models import Category
from contests.inputs.models import ContestInput
from text.spans import Extent


class CorrectionQuerySet(models.QuerySet["Correction"]):
    def in_force(self) -> Self:
        """Return the latest version of each that has not been taken back."""
        return self.filter(is_live=True, is_revoked=False)


class Correction(models.Model):
    """One version of a manager's decision about a place of an input.

    It belongs to its anchor segment, not to a computed alignment, and is found again after every run.
    It decides the segment, the category, or both; deciding without naming one says *none*.
    """

    input = models.ForeignKey(
        ContestInput, on_delete=models.CASCADE, related_name="corrections", db_index=False
    )
    # The same for all versions of one correction.
    thread = models.UUIDField(default=uuid.uuid4, editable=False)
    version = models.PositiveSmallIntegerField(default=1)
    is_live = models.BooleanField(default=True)
    # Taken back: this version says that nothing is decided here any more.
    is_revoked = models.BooleanField(default=False)
    # Corrections made at once, for identical places: they are undone at once.
    batch = models.UUIDField(null=True, blank=True)
    anchor_start = models.PositiveIntegerField()
    anchor_end = models.PositiveIntegerField()
    decides_segment = models.BooleanField(default=True)
    start = models.PositiveIntegerField(null=True, blank=True)
    end = models.PositiveIntegerField(null=True, blank=True)
    decides_category = models.BooleanField(default=True)
    category = models.ForeignKey(
        Category, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    note = models.TextField(blank=True)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    created_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[models.Manager["Correction"]] = CorrectionQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["input", "anchor_start", "thread", "version"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["thread", "version"], name="agreement_correction_once"),
            models.UniqueConstraint(
                fields=["thread"], condition=Q(is_live=True), name="agreement_one_live_correction"
            ),
            models.CheckConstraint(
                condition=Q(anchor_end__gt=F("anchor_start")), name="agreement_anchor_not_empty"
            ),
            models.CheckConstraint(
                condition=Q(start=None, end=None)
                | Q(start__isnull=False, end__isnull=False, end__gt=F("start")),
                name="agreement_correction_segment",
            ),
            models.CheckConstraint(
                condition=Q(decides_segment=True) | Q(start=None),
                name="agreement_correction_undecided_segment",
            ),
            models.CheckConstraint(
                condition=Q(decides_category=True) | Q(category=None),
                name="agreement_correction_undecided_category",
            ),
            models.CheckConstraint(
                condition=Q(decides_segment=True) | Q(decides_category=True) | Q(is_revoked=True),
                name="agreement_correction_decides",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["input", "anchor_start"],
                condition=Q(is_live=True),
                name="agreement_correction_live",
            ),
            models.Index(fields=["batch"], name="agreement_correction_batch"),
        ]

    def __str__(self) -> str:
        return f"correction {self.pk}"

    @property
    def anchor(self) -> Extent:
        return self.anchor_start, self.anchor_end


JUDGEMENTS = (
    "segment_agreements",
    "segment_disagreements",
    "category_agreements",
    "category_disagreements",
)


CONCORD = ("others", "same_segments", "same_categories")


class Failure(models.TextChoices):
    """Why the answers to an input could not be compared."""

    TIME = "time", _("computing it would take too long")
    MEMORY = "memory", _("computing it would take too much memory")
    SIZE = "size", _("too many annotations for the engine")
    UNPROVEN = "unproven", _("no alignment could be proven optimal")
    REFUSED = "refused", _("the engine does not support these settings")
    CRASHED = "crashed", _("the engine crashed")


class Judged(models.Model):
    """How often a person agreed and disagreed with the references, and with the others."""

    segment_agreements = models.PositiveIntegerField(default=0)
    segment_disagreements = models.PositiveIntegerField(default=0)
    category_agreements = models.PositiveIntegerField(default=0)
    category_disagreements = models.PositiveIntegerField(default=0)
    penalties = models.PositiveIntegerField(default=0)
    # The same against the plain majority: the weights of votes follow from these.
    majority_segment_agreements = models.PositiveIntegerField(default=0)
    majority_segment_disagreements = models.PositiveIntegerField(default=0)
    majority_category_agreements = models.PositiveIntegerField(default=0)
    majority_category_disagreements = models.PositiveIntegerField(default=0)
    # Votes of others in the same places, and those that are like their own.
    others = models.PositiveIntegerField(default=0)
    same_segments = models.PositiveIntegerField(default=0)
    same_categories = models.PositiveIntegerField(default=0)

    class Meta:
        abstract = True

    @property
    def agreement(self) -> float | None:
        """How often others vote like this person; None where nobody else did."""
        return Concord(**{name: getattr(self, name) for name in CONCORD}).share

    @property
    def score(self) -> Score:
        return Score(**{name: getattr(self, name) for name in (*JUDGEMENTS, "penalties")})

    @property
    def majority_score(self) -> Score:
        return Score(**{name: getattr(self, f"majority_{name}") for name in JUDGEMENTS})
