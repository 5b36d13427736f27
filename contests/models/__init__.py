"""Contests, who takes part in them, what they are given and what they answer."""

from contests.models.answers import AnnotationTask, Answer, Unit
from contests.models.categories import Category, Supercategory
from contests.models.contests import Contest
from contests.models.detection import (
    DetectorError,
    DetectorEvaluation,
    LexiconWord,
    NumberFormat,
    PreAnnotation,
)
from contests.models.guidelines import GuidelineRevision, GuidelineText
from contests.models.inputs import ContestInput, InputPlace, SequenceItem
from contests.models.people import Group, Invitation, Membership, Team

__all__ = [
    "AnnotationTask",
    "Answer",
    "Category",
    "Contest",
    "ContestInput",
    "DetectorError",
    "DetectorEvaluation",
    "Group",
    "GuidelineRevision",
    "GuidelineText",
    "InputPlace",
    "Invitation",
    "LexiconWord",
    "Membership",
    "NumberFormat",
    "PreAnnotation",
    "SequenceItem",
    "Supercategory",
    "Team",
    "Unit",
]
