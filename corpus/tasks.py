"""The jobs of this stage, where the registry of jobs looks for them."""

from corpus.corpora import tasks as corpora
from corpus.imports import tasks as imports

__all__ = ["corpora", "imports"]
