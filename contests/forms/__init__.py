"""Forms of a contest's pages, one module per subject."""
