"""The list of corpora, their settings and keepers, and the pages of their documents."""
