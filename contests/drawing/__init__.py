"""Draw inputs from a corpus, with the annotations that came in its files."""
