"""Create, copy, prepare, open and close a contest."""
