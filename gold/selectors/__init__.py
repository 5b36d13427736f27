"""Compound reads of releases."""
