"""What annotators object to, what is said about it, and how it was decided."""

from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import pgettext_lazy

from agreement.references.models import Correction
from contests.inputs.models import ContestInput
from contests.people.models import Membership

LONGEST_MESSAGE = 2000


class DisputeQuerySet(models.QuerySet["Dispute"]):
    def open(self) -> Self:
        return self.filter(state=Dispute.State.OPEN)

    def of_contest(self, contest_id: int) -> Self:
        return self.filter(annotator__contest=contest_id)

    def with_news(self) -> Self:
        """Return those about which its annotator has not read the latest word."""
        return self.filter(has_news=True)


class Dispute(models.Model):
    """One annotator's objection to the reference of one place.

    Like a correction it belongs to its anchor segment, and is found again after every run.
    """

    class State(models.TextChoices):
        OPEN = "open", pgettext_lazy("dispute", "open")
        ACCEPTED = "accepted", pgettext_lazy("dispute", "accepted")
        REFUSED = "refused", pgettext_lazy("dispute", "refused")
        WITHDRAWN = "withdrawn", pgettext_lazy("dispute", "withdrawn")

    input = models.ForeignKey(
        ContestInput, on_delete=models.CASCADE, related_name="disputes", db_index=False
    )
    annotator = models.ForeignKey(
        Membership, on_delete=models.PROTECT, related_name="disputes", db_index=False
    )
    anchor_start = models.PositiveIntegerField()
    anchor_end = models.PositiveIntegerField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.OPEN)
    opened_at = models.DateTimeField(default=timezone.now)
    # When it was decided or withdrawn.
    ended_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    # The version that was in force when it was accepted.
    correction = models.ForeignKey(
        Correction, on_delete=models.PROTECT, null=True, blank=True, related_name="disputes"
    )
    # A manager wrote or decided, and the annotator has not looked since.
    has_news = models.BooleanField(default=False)

    objects: ClassVar[models.Manager["Dispute"]] = DisputeQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-opened_at", "-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["annotator", "input", "anchor_start", "anchor_end"],
                condition=Q(state="open"),
                name="agreement_one_open_dispute",
            ),
            models.CheckConstraint(
                condition=Q(anchor_end__gt=F("anchor_start")), name="agreement_dispute_anchor"
            ),
            models.CheckConstraint(
                condition=Q(state__in=["open", "accepted", "refused", "withdrawn"]),
                name="agreement_dispute_known_state",
            ),
            models.CheckConstraint(
                condition=Q(state="open", ended_at=None)
                | (~Q(state="open") & Q(ended_at__isnull=False)),
                name="agreement_dispute_ended_in_the_end",
            ),
            models.CheckConstraint(
                condition=Q(state__in=["accepted", "refused"], decided_by__isnull=False)
                | (~Q(state__in=["accepted", "refused"]) & Q(decided_by=None)),
                name="agreement_dispute_decided_by_someone",
            ),
            models.CheckConstraint(
                condition=Q(state="accepted", correction__isnull=False)
                | (~Q(state="accepted") & Q(correction=None)),
                name="agreement_dispute_accepted_by_correction",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["input", "anchor_start"],
                condition=Q(state="open"),
                name="agreement_dispute_open",
            ),
            models.Index(fields=["annotator", "-opened_at"], name="agreement_dispute_own"),
        ]

    def __str__(self) -> str:
        return f"dispute {self.pk}"

    @property
    def anchor(self) -> tuple[int, int]:
        return self.anchor_start, self.anchor_end

    @property
    def is_open(self) -> bool:
        return self.state == self.State.OPEN


class DisputeMessage(models.Model):
    """One word in the thread of a dispute; it is never changed."""

    dispute = models.ForeignKey(
        Dispute, on_delete=models.CASCADE, related_name="messages", db_index=False
    )
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    # On whose side it was written: a manager has no name for annotators, only a role.
    is_from_manager = models.BooleanField()
    text = models.TextField(max_length=LONGEST_MESSAGE)
    written_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(text=""), name="agreement_message_not_empty")
        ]
        indexes: ClassVar = [
            models.Index(fields=["dispute", "id"], name="agreement_message_thread")
        ]

    def __str__(self) -> str:
        return f"message {self.pk}"
