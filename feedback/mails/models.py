"""Report e-mails: one row per person and run, written before anything is sent."""

from datetime import datetime
from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from agreement.runs.models import ProcessingRun
from contests.people.models import Membership


class FeedbackMailQuerySet(models.QuerySet["FeedbackMail"]):
    def of_contest(self, contest_id: int) -> Self:
        return self.filter(annotator__contest=contest_id)

    def due(self, now: datetime) -> Self:
        """Return the e-mails that may be sent now."""
        return self.filter(state=FeedbackMail.State.PLANNED, due_at__lte=now)

    def under_way(self) -> Self:
        return self.filter(state=FeedbackMail.State.SENDING)


class FeedbackMail(models.Model):
    """The report of one run to one person.

    `sending` is committed before the mail server is contacted. A row left in that state by a job that
    ended becomes `unsure`: the server may have accepted the message.
    """

    class State(models.TextChoices):
        PLANNED = "planned", _("planned")
        SENDING = "sending", _("being sent")
        SENT = "sent", _("sent")
        FAILED = "failed", _("failed")
        UNSURE = "unsure", _("unsure")
        SKIPPED = "skipped", _("left out")

    class Reason(models.TextChoices):
        NONE = "", ""
        UNSUBSCRIBED = "unsubscribed", _("opted out of e-mail reports")
        LEFT = "left", _("left the contest")
        NO_TASKS = "no-tasks", _("had no answers in this run")
        NO_NEWS = "no-news", _("nothing new since the last report")
        REFUSED = "refused", _("the mail server refused it")
        UNREACHABLE = "unreachable", _("the mail server could not be reached")
        ADDRESS = "address", _("the e-mail address is invalid")
        NO_ANSWER = "no-answer", _("the mail server did not confirm the message")
        DIED = "died", _("the program stopped while sending")

    annotator = models.ForeignKey(
        Membership, on_delete=models.PROTECT, related_name="feedback_mails", db_index=False
    )
    run = models.ForeignKey(ProcessingRun, on_delete=models.CASCADE, related_name="feedback_mails")
    state = models.CharField(max_length=7, choices=State.choices, default=State.PLANNED)
    reason = models.CharField(max_length=12, choices=Reason.choices, blank=True)
    # Null for e-mails sent at the regular interval.
    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, blank=True, related_name="+"
    )
    planned_at = models.DateTimeField(default=timezone.now)
    # Postponed with each temporary refusal.
    due_at = models.DateTimeField(default=timezone.now)
    attempts = models.PositiveSmallIntegerField(default=0)
    changed_at = models.DateTimeField(default=timezone.now)
    # The same at each attempt, to find the e-mail in the mail server's log.
    message_id = models.CharField(max_length=120, blank=True)
    # The server's last refusal; without its words if it had already seen the message.
    reply_code = models.PositiveSmallIntegerField(null=True, blank=True)
    reply_words = models.CharField(max_length=200, blank=True)

    objects: ClassVar[models.Manager["FeedbackMail"]] = FeedbackMailQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-planned_at", "-id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["annotator", "run"], name="feedback_mail_once"),
            models.CheckConstraint(
                condition=Q(
                    state__in=["planned", "sending", "sent", "failed", "unsure", "skipped"]
                ),
                name="feedback_mail_known_state",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=["failed", "unsure", "skipped"]) | ~Q(reason=""),
                name="feedback_mail_has_reason",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["state", "due_at"],
                condition=Q(state__in=["planned", "sending"]),
                name="feedback_mail_waiting",
            )
        ]

    def __str__(self) -> str:
        return f"feedback mail {self.pk}"

    @property
    def can_be_sent_again(self) -> bool:
        """Whether a manager may send it again: it failed, or its outcome is unknown."""
        return self.state in (self.State.FAILED, self.State.UNSURE)
