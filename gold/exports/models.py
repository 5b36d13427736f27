"""Archives of releases and splits."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.text import slugify

from gold.releases.models import Release
from gold.splits.models import Split
from jobs.files import FilePiece, MadeFile


class Export(MadeFile):
    """An archive of a release or a split in one format."""

    release = models.ForeignKey(Release, on_delete=models.CASCADE, related_name="exports")
    split = models.ForeignKey(
        Split, on_delete=models.CASCADE, null=True, blank=True, related_name="exports"
    )
    policy = models.CharField(max_length=8)
    takes_incomplete = models.BooleanField(default=False)
    # The hospital's ids of documents; otherwise they have pseudonyms.
    keeps_document_ids = models.BooleanField(default=False)
    texts = models.PositiveIntegerField(default=0)
    misaligned = models.PositiveIntegerField(default=0)
    problems = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )

    class Meta(MadeFile.Meta):
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(policy__in=["keep", "expand", "contract", "drop"]),
                name="gold_export_known_policy",
            )
        ]

    def __str__(self) -> str:
        return f"export {self.pk}"

    @property
    def file_name(self) -> str:
        """Return a name that says what is in it: chablais-3_split-2_docbin.zip."""
        release = f"{slugify(self.release.name) or 'release'}-{self.release.version}"
        split = f"_split-{self.split.number}" if self.split else ""
        return f"{release}{split}_{self.choice}.zip"


class ExportPiece(FilePiece):
    export = models.ForeignKey(
        Export, on_delete=models.CASCADE, related_name="pieces", db_index=False
    )

    class Meta(FilePiece.Meta):
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["export", "number"], name="gold_piece_once")
        ]
