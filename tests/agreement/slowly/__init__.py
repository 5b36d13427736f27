"""A stage that slows runs down, so that tests with real workers have time to kill them."""
