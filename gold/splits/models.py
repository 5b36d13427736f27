"""Splits of releases, and archives made of them."""

from typing import Any, ClassVar

from django.conf import settings
from django.db import models

from gold.releases.models import Release


class Split(models.Model):
    """A release in parts, with the report on how well they match."""

    release = models.ForeignKey(Release, on_delete=models.CASCADE, related_name="splits")
    # Counted from 1 in each release.
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=60, blank=True)
    # As the form gives them: method, ratios, group_by, link_limit, min_count, folds, seed.
    options = models.JSONField(default=dict)
    # The positions of the texts of each part; empty until it is made.
    parts = models.JSONField(default=dict)
    report = models.JSONField(default=dict)
    chart = models.JSONField(default=dict)
    # Why it cannot be made, as `SplitRefused` says it: code, message, details. Empty if it can.
    refusal = models.JSONField(default=dict)
    job_id = models.UUIDField(null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["release", "number"], name="gold_split_number_once")
        ]

    def __str__(self) -> str:
        return f"split {self.number}"

    @property
    def told(self) -> dict[str, Any]:
        """Return what files say of it: its number, its name and its options."""
        return {"number": self.number, "name": self.name, **self.options}
