"""Source documents and the lines that preprocessing makes of them."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


class Corpus(models.Model):
    """A set of documents that were imported under the same rules."""

    name = models.CharField(_("name"), max_length=120)
    language = models.CharField(_("language of the texts"), max_length=8, default="fr")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = _("corpora")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["name"], name="corpus_name_once"),
            models.CheckConstraint(condition=~Q(name=""), name="corpus_has_name"),
        ]

    def __str__(self) -> str:
        return self.name


class Document(models.Model):
    """One source record, kept as it came; its lines are its chunks."""

    class Kind(models.TextChoices):
        XML = "xml", "XML"
        HTML = "html", "HTML"
        TEXT = "text", _("plain text")

    corpus = models.ForeignKey(
        Corpus, on_delete=models.CASCADE, related_name="documents", db_index=False
    )
    external_id = models.CharField(max_length=120)
    document_type = models.CharField(max_length=80, blank=True)
    kind = models.CharField(max_length=4, choices=Kind.choices)
    source = models.TextField()
    # SHA-256 of the source: the same file twice adds nothing.
    digest = models.BinaryField(max_length=32)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["corpus", "external_id"], name="corpus_document_id_once"
            ),
            models.UniqueConstraint(fields=["corpus", "digest"], name="corpus_document_once"),
        ]
        indexes: ClassVar = [
            models.Index(fields=["corpus", "document_type"], name="corpus_document_type")
        ]

    def __str__(self) -> str:
        return self.external_id


class Chunk(models.Model):
    """One non-empty line of a document's cleaned text."""

    document = models.ForeignKey(
        Document, on_delete=models.CASCADE, related_name="chunks", db_index=False
    )
    line = models.PositiveIntegerField()
    text = models.TextField()
    # SHA-256 of the text: equal lines are found without comparing texts.
    digest = models.BinaryField(max_length=32)

    class Meta:
        ordering: ClassVar = ["document", "line"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["document", "line"], name="corpus_chunk_line_once"),
            models.CheckConstraint(condition=~Q(text=""), name="corpus_chunk_not_empty"),
            models.CheckConstraint(condition=Q(line__gte=1), name="corpus_chunk_line_from_1"),
        ]
        indexes: ClassVar = [models.Index(F("digest"), name="corpus_chunk_digest")]

    def __str__(self) -> str:
        return f"{self.document_id}:{self.line}"
