"""The chat of a contest; it refuses to quote texts that others still have to annotate."""
