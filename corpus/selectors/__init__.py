"""Compound reads of corpora, one module per subject."""
