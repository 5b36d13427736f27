"""A contest's chat room, its messages, read marks, and the word runs of its inputs."""

import secrets
from typing import ClassVar, Self

from django.db import models
from django.db.models import Q
from django.utils import timezone

from contests.categories.models import Category
from contests.chat.domain import MOST_CHARACTERS
from contests.contest.models import Contest
from contests.inputs.models import ContestInput
from contests.people.models import Membership

KEY_BYTES = 16


def new_key() -> bytes:
    return secrets.token_bytes(KEY_BYTES)


class ChatRoom(models.Model):
    """The chat room of a contest. Its row is locked whenever a number is assigned.

    Numbers are therefore committed in order: no lower number appears after a higher one.
    """

    contest = models.OneToOneField(
        Contest, on_delete=models.CASCADE, primary_key=True, related_name="chat_room"
    )
    # The number of the latest change: a message, a removal, a pin.
    latest = models.PositiveBigIntegerField(default=0)
    # The key of the hashes in `InputRun`.
    key = models.BinaryField(max_length=KEY_BYTES, default=new_key, editable=False)


class ChatMessageQuerySet(models.QuerySet["ChatMessage"]):
    def pinned(self) -> Self:
        """Return the pinned messages, newest first."""
        return self.filter(pinned_at__isnull=False).order_by("-pinned_at")


class ChatMessage(models.Model):
    """One message. The text of a removed message is kept but never shown."""

    # Made by the browser: a message that arrives twice is one message.
    id = models.UUIDField(primary_key=True)
    contest = models.ForeignKey(
        Contest, on_delete=models.CASCADE, related_name="chat_messages", db_index=False
    )
    # The position in the room, and the number of the message's latest change.
    number = models.PositiveBigIntegerField()
    change = models.PositiveBigIntegerField()
    author = models.ForeignKey(
        Membership, on_delete=models.PROTECT, related_name="chat_messages", db_index=False
    )
    # The author's role when the message was sent.
    by_manager = models.BooleanField(default=False)
    text = models.TextField(max_length=MOST_CHARACTERS)
    sent_at = models.DateTimeField(default=timezone.now)
    is_announcement = models.BooleanField(default=False)
    pinned_at = models.DateTimeField(null=True, blank=True)
    removed_at = models.DateTimeField(null=True, blank=True)

    # Links to a category, a section of the guidelines (with its title at that time) and an input.
    category = models.ForeignKey(
        Category, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    section_anchor = models.CharField(max_length=200, blank=True)
    section_title = models.CharField(max_length=300, blank=True)
    section_language = models.CharField(max_length=8, blank=True)
    input = models.ForeignKey(
        ContestInput, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )

    objects: ClassVar[models.Manager["ChatMessage"]] = ChatMessageQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["contest", "number"], name="contests_chat_number"),
            models.UniqueConstraint(fields=["contest", "change"], name="contests_chat_change"),
            models.CheckConstraint(condition=~Q(text=""), name="contests_chat_not_empty"),
            models.CheckConstraint(
                condition=Q(is_announcement=False) | Q(by_manager=True),
                name="contests_chat_managers_announce",
            ),
            models.CheckConstraint(
                condition=Q(pinned_at=None) | Q(is_announcement=True, removed_at=None),
                name="contests_chat_pinned_announcement",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["author", "-sent_at"], name="contests_chat_author"),
            models.Index(
                fields=["contest", "-pinned_at"],
                condition=Q(pinned_at__isnull=False),
                name="contests_chat_pinned",
            ),
        ]

    def __str__(self) -> str:
        return f"message {self.pk}"


class ChatReading(models.Model):
    """The last message that a person has read."""

    member = models.OneToOneField(
        Membership, on_delete=models.CASCADE, primary_key=True, related_name="chat_reading"
    )
    number = models.PositiveBigIntegerField(default=0)


class InputRun(models.Model):
    """The hash of five consecutive words of an input, to recognise quotations."""

    input = models.ForeignKey(
        ContestInput, on_delete=models.CASCADE, related_name="runs", db_index=False
    )
    hash = models.BigIntegerField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["input", "hash"], name="contests_run_once")
        ]
        indexes: ClassVar = [models.Index(fields=["hash"], name="contests_run_hash")]
