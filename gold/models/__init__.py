"""Releases: gold corpora that never change again; their splits and exports."""

from gold.models.exports import Export, ExportPiece, Split
from gold.models.releases import Release, ReleaseContest, ReleaseInput

__all__ = ["Export", "ExportPiece", "Release", "ReleaseContest", "ReleaseInput", "Split"]
