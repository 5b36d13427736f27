"""Compute agreement and references of a contest in the background, and publish them."""
