"""Compound reads of the agreement stage."""
