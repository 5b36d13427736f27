"""Splitting a gold corpus into train, validation and test, or into folds, with a report."""

from gold.domain.splitting.options import DEFAULT, METHODS, TEST, TRAIN, VALIDATION
from gold.domain.splitting.report import Report, report_on
from gold.domain.splitting.samples import Sample
from gold.domain.splitting.splitting import Split, split

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
