"""Runs, what they computed of each input, and what managers decided."""

from agreement.disputes.models import Dispute, DisputeMessage
from agreement.references.models import Correction
from agreement.review.models import LookedAt
from agreement.runs.models import (
    AlignedPlace,
    AnnotatorTally,
    Contribution,
    InputResult,
    ProcessingRun,
    RunBatch,
    Verdict,
)

__all__ = [
    "AlignedPlace",
    "AnnotatorTally",
    "Contribution",
    "Correction",
    "Dispute",
    "DisputeMessage",
    "InputResult",
    "LookedAt",
    "ProcessingRun",
    "RunBatch",
    "Verdict",
]
