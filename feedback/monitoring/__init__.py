"""Charts of a running contest for its managers."""
