"""Compound reads of scores and reports."""
