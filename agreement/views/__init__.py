"""Pages for managers: the review, corrections, runs, and where the two ways of voting differ."""
