"""The annotation guidelines of a contest: write, publish, compare, read, print."""
