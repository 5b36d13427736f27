"""Shortcuts that people give to categories for themselves."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from contests.models.categories import Category
from contests.models.people import Membership


class OwnKey(models.Model):
    """Another shortcut that one person uses for a category instead of the contest's."""

    member = models.ForeignKey(
        Membership, on_delete=models.CASCADE, related_name="own_keys", db_index=False
    )
    category = models.ForeignKey(Category, on_delete=models.CASCADE, related_name="+")
    shortcut = models.CharField(max_length=12)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["member", "category"], name="contests_own_key_once_per_category"
            ),
            models.UniqueConstraint(fields=["member", "shortcut"], name="contests_own_key_once"),
            models.CheckConstraint(condition=~Q(shortcut=""), name="contests_own_key_not_empty"),
        ]

    def __str__(self) -> str:
        return self.shortcut
