"""Splitting a gold corpus into train, validation and test, or into folds, with a report."""

from gold.splits.domain.report import Report, report_on
from gold.splits.domain.samples import DEFAULT, METHODS, TEST, TRAIN, VALIDATION, Sample
from gold.splits.domain.splitting import Split, split

__all__ = [
    "DEFAULT",
    "METHODS",
    "TEST",
    "TRAIN",
    "VALIDATION",
    "Report",
    "Sample",
    "Split",
    "report_on",
    "split",
]
