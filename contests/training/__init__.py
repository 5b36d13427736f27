"""Training tasks with known answers, completed by annotators before the contest."""
