"""The contest's link, by which many may join, and aliases that were refused."""

from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from contests.models.contests import Contest
from contests.models.people import Membership


class JoinLinkQuerySet(models.QuerySet["JoinLink"]):
    def working(self) -> Self:
        """Return those that neither were withdrawn nor have expired; they may be used up."""
        return self.filter(revoked_at=None, expires_at__gt=timezone.now())


class JoinLink(models.Model):
    """A link that lets people join as annotators, until a date and as far as there are places."""

    contest = models.ForeignKey(
        Contest, on_delete=models.CASCADE, related_name="join_links", db_index=False
    )
    # The token in the address is made of it and the site's secret key: the database alone lets
    # nobody in.
    nonce = models.CharField(max_length=32, unique=True)
    expires_at = models.DateTimeField(_("works until"))
    most_people = models.PositiveIntegerField(_("at most so many people"), null=True, blank=True)
    # Lower-case domains of addresses; empty lets everyone in.
    domains = models.JSONField(default=list, blank=True)
    joined = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    created_at = models.DateTimeField(auto_now_add=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[models.Manager["JoinLink"]] = JoinLinkQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["-created_at"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(most_people=None) | Q(joined__lte=F("most_people")),
                name="contests_link_within_limit",
            ),
        ]
        indexes: ClassVar = [models.Index(fields=["contest"], name="contests_link_contest")]

    def __str__(self) -> str:
        return f"link {self.pk}"

    @property
    def is_used_up(self) -> bool:
        return self.most_people is not None and self.joined >= self.most_people


class AliasRefusal(models.Model):
    """An alias that a manager took away, and why; nobody in the contest may have it again."""

    contest = models.ForeignKey(
        Contest, on_delete=models.CASCADE, related_name="alias_refusals", db_index=False
    )
    member = models.ForeignKey(
        Membership, on_delete=models.CASCADE, related_name="alias_refusals", db_index=False
    )
    alias = models.CharField(max_length=40)
    reason = models.CharField(_("reason"), max_length=300)
    refused_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["-refused_at", "-id"]
        indexes: ClassVar = [
            models.Index(fields=["contest"], name="contests_refusal_contest"),
            models.Index(fields=["member"], name="contests_refusal_member"),
        ]

    def __str__(self) -> str:
        return f"refused alias {self.pk}"
