"""The texts of a contest, and the lines of documents they come from."""
