"""Checks of a contest's figures with the other engine."""

from functools import cached_property
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from agreement.checks.domain import CLOSE, Comparison, largest, most_different
from agreement.references.models import Failure
from agreement.runs.models import ProcessingRun
from contests.contest.models import Contest
from gamma.engines import ENGINES


class EngineCheck(models.Model):
    """A random sample of inputs, computed with the engine that the contest's run did not use."""

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="engine_checks")
    # The latest one when the check began.
    run = models.ForeignKey(
        ProcessingRun, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    engine = models.CharField(max_length=7, choices=Contest.Engine.choices)
    engine_version = models.CharField(max_length=40)
    seed = models.BigIntegerField()
    # Ids of the drawn inputs, and what was found so far: `agreement.checks.domain.Comparison`, one for each.
    inputs = models.JSONField()
    found = models.JSONField(default=list)
    job_id = models.UUIDField(null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(engine__in=list(ENGINES)), name="agreement_check_known_engine"
            )
        ]

    def __str__(self) -> str:
        return f"engine check {self.pk}"

    @property
    def has_same_samples(self) -> bool:
        """Whether both engines compared the same random continua, so that gamma must be the same, too."""
        return self.engine == Contest.Engine.PYGAMMA

    @cached_property
    def comparisons(self) -> list[Comparison]:
        return [Comparison(**one) for one in self.found]

    @property
    def compared(self) -> int:
        return sum(not one.failure for one in self.comparisons)

    @property
    def set_aside(self) -> int:
        return len(self.comparisons) - self.compared

    @property
    def largest_observed(self) -> float | None:
        return largest(one.observed_difference for one in self.comparisons)

    @property
    def largest_gamma(self) -> float | None:
        return largest(one.gamma_difference for one in self.comparisons)

    @property
    def agrees(self) -> bool:
        """Whether both engines found the same observed disorders."""
        return (self.largest_observed or 0) <= CLOSE

    @property
    def listed(self) -> list[tuple[Comparison, str]]:
        """The inputs that differ most, with the reason where the other engine has no figure."""
        rows = most_different(self.comparisons)
        return [(one, str(Failure(one.failure).label) if one.failure else "") for one in rows]
