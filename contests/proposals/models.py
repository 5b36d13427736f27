"""What a contest adds to the rules of detection, what they proposed, and how well that was."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from contests.contest.models import Contest
from contests.inputs.models import ContestInput


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


class PreAnnotation(models.Model):
    """How a contest is pre-annotated, and with which rules that was last done."""

    contest = models.OneToOneField(Contest, on_delete=models.CASCADE, related_name="pre_annotation")
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


class DetectorEvaluation(models.Model):
    """The detector against the gold of a contest's inputs, in numbers."""

    contest = models.ForeignKey(
        Contest, on_delete=models.CASCADE, related_name="evaluations", db_index=False
    )
    # The rules that were evaluated, as in PreAnnotation.
    digest = models.CharField(max_length=64)
    created_at = models.DateTimeField(auto_now_add=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )
    finished_at = models.DateTimeField(null=True, blank=True)
    inputs = models.PositiveIntegerField(default=0)
    # contests.domain.evaluations.Tally.
    tally = models.JSONField(default=dict)

    class Meta:
        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [
            models.Index(fields=["contest", "-id"], name="contests_evaluation_latest")
        ]

    def __str__(self) -> str:
        return f"evaluation {self.pk}"


class ErrorPlace(models.Model):
    """One place where the detector and a gold set differ. Places and labels only, no text."""

    kind = models.CharField(max_length=8)
    gold_start = models.PositiveIntegerField(null=True)
    gold_end = models.PositiveIntegerField(null=True)
    gold_label = models.CharField(max_length=121, blank=True)
    found_start = models.PositiveIntegerField(null=True)
    found_end = models.PositiveIntegerField(null=True)
    found_label = models.CharField(max_length=121, blank=True)
    # Which rule found it, and what set it off; empty where nothing was found.
    rule = models.CharField(max_length=80, blank=True)
    trigger_start = models.PositiveIntegerField(null=True)
    trigger_end = models.PositiveIntegerField(null=True)

    class Meta:
        abstract = True
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(kind__in=["missed", "spurious", "bounds", "category"]),
                name="%(app_label)s_error_known_kind",
            ),
            models.CheckConstraint(
                condition=Q(gold_end__gt=F("gold_start")) | Q(gold_end=None),
                name="%(app_label)s_error_gold",
            ),
            models.CheckConstraint(
                condition=Q(found_end__gt=F("found_start")) | Q(found_end=None),
                name="%(app_label)s_error_found",
            ),
        ]
        indexes: ClassVar = [
            models.Index(
                fields=["evaluation", "gold_label"], name="%(app_label)s_error_gold_label"
            ),
            models.Index(
                fields=["evaluation", "found_label"], name="%(app_label)s_error_found_label"
            ),
        ]

    def __str__(self) -> str:
        return f"error {self.pk}"


class DetectorError(ErrorPlace):
    """An error of an evaluation on a contest's gold."""

    evaluation = models.ForeignKey(
        DetectorEvaluation, on_delete=models.CASCADE, related_name="errors", db_index=False
    )
    input = models.ForeignKey(ContestInput, on_delete=models.CASCADE, related_name="+")
