"""Bring files into a corpus: upload, read, check, store."""
