"""The background tasks of this stage, where Celery and the registry of jobs look for them."""

from corpus.corpora import tasks as corpora
from corpus.imports import tasks as imports

__all__ = ["corpora", "imports"]
