"""Annotators dispute a reference, and managers answer."""
