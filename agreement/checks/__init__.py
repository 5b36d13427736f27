"""The independent check: some inputs computed again with the other engine; and continua as files for it."""
