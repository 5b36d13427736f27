"""Releases: gold corpora that never change again; their splits, exports and evaluations."""

from gold.models.evaluations import ReleaseError, ReleaseEvaluation
from gold.models.exports import Export, ExportPiece, Split
from gold.models.releases import Release, ReleaseContest, ReleaseInput

__all__ = [
    "Export",
    "ExportPiece",
    "Release",
    "ReleaseContest",
    "ReleaseError",
    "ReleaseEvaluation",
    "ReleaseInput",
    "Split",
]
