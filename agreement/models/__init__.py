"""Runs, what they computed of each input, and what managers decided."""

from agreement.models.corrections import Correction
from agreement.models.disputes import Dispute, DisputeMessage
from agreement.models.results import (
    AlignedPlace,
    AnnotatorTally,
    Contribution,
    InputResult,
    Verdict,
)
from agreement.models.reviews import LookedAt
from agreement.models.runs import ProcessingRun, RunBatch

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
