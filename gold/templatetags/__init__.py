"""Tags of the pages about releases."""
