"""Scores of people and teams at each run."""

from feedback.models.finals import FinalResult
from feedback.models.scores import AnnotatorScore, TeamScore

__all__ = ["AnnotatorScore", "FinalResult", "TeamScore"]
