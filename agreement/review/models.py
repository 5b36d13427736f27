"""What managers have looked at and left as it is."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from contests.inputs.models import ContestInput


class LookedAt(models.Model):
    """A manager has seen an input and leaves it as it is: until the next answer it asks nothing."""

    input = models.OneToOneField(ContestInput, on_delete=models.CASCADE, related_name="looked_at")
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-at", "-id"]

    def __str__(self) -> str:
        return f"look at input {self.input_id}"
