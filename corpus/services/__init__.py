"""What can be done to corpora, one module per subject."""
