"""Imports: their files, problems and annotations."""

from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from corpus.documents.models import Chunk, Corpus
from formats.kinds import AUTO, title_of
from formats.problems import MESSAGES, WORDS
from jobs.models import Job


class ImportQuerySet(models.QuerySet["Import"]):
    def under_way(self) -> Self:
        """Return the imports that are neither taken nor discarded."""
        return self.exclude(state__in=[Import.State.TAKEN, Import.State.DISCARDED])


class Import(models.Model):
    """Files that are received, read, checked, and then taken into the corpus or discarded.

    Reading stores its documents; they belong to the corpus once the import is taken.
    """

    class State(models.TextChoices):
        RECEIVING = "receiving", _("receiving files")
        READING = "reading", _("being read")
        CHECKED = "checked", _("to check")
        TAKEN = "taken", _("in the corpus")
        DISCARDING = "discarding", _("being discarded")
        DISCARDED = "discarded", _("discarded")

    class Purpose(models.TextChoices):
        NONE = "", _("leave them out")
        ANSWERS = "answers", _("answers of the annotators")
        GOLD = "gold", _("gold: correct annotations")
        PROPOSALS = "proposals", _("pre-annotations")

    corpus = models.ForeignKey(
        Corpus, on_delete=models.CASCADE, related_name="imports", db_index=False
    )
    state = models.CharField(max_length=10, choices=State.choices, default=State.RECEIVING)
    # The format's name in the registry, which may no longer contain it.
    format = models.CharField(max_length=30, default=AUTO)
    # The purpose of annotations in the files.
    purpose = models.CharField(
        max_length=9, choices=Purpose.choices, blank=True, default=Purpose.NONE
    )
    # Reading options: encoding, document_type, text_field, type_field, id_field, patient_field, …
    options = models.JSONField(default=dict, blank=True)
    job = models.ForeignKey(
        Job, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    # Counts from reading, stored here so that pages need not count.
    documents_read = models.PositiveIntegerField(default=0)
    lines_read = models.PositiveIntegerField(default=0)
    documents_known = models.PositiveIntegerField(default=0)
    annotations_read = models.PositiveIntegerField(default=0)
    # Spans in the files that the chosen purpose leaves out.
    spans_left_out = models.PositiveIntegerField(default=0)
    errors = models.PositiveIntegerField(default=0)
    warnings = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    created_at = models.DateTimeField(auto_now_add=True)
    taken_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[models.Manager["Import"]] = ImportQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-created_at", "-id"]
        constraints: ClassVar = [
            # Two concurrent imports could each treat the other's documents as known.
            models.UniqueConstraint(
                fields=["corpus"],
                condition=~Q(state__in=["taken", "discarded"]),
                name="corpus_one_import_under_way",
            ),
            models.CheckConstraint(
                condition=Q(
                    state__in=[
                        "receiving",
                        "reading",
                        "checked",
                        "taken",
                        "discarding",
                        "discarded",
                    ]
                ),
                name="corpus_import_known_state",
            ),
            models.CheckConstraint(
                condition=Q(purpose__in=["", "answers", "gold", "proposals"]),
                name="corpus_import_known_purpose",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["corpus", "-created_at"], name="corpus_imports")]

    def __str__(self) -> str:
        return f"import {self.pk}"

    @property
    def format_title(self) -> str:
        """Return the translated title of the format."""
        return gettext(title_of(self.format))

    @property
    def has_stopped(self) -> bool:
        """Whether its job ended before its work was done, so that it can be restarted or discarded."""
        is_at_work = self.state in (Import.State.READING, Import.State.DISCARDING)
        return is_at_work and (self.job is None or self.job.is_final)

    @property
    def brings_something(self) -> bool:
        """Whether taking it would add documents or annotations."""
        return bool(self.documents_read or self.annotations_read)


class ImportFile(models.Model):
    """A received file; its content is deleted once the import is taken or discarded."""

    imported_in = models.ForeignKey(
        Import, on_delete=models.CASCADE, related_name="files", db_index=False
    )
    # The path that the browser or the command sent.
    name = models.CharField(max_length=255)
    # Unknown until its last piece has arrived.
    size = models.PositiveBigIntegerField(null=True)

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["imported_in", "name"], name="corpus_file_once")
        ]

    def __str__(self) -> str:
        return f"file {self.pk}"


class ImportPiece(models.Model):
    """A piece of a received file; in the database, so that any worker machine can read it."""

    file = models.ForeignKey(
        ImportFile, on_delete=models.CASCADE, related_name="pieces", db_index=False
    )
    number = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["file", "number"], name="corpus_piece_once")
        ]


class ImportProblem(models.Model):
    """A problem in a file, with its line. Never contains clinical text."""

    class Severity(models.TextChoices):
        ERROR = "error", _("error")
        WARNING = "warning", _("warning")

    imported_in = models.ForeignKey(
        Import, on_delete=models.CASCADE, related_name="problems", db_index=False
    )
    severity = models.CharField(max_length=7, choices=Severity.choices)
    file = models.CharField(max_length=255)
    line = models.PositiveIntegerField(null=True, blank=True)
    code = models.CharField(max_length=40)
    # Values for the message, such as numbers and names of fields.
    details = models.JSONField(default=dict, blank=True)
    words: ClassVar = WORDS

    class Meta:
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(severity__in=["error", "warning"]), name="corpus_problem_known_severity"
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["imported_in", "severity", "id"], name="corpus_problems")
        ]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.code}"

    @property
    def message(self) -> str:
        """Return the English message, with placeholders for the details."""
        return MESSAGES[self.code]


class ImportedAnnotationQuerySet(models.QuerySet["ImportedAnnotation"]):
    def taken(self) -> Self:
        """Exclude annotations of imports still in preview."""
        return self.filter(Q(imported_in=None) | Q(imported_in__state=Import.State.TAKEN))


class ImportedAnnotation(models.Model):
    """An imported annotation of a line: an answer, gold or a pre-annotation."""

    class Purpose(models.TextChoices):
        ANSWERS = "answers", _("answer")
        GOLD = "gold", _("gold")
        PROPOSALS = "proposals", _("pre-annotation")

    chunk = models.ForeignKey(
        Chunk, on_delete=models.CASCADE, related_name="annotations", db_index=False
    )
    # Not always the import of the line: a later file may add another person's annotations.
    imported_in = models.ForeignKey(
        Import, on_delete=models.PROTECT, null=True, blank=True, related_name="annotations"
    )
    purpose = models.CharField(max_length=9, choices=Purpose.choices)
    # The annotator of an answer; empty for gold and pre-annotations.
    annotator = models.CharField(max_length=120, blank=True)
    verdict = models.CharField(max_length=6, default="accept")
    # [[start, end, label], …] in the line's text.
    spans = models.JSONField(default=list)
    answered_at = models.DateTimeField(null=True, blank=True)
    duration_ms = models.PositiveIntegerField(null=True, blank=True)

    objects: ClassVar[models.Manager["ImportedAnnotation"]] = (
        ImportedAnnotationQuerySet.as_manager()
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["chunk", "purpose", "annotator"], name="corpus_annotation_once"
            ),
            models.CheckConstraint(
                condition=Q(verdict__in=["accept", "reject", "ignore"]),
                name="corpus_annotation_known_verdict",
            ),
            models.CheckConstraint(
                condition=Q(purpose__in=["answers", "gold", "proposals"]),
                name="corpus_annotation_known_purpose",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.purpose} of chunk {self.chunk_id}"
