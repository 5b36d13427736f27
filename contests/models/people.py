"""Groups, teams, members and invitations of a contest."""

from typing import Any, ClassVar, Self

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from contests.models.contests import Contest


class Group(models.Model):
    """Teams that get the same inputs in the same order, so that they can be compared."""

    contest = models.ForeignKey(
        Contest, on_delete=models.CASCADE, related_name="groups", db_index=False
    )
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar = ["number"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["contest", "number"], name="contests_group_once")
        ]

    def __str__(self) -> str:
        return str(self.number)


class Team(models.Model):
    """A team; its arm decides how much pre-annotation its members see. Never shown to them."""

    class Arm(models.TextChoices):
        EXPERIMENTAL = "experimental", _("experimental")
        CONTROL = "control", _("control")

    contest = models.ForeignKey(
        Contest, on_delete=models.CASCADE, related_name="teams", db_index=False
    )
    group = models.ForeignKey(Group, on_delete=models.PROTECT, related_name="teams")
    name = models.CharField(_("name"), max_length=60)
    # The name it was given first: draws of the pre-annotation depend on it, so it never changes.
    key = models.CharField(max_length=80, editable=False)
    # How many people it may have; null for any number.
    places = models.PositiveSmallIntegerField(_("places"), null=True, blank=True)
    arm = models.CharField(max_length=12, choices=Arm.choices, default=Arm.EXPERIMENTAL)
    retention = models.FloatField(default=1)
    perturbation = models.FloatField(default=0)

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            models.UniqueConstraint("contest", Lower("name"), name="contests_team_once"),
            models.UniqueConstraint(fields=["contest", "key"], name="contests_team_key_once"),
            models.CheckConstraint(
                condition=Q(places=None) | Q(places__gte=1), name="contests_team_places_from_1"
            ),
            models.CheckConstraint(
                condition=Q(retention__range=(0, 1), perturbation__range=(0, 1)),
                name="contests_team_probabilities",
            ),
            models.CheckConstraint(
                condition=Q(arm="experimental") | Q(perturbation=0),
                name="contests_team_control_unperturbed",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.key = self.key or self.name
        super().save(*args, **kwargs)


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
    """A link that lets one person join, once and until a date. Only the token's digest is kept."""

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
