"""Evaluate a detector on a gold set: figures, errors, history."""
