"""A stage with nothing but handlers, for tests of the machinery with real processes."""
