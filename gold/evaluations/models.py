"""How well the detector does on a gold set, for each version of its rules."""

from typing import ClassVar, Self, cast

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from contests.contest.models import Contest
from contests.inputs.models import ContestInput
from detection.base import RULES
from gold.releases.models import Release, ReleaseInput
from gold.splits.models import Split


class EvaluationQuerySet(models.QuerySet["Evaluation"]):
    def finished(self) -> Self:
        """Return those that came to their end, with what they were made on."""
        made = self.filter(finished_at__isnull=False)
        return made.select_related("contest", "release", "split", "created_by")


class Evaluation(models.Model):
    """The detector against a gold set, in numbers: a contest's inputs, a release or a part of it."""

    # What is evaluated where no split is named.
    COMPLETE, ALL = "complete", "all"

    contest = models.ForeignKey(
        Contest, on_delete=models.CASCADE, null=True, related_name="evaluations", db_index=False
    )
    release = models.ForeignKey(
        Release, on_delete=models.CASCADE, null=True, related_name="evaluations", db_index=False
    )
    split = models.ForeignKey(
        Split, on_delete=models.CASCADE, null=True, blank=True, related_name="evaluations"
    )
    # A part of the split; of a release without a split, complete texts or all of them.
    part = models.CharField(max_length=40, blank=True)
    # detection.base.Choice.key: a detector, alone or with the rules.
    detector = models.CharField(max_length=60, default=RULES)
    # Of the detector, and of what the contests add to it: words, formats, labels.
    digest = models.CharField(max_length=64)
    # Of the detector alone; empty where an earlier version of the platform did not keep it.
    version = models.CharField(max_length=200, blank=True)
    texts = models.PositiveIntegerField(default=0)
    # gold.evaluations.domain.Tally.
    tally = models.JSONField(default=dict)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects: ClassVar[models.Manager["Evaluation"]] = EvaluationQuerySet.as_manager()

    class Meta:
        # From when only releases were evaluated here.
        db_table = "gold_releaseevaluation"
        ordering: ClassVar = ["-pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(contest=None, release__isnull=False)
                | Q(contest__isnull=False, release=None, split=None, part=""),
                name="gold_evaluation_of_contest_or_release",
            ),
            # The same rules on the same texts give the same figures.
            models.UniqueConstraint(
                fields=["contest", "digest"],
                condition=Q(contest__isnull=False, finished_at__isnull=False),
                name="gold_evaluation_of_contest_once",
            ),
            models.UniqueConstraint(
                fields=["release", "part", "digest"],
                condition=Q(split=None, finished_at__isnull=False),
                name="gold_evaluation_once",
            ),
            models.UniqueConstraint(
                fields=["split", "part", "digest"],
                condition=Q(split__isnull=False, finished_at__isnull=False),
                name="gold_evaluation_of_part_once",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["contest", "-id"], name="gold_evaluation_of_contest"),
            models.Index(fields=["release", "-id"], name="gold_evaluation_latest"),
        ]

    def __str__(self) -> str:
        return f"evaluation {self.pk}"

    @property
    def short_digest(self) -> str:
        return self.digest[:8]

    def change_since(self, before: "Evaluation") -> str:
        """Return whether the `detector`, its `version` or only `words` are others; nothing where unknown."""
        if self.detector != before.detector:
            return "detector"
        if not (self.version and before.version):
            return ""
        return "words" if self.version == before.version else "version"


class EvaluationError(models.Model):
    """One place where the detector and the gold differ. Places and labels only, no text."""

    evaluation = models.ForeignKey(
        Evaluation, on_delete=models.CASCADE, related_name="errors", db_index=False
    )
    # Whose text it stands in: one of the two.
    contest_input = models.ForeignKey(
        ContestInput, on_delete=models.CASCADE, null=True, related_name="+"
    )
    release_input = models.ForeignKey(
        ReleaseInput, on_delete=models.CASCADE, null=True, related_name="+"
    )
    kind = models.CharField(max_length=8)
    gold_start = models.PositiveIntegerField(null=True)
    gold_end = models.PositiveIntegerField(null=True)
    gold_label = models.CharField(max_length=121, blank=True)
    found_start = models.PositiveIntegerField(null=True)
    found_end = models.PositiveIntegerField(null=True)
    found_label = models.CharField(max_length=121, blank=True)
    # Which detector found it and how certain it was, by which rule or for which reason, and what set it off;
    # empty where nothing was found.
    detector = models.CharField(max_length=40, blank=True)
    score = models.FloatField(null=True)
    rule = models.CharField(max_length=80, blank=True)
    trigger_start = models.PositiveIntegerField(null=True)
    trigger_end = models.PositiveIntegerField(null=True)

    class Meta:
        db_table = "gold_releaseerror"
        ordering: ClassVar = ["id"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(contest_input=None, release_input__isnull=False)
                | Q(contest_input__isnull=False, release_input=None),
                name="gold_error_in_one_text",
            ),
            models.CheckConstraint(
                condition=Q(kind__in=["missed", "spurious", "bounds", "category"]),
                name="gold_error_known_kind",
            ),
            models.CheckConstraint(
                condition=Q(gold_end__gt=F("gold_start")) | Q(gold_end=None),
                name="gold_error_gold",
            ),
            models.CheckConstraint(
                condition=Q(found_end__gt=F("found_start")) | Q(found_end=None),
                name="gold_error_found",
            ),
        ]
        indexes: ClassVar = [
            models.Index(fields=["evaluation", "gold_label"], name="gold_error_gold_label"),
            models.Index(fields=["evaluation", "found_label"], name="gold_error_found_label"),
        ]

    def __str__(self) -> str:
        return f"error {self.pk}"

    @property
    def item(self) -> ContestInput | ReleaseInput:
        """Return the text that it stands in."""
        return self.release_input or cast(ContestInput, self.contest_input)


class FileEvaluation(models.Model):
    """How the rules do on a file of one person, for that person alone and for a day.

    The file is here until a job has read it; then its texts with errors are, and nothing else of it.
    """

    contest = models.ForeignKey(Contest, on_delete=models.CASCADE, related_name="file_evaluations")
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    detector = models.CharField(max_length=60, default=RULES)
    content = models.BinaryField(null=True)
    # What is wrong with the file: [{"code", "line", "details"}, …], the first few, and how many there are.
    problems = models.JSONField(default=list)
    problem_count = models.PositiveIntegerField(default=0)
    texts = models.PositiveIntegerField(default=0)
    tally = models.JSONField(default=dict)
    # The first errors, as `EvaluationError` has them, with the number of their text; and those texts.
    errors = models.JSONField(default=list)
    error_count = models.PositiveIntegerField(default=0)
    error_texts = models.JSONField(default=dict)
    job_id = models.UUIDField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["created_by", "contest"], name="gold_file_of_person_once"
            ),
            models.CheckConstraint(
                condition=Q(finished_at=None) | Q(content=None), name="gold_file_read_is_gone"
            ),
        ]

    def __str__(self) -> str:
        return f"evaluation on file {self.pk}"
