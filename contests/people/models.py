"""Groups, teams, members and invitations of a contest."""

from typing import ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from contests.contest.models import Contest
from contests.teams.models import Team


class MembershipQuerySet(models.QuerySet["Membership"]):
    def present(self) -> Self:
        """Return those who have not been removed."""
        return self.filter(removed_at=None)

    def annotators(self) -> Self:
        return self.filter(role=Membership.Role.ANNOTATOR)


class Membership(models.Model):
    """One person in one contest: their role and, for an annotator, alias and team."""

    class Role(models.TextChoices):
        ANNOTATOR = "annotator", _("annotator")
        MANAGER = "manager", _("manager")

    contest = models.ForeignKey(
        Contest, on_delete=models.CASCADE, related_name="memberships", db_index=False
    )
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="memberships"
    )
    role = models.CharField(max_length=9, choices=Role.choices)
    alias = models.CharField(_("alias"), max_length=40, blank=True)
    team = models.ForeignKey(
        Team, on_delete=models.PROTECT, null=True, blank=True, related_name="memberships"
    )
    # Where this person stands in the sequence of their group.
    next_position = models.PositiveIntegerField(default=0)
    # Kept up to date with each answer: pages show it often, and counting grows with the contest.
    accepted_tasks = models.PositiveIntegerField(default=0)
    # The latest guidelines this person has opened.
    guideline_read = models.ForeignKey(
        "contests.GuidelineRevision",
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
    )
    # Which round of the training this person is in, and when they first passed it.
    training_round = models.PositiveSmallIntegerField(default=1)
    trained_at = models.DateTimeField(null=True, blank=True)
    joined_at = models.DateTimeField(auto_now_add=True)
    removed_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[models.Manager["Membership"]] = MembershipQuerySet.as_manager()

    class Meta:
        ordering: ClassVar = ["alias", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["contest", "user"], name="contests_member_once"),
            models.UniqueConstraint(
                "contest", Lower("alias"), condition=~Q(alias=""), name="contests_alias_once"
            ),
            models.CheckConstraint(
                condition=Q(role__in=["annotator", "manager"]), name="contests_member_known_role"
            ),
            models.CheckConstraint(
                condition=Q(role="annotator") | Q(team=None), name="contests_manager_without_team"
            ),
        ]

    def __str__(self) -> str:
        return self.alias or f"member {self.pk}"

    @property
    def is_manager(self) -> bool:
        return self.role == self.Role.MANAGER

    @property
    def needs_alias(self) -> bool:
        """Whether this annotator's alias was taken away and no other has been chosen yet."""
        return self.role == self.Role.ANNOTATOR and not self.alias

    @property
    def needs_training(self) -> bool:
        """Whether this annotator has to finish the training before tasks are given."""
        return self.contest.requires_training and self.trained_at is None


class Invitation(models.Model):
    """A link that lets one person join, once and until a date.

    Of the link that its manager sees, only the token's digest is kept. The one in the letter is made of
    that digest and the site's secret key, so it can be sent again.
    """

    class Letter(models.TextChoices):
        WAITING = "waiting", _("e-mail on its way")
        SENT = "sent", _("e-mail sent")
        REFUSED = "refused", _("e-mail refused by the mail server")

    contest = models.ForeignKey(
        Contest, on_delete=models.CASCADE, related_name="invitations", db_index=False
    )
    email = models.EmailField(_("e-mail address"))
    role = models.CharField(max_length=9, choices=Membership.Role.choices)
    # Where a list of people said so; else the smallest team is taken.
    team = models.ForeignKey(
        Team, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    # The contest's link by which it was asked for, if any: it counts there once it is accepted.
    link = models.ForeignKey(
        "contests.JoinLink",
        on_delete=models.CASCADE,
        null=True,
        blank=True,
        related_name="invitations",
        db_index=False,
    )
    token_digest = models.CharField(max_length=64, unique=True)
    letter = models.CharField(max_length=7, choices=Letter.choices, default=Letter.WAITING)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    accepted_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering: ClassVar = ["-created_at"]
        indexes: ClassVar = [
            models.Index(fields=["contest", "-created_at"], name="contests_invitation_contest")
        ]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(role__in=["annotator", "manager"]),
                name="contests_invitation_known_role",
            ),
            models.CheckConstraint(
                condition=Q(letter__in=["waiting", "sent", "refused"]),
                name="contests_invitation_known_letter",
            ),
            models.CheckConstraint(
                condition=Q(accepted_at=None) | Q(accepted_at__lte=F("expires_at")),
                name="contests_invitation_accepted_in_time",
            ),
            models.CheckConstraint(
                condition=Q(accepted_at=None) | Q(revoked_at=None),
                name="contests_invitation_one_end",
            ),
        ]

    def __str__(self) -> str:
        return f"invitation {self.pk}"

    @property
    def is_expired(self) -> bool:
        return self.expires_at <= timezone.now()

    @property
    def is_open(self) -> bool:
        return self.accepted_at is None and self.revoked_at is None and not self.is_expired


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
            )
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
