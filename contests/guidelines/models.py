"""The guidelines of a contest, revision by revision, in each language."""

from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from contests.contest.models import Contest


class GuidelineRevisionQuerySet(models.QuerySet["GuidelineRevision"]):
    def published(self) -> Self:
        """Return what annotators may read, the latest first."""
        return self.filter(published_at__isnull=False).order_by("-major", "-minor", "-patch")


class GuidelineRevision(models.Model):
    """One edition of the guidelines. A draft until it is published; then it never changes."""

    contest = models.ForeignKey(
        Contest, on_delete=models.CASCADE, related_name="guidelines", db_index=False
    )
    # Semantic: major where earlier answers may be wrong now, minor for new rules, patch for wording.
    # All null in a draft, which gets its number when it is published.
    major = models.PositiveSmallIntegerField(null=True, blank=True)
    minor = models.PositiveSmallIntegerField(null=True, blank=True)
    patch = models.PositiveSmallIntegerField(null=True, blank=True)
    change_note = models.TextField(_("what changed"), blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    created_at = models.DateTimeField(auto_now_add=True)
    published_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[models.Manager["GuidelineRevision"]] = GuidelineRevisionQuerySet.as_manager()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["contest", "major", "minor", "patch"], name="contests_guideline_version"
            ),
            models.UniqueConstraint(
                fields=["contest"],
                condition=Q(published_at=None),
                name="contests_one_guideline_draft",
            ),
            models.CheckConstraint(
                condition=Q(published_at=None, major=None, minor=None, patch=None)
                | Q(
                    published_at__isnull=False,
                    major__isnull=False,
                    minor__isnull=False,
                    patch__isnull=False,
                ),
                name="contests_guideline_published_with_version",
            ),
        ]

    def __str__(self) -> str:
        return self.version or "draft"

    @property
    def version(self) -> str:
        """Return the version as people write it, empty for a draft."""
        return "" if self.major is None else f"{self.major}.{self.minor}.{self.patch}"


class GuidelineText(models.Model):
    """The Markdown of a revision in one language."""

    revision = models.ForeignKey(
        GuidelineRevision, on_delete=models.CASCADE, related_name="texts", db_index=False
    )
    language = models.CharField(max_length=8)
    markdown = models.TextField(blank=True)

    class Meta:
        ordering: ClassVar = ["language"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["revision", "language"], name="contests_guideline_language_once"
            )
        ]

    def __str__(self) -> str:
        return f"{self.revision_id} {self.language}"
