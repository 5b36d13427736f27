"""Compare the arms of an experiment: durations, penalties, statistical power."""
