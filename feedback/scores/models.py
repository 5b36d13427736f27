"""Scores of people and teams after each published run."""

from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone

from agreement.runs.models import ProcessingRun
from contests.contest.models import Contest
from contests.people.models import Membership
from contests.teams.models import Team


class FinalResult(models.Model):
    """The run that gives a contest's final scores; the scoreboard keeps showing it."""

    contest = models.OneToOneField(Contest, on_delete=models.CASCADE, related_name="final_result")
    run = models.ForeignKey(
        ProcessingRun, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    # Null if the first run after the end became final automatically.
    declared_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
    )
    declared_at = models.DateTimeField(default=timezone.now)


class Score(models.Model):
    """The value and rank in each factor, the weighted sum of ranks, and the final rank."""

    # By the keys of `domain.FACTORS`.
    values = models.JSONField(default=dict)
    ranks = models.JSONField(default=dict)
    # 0 to 1; null without any reference.
    segment_quality = models.FloatField(null=True, blank=True)
    category_quality = models.FloatField(null=True, blank=True)
    total = models.FloatField()
    rank = models.PositiveSmallIntegerField()

    class Meta:
        abstract = True


class AnnotatorScore(Score):
    """One annotator after one run."""

    run = models.ForeignKey(
        ProcessingRun, on_delete=models.CASCADE, related_name="annotator_scores", db_index=False
    )
    annotator = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="scores")

    class Meta:
        ordering: ClassVar = ["run", "rank"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["run", "annotator"], name="feedback_score_once"),
            models.UniqueConstraint(fields=["run", "rank"], name="feedback_rank_once"),
        ]


class TeamScore(Score):
    """One team after one run."""

    run = models.ForeignKey(
        ProcessingRun, on_delete=models.CASCADE, related_name="team_scores", db_index=False
    )
    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="scores")
    members = models.PositiveSmallIntegerField()

    class Meta:
        ordering: ClassVar = ["run", "rank"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["run", "team"], name="feedback_team_score_once"),
            models.UniqueConstraint(fields=["run", "rank"], name="feedback_team_rank_once"),
        ]
