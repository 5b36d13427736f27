"""Draw inputs from a corpus, with the annotations imported with its files."""
