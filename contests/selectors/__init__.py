"""Compound reads of contests, one module per subject."""
