"""Scores of people and teams at each run."""

from feedback.models.scores import AnnotatorScore, TeamScore

__all__ = ["AnnotatorScore", "TeamScore"]
