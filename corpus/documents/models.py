"""Source documents and their cleaned lines."""

from typing import TYPE_CHECKING, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from text.cleaning import Rules

if TYPE_CHECKING:
    from accounts.models import User


class CorpusQuerySet(models.QuerySet["Corpus"]):
    def visible_to(self, user: "User") -> Self:
        """Return the corpora that this person keeps; an administrator sees all."""
        if not user.is_authenticated:
            return self.none()
        there = self.filter(erasing_since=None)
        return there if user.is_superuser else there.filter(keepers=user)


class Corpus(models.Model):
    """A set of documents that were imported under the same rules."""

    name = models.CharField(_("name"), max_length=120)
    language = models.CharField(_("language of the texts"), max_length=8, default="fr")
    # The optional cleaning rules; fixed once there are documents, because offsets back
    # to the source are computed from them.
    cleans_full_stops = models.BooleanField(_("glued full stops"), default=True)
    cleans_dashes = models.BooleanField(_("dashes before a capital letter"), default=True)
    cleans_noise = models.BooleanField(_("invisible characters"), default=True)
    # XPath expressions for hospital XML; without the first one, every CDATA section is text.
    text_path = models.CharField(_("path to the text"), max_length=200, blank=True)
    type_path = models.CharField(_("path to the document type"), max_length=200, blank=True)
    id_path = models.CharField(_("path to the document id"), max_length=200, blank=True)
    patient_path = models.CharField(_("path to the patient number"), max_length=200, blank=True)
    keepers = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="corpora", verbose_name=_("people with access")
    )
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    created_at = models.DateTimeField(auto_now_add=True)
    # From this time on the corpus is hidden, while a job deletes its content.
    erasing_since = models.DateTimeField(null=True, blank=True, editable=False)

    objects: ClassVar[models.Manager["Corpus"]] = CorpusQuerySet.as_manager()

    class Meta:
        verbose_name_plural = _("corpora")
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["name"], name="corpus_name_once"),
            models.CheckConstraint(condition=~Q(name=""), name="corpus_has_name"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rules(self) -> Rules:
        """Return the optional cleaning rules that apply."""
        return Rules(
            full_stops=self.cleans_full_stops, dashes=self.cleans_dashes, noise=self.cleans_noise
        )


class DocumentQuerySet(models.QuerySet["Document"]):
    def taken(self) -> Self:
        """Exclude documents of imports still in preview."""
        return self.filter(Q(imported_in=None) | Q(imported_in__state="taken"))


class Document(models.Model):
    """One source record, unchanged; its lines are its chunks."""

    class Kind(models.TextChoices):
        XML = "xml", "XML"
        HTML = "html", "HTML"
        TEXT = "text", _("plain text")

    corpus = models.ForeignKey(
        Corpus, on_delete=models.CASCADE, related_name="documents", db_index=False
    )
    imported_in = models.ForeignKey(
        "corpus.Import", on_delete=models.PROTECT, null=True, blank=True, related_name="documents"
    )
    external_id = models.CharField(max_length=120)
    document_type = models.CharField(max_length=80, blank=True)
    # The patient's number or name in the hospital; empty if the file has none.
    patient = models.CharField(max_length=120, blank=True)
    kind = models.CharField(max_length=4, choices=Kind.choices)
    source = models.TextField()
    # SHA-256 of the source, so that importing a file twice adds nothing.
    digest = models.BinaryField(max_length=32)

    objects: ClassVar[models.Manager["Document"]] = DocumentQuerySet.as_manager()

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
    # SHA-256 of the text, to find equal lines without comparing texts.
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
