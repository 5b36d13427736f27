"""Contests, who takes part in them, what they are given and what they answer."""

from contests.models.answers import AnnotationTask, Answer, Unit
from contests.models.categories import Category, Supercategory
from contests.models.changes import InputChange
from contests.models.chat import ChatMessage, ChatReading, ChatRoom, InputRun
from contests.models.contests import Contest
from contests.models.detection import (
    DetectorError,
    DetectorEvaluation,
    ErrorPlace,
    LexiconWord,
    NumberFormat,
    PreAnnotation,
)
from contests.models.guidelines import GuidelineRevision, GuidelineText
from contests.models.inputs import ContestInput, InputPlace, SequenceItem
from contests.models.joining import AliasRefusal, JoinLink
from contests.models.own_keys import OwnKey
from contests.models.people import Group, Invitation, Membership, Team
from contests.models.training import TrainingAnswer, TrainingTask

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
