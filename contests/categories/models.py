"""What may be annotated: categories in supercategories."""

from typing import ClassVar

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from contests.contest.models import Contest
from text.labels import readable

# As long as a label in a bar of many may be.
LONGEST_WORDS = 40
HEX_COLOUR = RegexValidator(r"^#[0-9a-f]{6}$", _("Write a colour as #rrggbb."))


class Supercategory(models.Model):
    """A group of categories; it has the colour."""

    contest = models.ForeignKey(
        Contest, on_delete=models.CASCADE, related_name="supercategories", db_index=False
    )
    name = models.CharField(_("name"), max_length=60)
    colour = models.CharField(_("colour"), max_length=7, validators=[HEX_COLOUR])
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering: ClassVar = ["order", "name"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["contest", "name"], name="contests_supercategory_once"),
            models.CheckConstraint(
                condition=Q(colour__regex=r"^#[0-9a-f]{6}$"), name="contests_supercategory_colour"
            ),
        ]

    def __str__(self) -> str:
        return self.name


class Category(models.Model):
    """One label; it has the keyboard shortcut. Archived, it is no longer offered."""

    contest = models.ForeignKey(
        Contest, on_delete=models.CASCADE, related_name="categories", db_index=False
    )
    supercategory = models.ForeignKey(
        Supercategory, on_delete=models.CASCADE, related_name="categories"
    )
    # As written in files: SUPERCATEGORY:CATEGORY, or the one name where both are the same.
    label = models.CharField(_("label"), max_length=121)
    # What people read in its place.
    name_en = models.CharField(_("name in English"), max_length=LONGEST_WORDS, blank=True)
    name_fr = models.CharField(_("name in French"), max_length=LONGEST_WORDS, blank=True)
    shortcut = models.CharField(_("shortcut"), max_length=12, blank=True)
    description = models.TextField(_("description"), blank=True)
    order = models.PositiveSmallIntegerField(default=0)
    archived_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name_plural = _("categories")
        ordering: ClassVar = ["order", "label"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["contest", "label"], name="contests_category_once"),
            models.CheckConstraint(condition=~Q(label=""), name="contests_category_has_label"),
            models.UniqueConstraint(
                fields=["contest", "shortcut"],
                condition=Q(archived_at=None) & ~Q(shortcut=""),
                name="contests_category_shortcut_once",
            ),
        ]

    def __str__(self) -> str:
        return self.label

    @property
    def name(self) -> str:
        """The name in the reader's language, else in the other one, else the label as words."""
        names = (self.name_fr, self.name_en)
        if not (get_language() or "").startswith("fr"):
            names = names[::-1]
        return names[0] or names[1] or readable(self.label)
