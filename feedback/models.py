"""Scores of people and teams at each run; reports, what was seen of them, and their mails."""

from feedback.mails.models import FeedbackMail
from feedback.reports.models import MailPreference, SeenDisagreement
from feedback.scores.models import AnnotatorScore, FinalResult, TeamScore

__all__ = [
    "AnnotatorScore",
    "FeedbackMail",
    "FinalResult",
    "MailPreference",
    "SeenDisagreement",
    "TeamScore",
]
