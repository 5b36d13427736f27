"""The list of contests, the home page of each, and its access log."""
