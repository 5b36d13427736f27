"""Groups, teams, members and invitations of a contest."""

from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower
from django.utils.translation import gettext_lazy as _

from contests.contest.models import Contest
from contests.inputs.models import ContestInput


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


class SequenceItem(models.Model):
    """The position of an input in the order that all teams of a group follow."""

    group = models.ForeignKey(
        Group, on_delete=models.CASCADE, related_name="sequence", db_index=False
    )
    input = models.ForeignKey(ContestInput, on_delete=models.CASCADE, related_name="+")
    position = models.PositiveIntegerField()

    class Meta:
        ordering: ClassVar = ["position"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["group", "position"], name="contests_position_once"),
            models.UniqueConstraint(fields=["group", "input"], name="contests_sequence_input_once"),
        ]
