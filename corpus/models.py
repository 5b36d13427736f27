"""Source documents, the lines that preprocessing makes of them, and how they came in."""

from corpus.documents.models import Chunk, Corpus, Document
from corpus.imports.models import Import, ImportedAnnotation, ImportFile, ImportPiece, ImportProblem

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
