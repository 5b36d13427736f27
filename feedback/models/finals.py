"""The result that stands at the end."""

from django.conf import settings
from django.db import models
from django.utils import timezone

from agreement.models import ProcessingRun
from contests.models import Contest


class FinalResult(models.Model):
    """The run whose scores are a contest's final ones: the scoreboard stays at it."""

    contest = models.OneToOneField(Contest, on_delete=models.CASCADE, related_name="final_result")
    run = models.ForeignKey(
        ProcessingRun, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    # Null where it was the first run after the end, and nobody had to decide.
    declared_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
    )
    declared_at = models.DateTimeField(default=timezone.now)
