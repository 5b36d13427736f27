"""Pages of scores and reports."""
