"""Releases: gold corpora that never change again."""

from gold.models.releases import Release, ReleaseContest, ReleaseInput

__all__ = ["Release", "ReleaseContest", "ReleaseInput"]
