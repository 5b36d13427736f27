"""Documents of a corpus and their cleaned lines."""
