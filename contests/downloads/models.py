"""Files of individual answers, stored in pieces."""

from typing import ClassVar

from django.conf import settings
from django.db import models

from contests.contest.models import Contest
from jobs.files import FilePiece, MadeFile


class AnswerFile(MadeFile):
    """A file of a contest's answers at the time of its creation."""

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="answer_files")
    # Whether superseded and withdrawn answers are included.
    all_versions = models.BooleanField(default=False)
    with_names = models.BooleanField(default=False)
    answers = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )

    def __str__(self) -> str:
        return f"answer file {self.pk}"

    @property
    def file_name(self) -> str:
        return f"contest-{self.contest_id}-answers-{self.pk}.{self.choice}"


class AnswerFilePiece(FilePiece):
    file = models.ForeignKey(
        AnswerFile, on_delete=models.CASCADE, related_name="pieces", db_index=False
    )

    class Meta(FilePiece.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["file", "number"], name="contests_answer_piece_once")
        ]
