"""The long jobs of this stage."""

from corpus.imports import tasks as imports

__all__ = ["imports"]
