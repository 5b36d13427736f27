"""Feedback for each annotator: figures, disagreements with the reference, and disputes."""
