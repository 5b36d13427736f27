"""Pages of corpora."""
