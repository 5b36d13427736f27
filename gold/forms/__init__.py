"""Forms of the pages about releases."""
