"""Which feedback people have seen, and whether they receive it by e-mail."""

from typing import ClassVar

from django.db import models
from django.utils import timezone

from contests.inputs.models import ContestInput
from contests.people.models import Membership


class SeenDisagreement(models.Model):
    """A disagreement that its annotator has seen, by its `feedback.reports.domain.fingerprint`."""

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
    """Whether an annotator receives a contest's reports by e-mail; by default they do."""

    annotator = models.OneToOneField(
        Membership, on_delete=models.CASCADE, related_name="mail_preference"
    )
    wants_reports = models.BooleanField(default=True)
    changed_at = models.DateTimeField(default=timezone.now)
