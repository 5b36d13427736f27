"""Invented Swiss-French clinical documents in the form of the hospital, with exact gold units."""

from demo.notes.documents import DOCUMENT_TYPES
from demo.notes.generator import DemoDocument, generate
from demo.notes.marks import LABELS, GoldLine

__all__ = ["DOCUMENT_TYPES", "LABELS", "DemoDocument", "GoldLine", "generate"]
