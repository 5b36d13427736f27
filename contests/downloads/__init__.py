"""Individual answers as a file: who answered what and how, for managers and their programs."""
