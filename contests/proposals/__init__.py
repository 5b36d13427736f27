"""Pre-annotations: what the detector proposes, and how much of it each team sees."""
