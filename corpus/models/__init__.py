"""Source documents, the lines that preprocessing makes of them, and how they came in."""

from corpus.models.documents import Chunk, Corpus, Document
from corpus.models.imports import Import, ImportedAnnotation, ImportFile, ImportPiece, ImportProblem

__all__ = [
    "Chunk",
    "Corpus",
    "Document",
    "Import",
    "ImportFile",
    "ImportPiece",
    "ImportProblem",
    "ImportedAnnotation",
]
