"""Documents of a corpus, and the lines that cleaning makes of them."""
