"""Files of individual answers, kept in pieces."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q

from contests.contest.models import Contest


class AnswerFile(models.Model):
    """The answers of a contest as they were when the file was made."""

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="answer_files")
    choice = models.CharField(max_length=7)
    # Earlier versions and those taken back, beside the answers that count.
    all_versions = models.BooleanField(default=False)
    with_names = models.BooleanField(default=False)
    answers = models.PositiveIntegerField(default=0)
    size = models.PositiveBigIntegerField(default=0)
    # SHA-256, in hexadecimal digits.
    checksum = models.CharField(max_length=64, blank=True)
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
                condition=Q(choice__in=["csv", "jsonl", "parquet"]),
                name="contests_answer_file_known_choice",
            )
        ]

    def __str__(self) -> str:
        return f"answer file {self.pk}"

    @property
    def file_name(self) -> str:
        return f"contest-{self.contest_id}-answers-{self.pk}.{self.choice}"


class AnswerFilePiece(models.Model):
    """A piece of a file: every machine reads the database, not every one the same disk."""

    file = models.ForeignKey(
        AnswerFile, on_delete=models.CASCADE, related_name="pieces", db_index=False
    )
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["file", "number"], name="contests_answer_piece_once")
        ]
