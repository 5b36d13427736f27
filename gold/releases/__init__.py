"""Freeze the references of contests into a release that never changes."""
