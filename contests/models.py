"""Contests, who takes part in them, what they are given and what they answer."""

from contests.annotating.models import AnnotationTask, Answer, OwnKey, Unit
from contests.categories.models import Category, Supercategory
from contests.chat.models import ChatMessage, ChatReading, ChatRoom, InputRun
from contests.contest.models import Contest
from contests.guidelines.models import GuidelineRevision, GuidelineText
from contests.inputs.models import ContestInput, InputChange, InputPlace
from contests.people.models import AliasRefusal, Invitation, JoinLink, Membership
from contests.proposals.models import (
    DetectorError,
    DetectorEvaluation,
    ErrorPlace,
    LexiconWord,
    NumberFormat,
    PreAnnotation,
)
from contests.teams.models import Group, SequenceItem, Team
from contests.training.models import TrainingAnswer, TrainingTask

__all__ = [
    "AliasRefusal",
    "AnnotationTask",
    "Answer",
    "Category",
    "ChatMessage",
    "ChatReading",
    "ChatRoom",
    "Contest",
    "ContestInput",
    "DetectorError",
    "DetectorEvaluation",
    "ErrorPlace",
    "Group",
    "GuidelineRevision",
    "GuidelineText",
    "InputChange",
    "InputPlace",
    "InputRun",
    "Invitation",
    "JoinLink",
    "LexiconWord",
    "Membership",
    "NumberFormat",
    "OwnKey",
    "PreAnnotation",
    "SequenceItem",
    "Supercategory",
    "Team",
    "TrainingAnswer",
    "TrainingTask",
    "Unit",
]
