"""The chat of a contest, which refuses quotations of texts that others still have to annotate."""
