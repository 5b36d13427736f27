"""What people have seen of their feedback, and whether they want it by mail."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from contests.inputs.models import ContestInput
from contests.people.models import Membership


class SeenDisagreement(models.Model):
    """A disagreement that its annotator has had on the screen, as `feedback.reports.domain` knows it."""

    annotator = models.ForeignKey(
        Membership, on_delete=models.CASCADE, related_name="seen_disagreements", db_index=False
    )
    input = models.ForeignKey(ContestInput, on_delete=models.CASCADE, related_name="+")
    fingerprint = models.CharField(max_length=32)
    seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["annotator", "fingerprint"], name="feedback_seen_once")
        ]


class MailPreference(models.Model):
    """Whether one annotator wants this contest's reports by mail; who never chose gets them."""

    annotator = models.OneToOneField(
        Membership, on_delete=models.CASCADE, related_name="mail_preference"
    )
    wants_reports = models.BooleanField(default=True)
    changed_at = models.DateTimeField(default=timezone.now)
