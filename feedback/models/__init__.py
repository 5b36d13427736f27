"""Scores of people and teams at each run; reports, what was seen of them, and their mails."""

from feedback.models.finals import FinalResult
from feedback.models.mails import FeedbackMail
from feedback.models.reading import MailPreference, SeenDisagreement
from feedback.models.scores import AnnotatorScore, TeamScore

__all__ = [
    "AnnotatorScore",
    "FeedbackMail",
    "FinalResult",
    "MailPreference",
    "SeenDisagreement",
    "TeamScore",
]
