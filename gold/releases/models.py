"""A frozen gold corpus: which contests and runs it came from, and its texts."""

from typing import TYPE_CHECKING, Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from contests.contest.models import Contest

if TYPE_CHECKING:
    from accounts.models import User


class ReleaseQuerySet(models.QuerySet["Release"]):
    def managed_by(self, user: "User") -> Self:
        """Return the releases of which this person manages every contest."""
        if user.is_superuser:
            return self
        managed = Contest.objects.managed_by(user)
        foreign = ReleaseContest.objects.exclude(contest__in=managed.values("pk"))
        own = self.filter(contests__contest__in=managed).distinct()
        return own.exclude(pk__in=foreign.values("release"))

    def visible_to(self, user: "User") -> Self:
        """Return the releases that this person manages or was given to read, once they are frozen."""
        if not user.is_authenticated:
            return self.none()
        managed = self.managed_by(user).order_by().values("pk")
        given = Q(readers=user, state__in=[Release.State.FROZEN, Release.State.WITHDRAWN])
        # Its contests may be gone; who made it still learns what became of it.
        made = Q(created_by=user, state=Release.State.WITHDRAWN)
        return self.filter(Q(pk__in=managed) | given | made).distinct()

    def frozen(self) -> Self:
        return self.filter(state=Release.State.FROZEN)


class Release(models.Model):
    """A version of a gold corpus. Once frozen, triggers refuse every change of it but its withdrawal.

    Of a withdrawn one this row stays, as a stub with the checksum.
    """

    class State(models.TextChoices):
        FREEZING = "freezing", _("being frozen")
        FROZEN = "frozen", _("frozen")
        WITHDRAWN = "withdrawn", _("withdrawn")

    name = models.CharField(_("name"), max_length=80)
    # Counted from 1 for each name.
    version = models.PositiveIntegerField()
    description = models.TextField(_("description"), blank=True)
    state = models.CharField(max_length=9, choices=State.choices, default=State.FREEZING)
    # SHA-256 of its canonical lines, in hexadecimal digits.
    checksum = models.CharField(max_length=64, blank=True)
    # Numbers of the data card, as in `gold.releases.domain`.
    summary = models.JSONField(default=dict)
    job_id = models.UUIDField(null=True, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    created_at = models.DateTimeField(auto_now_add=True)
    frozen_at = models.DateTimeField(null=True, blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
    )
    # Empty where it was withdrawn because what it was made of was erased.
    withdrawal_reason = models.CharField(max_length=200, blank=True)
    # People without a part in its contests who train on it.
    readers = models.ManyToManyField(
        settings.AUTH_USER_MODEL, related_name="releases", blank=True, verbose_name=_("readers")
    )

    objects: ClassVar[models.Manager["Release"]] = ReleaseQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["name", "version"], name="gold_release_version_once"),
            models.CheckConstraint(condition=~Q(name=""), name="gold_release_has_name"),
            models.CheckConstraint(
                condition=Q(state="freezing", frozen_at=None, checksum="")
                | (Q(state__in=["frozen", "withdrawn"], frozen_at__isnull=False) & ~Q(checksum="")),
                name="gold_release_frozen_with_checksum",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.version}"

    @property
    def is_frozen(self) -> bool:
        return self.state == self.State.FROZEN

    @property
    def is_withdrawn(self) -> bool:
        return self.state == self.State.WITHDRAWN


class ReleaseContest(models.Model):
    """A contest that a release was made from, as it stood at one run."""

    release = models.ForeignKey(
        Release, on_delete=models.CASCADE, related_name="contests", db_index=False
    )
    contest = models.ForeignKey(Contest, on_delete=models.PROTECT, related_name="releases")
    name = models.CharField(max_length=120)
    language = models.CharField(max_length=8)
    # Of the run that its results come from; 0 until one was looked at.
    run_number = models.PositiveIntegerField(default=0)
    guidelines = models.CharField(max_length=20, blank=True)
    # How references are made, and from which quality index on a lone annotator is believed.
    settings = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["contest_id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["release", "contest"], name="gold_contest_once")
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def settings_threshold(self) -> float:
        """Return the quality index from which on a lone annotator is believed."""
        return float(self.settings["single_quality_threshold"])


class ReleaseInput(models.Model):
    """One text of a release with its gold units and what is known of their quality."""

    release = models.ForeignKey(
        Release, on_delete=models.CASCADE, related_name="inputs", db_index=False
    )
    contest = models.ForeignKey(ReleaseContest, on_delete=models.CASCADE, related_name="inputs")
    # From 1.
    position = models.PositiveIntegerField()
    # The contest's input; a plain number, since a release outlives it.
    input_id = models.BigIntegerField()
    text = models.TextField()
    # SHA-256 of the text.
    digest = models.BinaryField(max_length=32)
    # Flat, as in a contest's input.
    tokens = models.JSONField()
    # [{"start", "end", "label", "voters", "segment_votes", "category_votes", "source"}, …]
    units = models.JSONField(default=list)
    # Places without a gold unit that nobody has decided: [{"start", "end", "state", votes}, …]
    open_places = models.JSONField(default=list)
    # Where it stands: [{"document", "type", "line", "start", "end", "units": [[start, end], …]}, …],
    # with "patient", a pseudonym, where the document says whom it is about.
    sources = models.JSONField(default=list)
    kind = models.CharField(max_length=8)
    annotators = models.PositiveSmallIntegerField()
    gamma = models.FloatField(null=True, blank=True)
    is_complete = models.BooleanField()
    # Outside the checksum, for evaluations of the detector: {"people": how many who were never shown a
    # proposal answered it, "units": the gold units that one of them marked alike, [[start, end, label], …]};
    # null where an earlier version of the platform did not keep it.
    unprompted = models.JSONField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["release", "position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["release", "position"], name="gold_position_once"),
            models.UniqueConstraint(fields=["release", "digest"], name="gold_text_once"),
            models.CheckConstraint(condition=~Q(text=""), name="gold_text_not_empty"),
        ]

    def __str__(self) -> str:
        return f"release input {self.pk}"

    def canonical(self) -> dict[str, Any]:
        """Return all that the release says of it."""
        return {
            "id": str(self.position),
            "text": self.text,
            "spans": self.units,
            "complete": self.is_complete,
            "open_places": self.open_places,
            "kind": self.kind,
            "annotators": self.annotators,
            "gamma": self.gamma,
            "contest": self.contest.name,
            "tokens": self.tokens,
            "sources": self.sources,
        }
