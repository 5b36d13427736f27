"""How well the detector does on a release, for each version of its rules."""

from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q

from contests.proposals.models import ErrorPlace
from gold.releases.models import Release, ReleaseInput
from gold.splits.models import Split


class EvaluationQuerySet(models.QuerySet["ReleaseEvaluation"]):
    def finished(self) -> Self:
        return self.filter(finished_at__isnull=False)

    def on_the_texts_of(self, other: "ReleaseEvaluation") -> Self:
        """Return the evaluations on the same texts, with whatever rules."""
        return self.filter(release=other.release_id, split=other.split_id, part=other.part)


class ReleaseEvaluation(models.Model):
    """The detector against the gold of a release, or of a part of it, in numbers."""

    # What is evaluated where no split is named.
    COMPLETE, ALL = "complete", "all"

    release = models.ForeignKey(
        Release, on_delete=models.CASCADE, related_name="evaluations", db_index=False
    )
    split = models.ForeignKey(
        Split, on_delete=models.CASCADE, null=True, blank=True, related_name="evaluations"
    )
    # A part of the split; without a split, complete texts or all of them.
    part = models.CharField(max_length=40)
    # Of the rules, and of what the contests add to them: words, formats, labels.
    digest = models.CharField(max_length=64)
    # Of the rules alone.
    rules = models.CharField(max_length=64)
    texts = models.PositiveIntegerField(default=0)
    # contests.domain.evaluations.Tally.
    tally = models.JSONField(default=dict)
    job_id = models.UUIDField(null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[models.Manager["ReleaseEvaluation"]] = EvaluationQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-pk"]
        # The same rules on the same texts give the same figures.
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["release", "part", "digest"],
                condition=Q(split=None, finished_at__isnull=False),
                name="gold_evaluation_once",
            ),
            models.UniqueConstraint(
                fields=["split", "part", "digest"],
                condition=Q(split__isnull=False, finished_at__isnull=False),
                name="gold_evaluation_of_part_once",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["release", "-id"], name="gold_evaluation_latest"),
        ]

    def __str__(self) -> str:
        return f"evaluation {self.pk}"

    @property
    def short_digest(self) -> str:
        return self.digest[:8]


class ReleaseError(ErrorPlace):
    """An error of an evaluation on a release; its text is the release's."""

    evaluation = models.ForeignKey(
        ReleaseEvaluation, on_delete=models.CASCADE, related_name="errors", db_index=False
    )
    input = models.ForeignKey(ReleaseInput, on_delete=models.CASCADE, related_name="+")
