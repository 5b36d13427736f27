"""Releases: gold corpora that never change again; their splits, exports and evaluations."""

from gold.evaluations.models import ReleaseError, ReleaseEvaluation
from gold.exports.models import Export, ExportPiece
from gold.releases.models import Release, ReleaseContest, ReleaseInput
from gold.splits.models import Split

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
