"""What a contest adds to the rules of detection, and how it is pre-annotated with them."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from contests.contest.models import Contest
from detection.base import RULES, Choice
from detection.rules.own import is_usable


class LexiconWord(models.Model):
    """A word that a contest adds to a lexicon of the detector."""

    contest = models.ForeignKey(
        Contest, on_delete=models.CASCADE, related_name="lexicon_words", db_index=False
    )
    # A key of contests.proposals.domain.lexicons.OWN_LEXICONS.
    kind = models.CharField(max_length=20)
    text = models.CharField(max_length=120)
    # As the detector compares it. Folding can make a text longer, never three times as long.
    folded = models.CharField(max_length=360)

    class Meta:
        ordering: ClassVar = ["folded", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["contest", "kind", "folded"], name="contests_lexicon_word_once"
            ),
            models.CheckConstraint(
                condition=~Q(text="") & ~Q(folded=""), name="contests_lexicon_word_not_empty"
            ),
        ]

    def __str__(self) -> str:
        return f"word {self.pk}"


class NumberFormat(models.Model):
    """A form of numbers that a contest looks for: a label, a pattern, and what stands before it."""

    contest = models.ForeignKey(
        Contest, on_delete=models.CASCADE, related_name="number_formats", db_index=False
    )
    # A category of the contest; one that is gone or archived is left out when proposals are made.
    label = models.CharField(_("category"), max_length=121)
    pattern = models.CharField(_("regular expression"), max_length=200)
    trigger = models.CharField(_("word in front"), max_length=40, blank=True)

    class Meta:
        ordering: ClassVar = ["label", "id"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["contest", "label", "pattern", "trigger"],
                name="contests_number_format_once",
            ),
            models.CheckConstraint(
                condition=~Q(label="") & ~Q(pattern=""), name="contests_number_format_not_empty"
            ),
        ]

    def __str__(self) -> str:
        return f"number format {self.pk}"

    @property
    def is_usable(self) -> bool:
        """Whether its numbers are looked for; an earlier version took more patterns."""
        return is_usable(self.pattern)


class PreAnnotation(models.Model):
    """How a contest is pre-annotated, and with which rules that was last done."""

    contest = models.OneToOneField(Contest, on_delete=models.CASCADE, related_name="pre_annotation")
    # detection.base.Choice.key: a detector, alone or with the rules.
    detector = models.CharField(max_length=60, default=RULES)
    # Where each label is taken from the better detector: the contest's labels that are taken from the rules.
    rule_labels = models.JSONField(default=list, blank=True)
    # What the detector calls a category → a label of the contest, or nothing to leave it out. What is
    # not named here goes by its name.
    labels = models.JSONField(default=dict, blank=True)
    # Whether proposals that came with files stay.
    keeps_imported = models.BooleanField(default=True)
    # Of the rules, the contest's own words and formats, and its labels, as they were then; empty as
    # long as not every input has been gone through.
    digest = models.CharField(max_length=64, blank=True)
    computed_at = models.DateTimeField(null=True, blank=True)
    # How many are proposed, by label; how many were left out, by what the detector calls them.
    found = models.JSONField(default=dict, blank=True)
    left_out = models.JSONField(default=dict, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(digest="") | Q(computed_at__isnull=False),
                name="contests_pre_annotation_computed",
            )
        ]

    def __str__(self) -> str:
        return f"pre-annotation of contest {self.contest_id}"

    @property
    def choice(self) -> Choice:
        """Return which detector proposes."""
        return Choice.of(self.detector, self.rule_labels)
